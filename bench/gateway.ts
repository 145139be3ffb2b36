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
import { median } from "./client";
import { type Contestant, startAssay, startBareProxy, startEdgeRoute, startPortkey } from "./gateway/contestants";
import { COST, FAILOVER_MODEL, MODEL, PACED_MODEL, PROVIDER_KEY } from "./gateway/conversation";
import type { Job, Outcome } from "./gateway/load";
import { forgetPeak, memoryOf } from "./process-memory";
import { processorTime } from "./process-tree";
import { startServer } from "./server-process";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { "without-screens": { type: "boolean", default: false }, only: { type: "string" } },
});
const seconds = Number(positionals[0] ?? 4);
const rounds = Number(positionals[1] ?? 3);
const screens = !options["without-screens"];
/** What is still written after the last answer, as traces are, belongs to the measurement. */
const SETTLE_MS = 500;
const out = (line: string) => process.stdout.write(`${line}\n`);

/** With all its controls on, and one guardrail. */
const CONTROLLED = "assay-controlled";
/** With three. */
const GUARDED = "assay-guarded";

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

/** A measurement: what the load generator saw, and the processor time of the contestant's tree. */
interface Sample extends Outcome {
  cpuMicros: number;
}

const provider = await startServer("gateway/provider.ts", {});
const generator = fork(join(import.meta.dirname, "gateway", "load.ts"), { execArgv: ["--import", "tsx"] });
const contestants = new Map<string, Contestant>();
const samples = new Map<string, Sample[]>();
const of = (name: string, job: string): Sample[] => samples.get(`${name} ${job}`) ?? [];
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
  const sample = { ...outcome, cpuMicros: ((after.seconds - before.seconds) * 1e6) / outcome.requests };
  samples.set(`${name} ${job}`, [...of(name, job), sample]);
}

/** Each figure is the median of the rounds. */
const figure = (name: string, job: string, pick: (sample: Sample) => number): number => median(of(name, job).map(pick));
/** Milliseconds beyond asking the provider itself, round by round. */
const added = (name: string, job: string, pick: (sample: Sample) => number, direct = job): number =>
  median(of(name, job).map((sample, round) => pick(sample) - pick(of("direct", direct)[round] ?? sample)));
const rate = ({ perSecond }: Sample) => perSecond;
const cpu = ({ cpuMicros }: Sample) => cpuMicros;
const ratio = (left: string, right: string, of: (name: string) => number): string => (of(left) / of(right)).toFixed(2);
/** At 32 and 128 connections. */
const both = (left: string, right: string, pick: (sample: Sample) => number): string =>
  ["json32", "json128"].map((job) => ratio(left, right, (name) => figure(name, job, pick))).join(", ");

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
  await report();
  for (const [name, contestant] of contestants) await audit(name, contestant);
  const all = [...outcomes.values()];
  const total = (pick: (of: { answers: number; wrong: number }) => number) =>
    all.reduce((sum, of) => sum + pick(of), 0);
  out(`wrong answers and unexpected statuses: ${total(({ wrong }) => wrong)} of ${total(({ answers }) => answers)}`);
} finally {
  await Promise.all([...contestants.values(), provider].map((process) => process.stop()));
  generator.kill();
}

async function report(): Promise<void> {
  const columns = [
    "",
    "JSON c32 req/s",
    "CPU µs",
    "JSON c128 req/s",
    "CPU µs",
    "SSE c32 req/s",
    "CPU µs",
    "added p50 ms",
    "p99 ms",
    "first token ms",
    "memory MB",
  ];
  out(`\n| ${columns.join(" | ")} |\n|${" --- |".repeat(columns.length)}`);
  for (const name of contestants.keys()) {
    const { peakMb } = await memoryOf(answering.get(name) ?? 0);
    const cells = [
      ...["json32", "json128", "sse32"].flatMap((job) => [figure(name, job, rate), figure(name, job, cpu)]),
    ].map((value) => value.toFixed(0));
    const waits = [
      added(name, "jsonAt150", ({ p50 }) => p50),
      added(name, "jsonAt150", ({ p99 }) => p99),
      added(name, "sseAt150", ({ firstByte }) => firstByte),
    ].map((value) => value.toFixed(2));
    out(`| ${[name, ...cells, ...waits, peakMb.toFixed(0)].join(" | ")} |`);
  }
  out("");
  if (contestants.has("portkey"))
    for (const name of ["assay", CONTROLLED]) if (contestants.has(name)) againstPortkey(name);
  if (contestants.has("assay") && contestants.has("bare")) {
    out(`SSE req/s over the bare proxy: ${ratio("assay", "bare", (name) => figure(name, "sse32", rate))}`);
  }
  if (contestants.has("assay") && contestants.has("assay-traced")) {
    out(
      `CPU, traced over untraced: ${ratio("assay-traced", "assay", (name) => figure(name, "json32", cpu))} (JSON c32)`,
    );
  }
  if (contestants.has(CONTROLLED)) ofControls();
}

function ofControls(): void {
  if (contestants.has("assay")) {
    out(`JSON req/s, all controls over requests a minute alone: ${both(CONTROLLED, "assay", rate)}`);
  }
  if (contestants.has(GUARDED)) {
    out(`three guardrails over one, JSON req/s: ${both(GUARDED, CONTROLLED, rate)}`);
    out(`three guardrails over one, CPU a request: ${both(GUARDED, CONTROLLED, cpu)}`);
  }
  const p50 = (sample: Sample) => sample.p50;
  const healthy = added(CONTROLLED, "jsonAt150", p50);
  const failedOver = added(CONTROLLED, "failoverAt150", p50, "jsonAt150");
  out(
    `added p50 at 150/s of a failover over a healthy provider: ${(failedOver / healthy).toFixed(2)} ` +
      `(${failedOver.toFixed(2)} over ${healthy.toFixed(2)} ms)`,
  );
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

function againstPortkey(assay: string): void {
  const over = (of: (name: string) => number) => ratio(assay, "portkey", of);
  out(`${assay}:`);
  out(`JSON req/s over Portkey, at 32 and 128 connections: ${both(assay, "portkey", rate)}`);
  out(`CPU a request over Portkey, at 32 and 128 connections: ${both(assay, "portkey", cpu)}`);
  const p50 = over((name) => added(name, "jsonAt150", (sample) => sample.p50));
  const p99 = over((name) => added(name, "jsonAt150", (sample) => sample.p99));
  out(`added p50 and p99 at 150/s over Portkey: ${p50}, ${p99}`);
  out(`added first token over Portkey: ${over((name) => added(name, "sseAt150", ({ firstByte }) => firstByte))}`);
}
