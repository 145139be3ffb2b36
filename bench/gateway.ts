// What a chat completion costs through Assay, with requests a minute alone and with all its controls on, over Portkey's gateway
// and over the least proxy, in interleaved rounds. Every answer is checked, and in the end the ledger; what is wrong fails the
// benchmark.
//   npm run bench -- gateway [seconds a measurement] [rounds] [--without-screens] [--only=bare,assay]
// Without screens Assay needs no build, which helps gateway developers. Published figures are measured with screens.
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  CONTROLLED,
  type Contestant,
  GUARDED,
  startAssay,
  startBareProxy,
  startEdgeRoute,
} from "./gateway/contestants";
import { COST, FAILOVER_MODEL, MODEL, PACED_MODEL, PROVIDER_KEY } from "./gateway/conversation";
import type { Job, Outcome } from "./gateway/load";
import { startPortkey } from "./gateway/portkey";
import { report } from "./gateway/report";
import { Samples } from "./gateway/samples";
import { out } from "./print";
import { forgetPeak } from "./processes/process-memory";
import { processorTime } from "./processes/process-tree";
import { startServer } from "./processes/server-process";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { "without-screens": { type: "boolean", default: false }, only: { type: "string" } },
});
const seconds = Number(positionals[0] ?? 4);
const rounds = Number(positionals[1] ?? 3);
const screens = !options["without-screens"];
/** What is still written after the last answer, as traces are, belongs to the measurement. */
const SETTLE_MS = 500;

interface Task extends Pick<Job, "model" | "isStream" | "load"> {
  /** The only contestant that it is for. */
  only?: string;
}

const jobs: Record<string, Task> = {
  json32: { model: MODEL, isStream: false, load: { connections: 32 } },
  json128: { model: MODEL, isStream: false, load: { connections: 128 } },
  sse32: { model: MODEL, isStream: true, load: { connections: 32 } },
  jsonAt150: { model: MODEL, isStream: false, load: { perSecond: 150 } },
  sseAt150: { model: PACED_MODEL, isStream: true, load: { perSecond: 150 } },
  failoverAt150: { model: FAILOVER_MODEL, isStream: false, load: { perSecond: 150 }, only: CONTROLLED },
};

const starters: Record<string, (provider: string) => Promise<Contestant>> = {
  bare: startBareProxy,
  portkey: startPortkey,
  assay: (provider) => startAssay(provider, { tracing: "off", screens }),
  "assay-traced": (provider) => startAssay(provider, { tracing: "full", screens }),
  [CONTROLLED]: (provider) => startAssay(provider, { tracing: "full", guardrails: 1, screens }),
  [GUARDED]: (provider) => startAssay(provider, { tracing: "full", guardrails: 3, screens }),
  ...(screens ? { "assay-edge": startEdgeRoute } : {}),
};

const provider = await startServer("gateway/provider.ts", {});
const generator = fork(join(import.meta.dirname, "gateway", "load.ts"), { execArgv: ["--import", "tsx"] });
const contestants = new Map<string, Contestant>();
const samples = new Samples();
/** Requests to each contestant, including warm-up, and wrong answers. */
const outcomes = new Map<string, { answers: number; wrong: number }>();
/** The process of each tree that has worked most: the one that answers. */
const answering = new Map<string, number>();

async function generate(job: Job): Promise<Outcome> {
  generator.send(job);
  const [outcome] = (await once(generator, "message")) as [Outcome]; // safe: gateway/load.ts sends nothing else
  return outcome;
}

async function measure(name: string, contestant: Contestant, job: string, isKept: boolean): Promise<void> {
  const chosen = jobs[job];
  if (!chosen) throw new Error(`there is no job ${job}`);
  const { only = name, ...task } = chosen;
  if (only !== name) return;
  const before = await processorTime(contestant.pid);
  const { url, headers } = contestant;
  const outcome = await generate({ url, headers, ...task, seconds: isKept ? seconds : 1 });
  const { answers, wrong } = outcomes.get(name) ?? { answers: 0, wrong: 0 };
  outcomes.set(name, { answers: answers + outcome.requests, wrong: wrong + outcome.wrong });
  await wait(SETTLE_MS);
  const after = await processorTime(contestant.pid);
  if (outcome.wrong > 0) {
    out(`${name}, ${job}: ${outcome.wrong} WRONG answers of ${outcome.requests}; the first: ${outcome.flaw}`);
    process.exitCode = 1;
  }
  if (!isKept) {
    const used = [...after.ofProcess].map(([pid, own]) => ({ pid, own: own - (before.ofProcess.get(pid) ?? 0) }));
    const most = used.sort((left, right) => right.own - left.own)[0];
    if (most) answering.set(name, most.pid);
    return;
  }
  const cpuMicros = ((after.seconds - before.seconds) * 1e6) / outcome.requests;
  samples.add(name, job, { ...outcome, cpuMicros });
}

try {
  const only = options.only?.split(",");
  // The provider is also measured alone: the difference is a contestant's overhead.
  const direct = { ...provider, url: `${provider.address}/v1/chat/completions` };
  contestants.set("direct", { ...direct, headers: { authorization: `Bearer ${PROVIDER_KEY}` } });
  for (const [name, start] of Object.entries(starters)) {
    if (only && !only.includes(name)) continue;
    try {
      contestants.set(name, await start(provider.address));
    } catch (error) {
      if (name !== "portkey") throw error;
      out(`Portkey takes no part, and its ratios are left out: ${error instanceof Error ? error.message : error}`);
    }
  }
  const how = screens ? "npm start" : "its API alone, without screens";
  out(`Chat completions, ${rounds} rounds of ${seconds} s a measurement, medians; Assay: ${how}`);
  for (const [name, contestant] of contestants) {
    for (const job of ["sse32", "failoverAt150", "json32"]) await measure(name, contestant, job, false); // code that has run once is faster
    await forgetPeak(answering.get(name) ?? contestant.pid);
  }
  for (let round = 0; round < rounds; round++) {
    for (const job of Object.keys(jobs)) {
      for (const [name, contestant] of contestants) await measure(name, contestant, job, true);
    }
  }
  await report(samples, new Map([...contestants.keys()].map((name) => [name, answering.get(name) ?? 0])));
  for (const [name, contestant] of contestants) await audit(name, contestant);
  const all = [...outcomes.values()];
  const total = (pick: (of: { answers: number; wrong: number }) => number) =>
    all.reduce((sum, of) => sum + pick(of), 0);
  out(`wrong answers and unexpected statuses: ${total(({ wrong }) => wrong)} of ${total(({ answers }) => answers)}`);
} finally {
  await Promise.all([...contestants.values(), provider].map((process) => process.stop()));
  generator.kill();
}

/** Ends a contestant that is charged for its answers: its ledger must have each answer once, at its price. */
async function audit(name: string, { ledger }: Contestant): Promise<void> {
  if (!ledger) return;
  const { calls, cost } = await ledger();
  const { answers } = outcomes.get(name) ?? { answers: 0 };
  const isRight = calls === answers && cost === answers * COST;
  if (!isRight) process.exitCode = 1;
  const summary = `${calls} calls, ${cost} micro-dollars; charged: ${answers} answers, ${answers * COST}`;
  out(`${name}, the ledger: ${summary}${isRight ? "" : ": WRONG"}`);
}
