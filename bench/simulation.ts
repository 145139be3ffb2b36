// Test runs against an agent that takes 200 ms, fails one turn in twenty and refuses one in fifty for a second: as they go, and
// with the server killed twice on the way, and with PostgreSQL and then Redis away for ten seconds. Then pages and the progress
// of a run of many calls over one of few.
//   npx tsx bench/simulation.ts [conversations] [turns] [calls] [rounds]
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { createCaller, createOrganization } from "@/db/testing/factories";
import { bearer, createCredentials } from "@/lib/http/testing/api";
import { openDatabaseLink } from "@/lib/http/testing/database-link";
import { createRunTestOf } from "@/lib/simulation/runs/testing";
import { ask } from "./client";
import { startEnvironment } from "./environment";
import { out, seconds } from "./print";
import { processorTime } from "./processes/process-tree";
import { startServer } from "./processes/server-process";
import { accountOf } from "./simulation/account";
import { compareSizes } from "./simulation/compare-sizes";
import { askedTurns, idealMs, LATENCY_MS, questionOf } from "./simulation/plan";

const conversations = Number(process.argv[2] ?? 200);
const turns = Number(process.argv[3] ?? 6);
const many = Number(process.argv[4] ?? 10_000);
const rounds = Number(process.argv[5] ?? 51);
const AT_ONCE = 50;
const AWAY_MS = 10_000;

const ideal = idealMs(conversations, turns, AT_ONCE);
const plannedTurns = Array.from({ length: conversations }, (_, conversation) => askedTurns(conversation, turns));
const questions = plannedTurns.flat();

const environment = await startEnvironment();
Object.assign(process.env, environment.variables);
const agent = await startServer("simulation/agent.ts", { TURNS: String(turns) });
try {
  const { db } = environment;
  const organization = await createOrganization(db);
  const context = await createCaller(db, organization);
  const credentials = bearer(await createCredentials(db, "Admin", organization));
  const server = await environment.serve("assay-jobs-server.ts", { ASSAY_ALLOWED_HOSTS: "127.0.0.1" });
  const rows = plannedTurns.map((_, conversation) => ({
    persona: JSON.stringify({ name: `Customer ${conversation}` }),
    situation: `Customer ${conversation} has ${turns} questions.`,
    script: JSON.stringify(Array.from({ length: turns }, (_, turn) => questionOf({ conversation, turn }))),
  }));
  const target = { type: "chat_completions", url: agent.address, model: "agent", timeout_seconds: 30 };
  const settings = { simulator_model: "scripted", concurrency: AT_ONCE };
  const { run } = await createRunTestOf(context, rows, { settings }, target);

  out(
    `${conversations} conversations of ${turns} turns, ${AT_ONCE} at a time: ${questions.length} turns are asked for`,
  );
  await play(db, server, credentials, run.id, 0); // the processes are warm then
  const before = await ourSeconds();
  const plain = await play(db, server, credentials, run.id, 0);
  const used = (await ourSeconds()) - before;
  out(`  ${seconds(plain.ms)} s, ideal ${seconds(ideal)} s: ${(plain.ms / ideal).toFixed(3)} of it; ${plain.account}`);
  out(`  ${((used * 1000) / questions.length).toFixed(2)} ms of processor time a turn, PostgreSQL and Redis included`);
  const killed = await play(db, server, credentials, run.id, 2);
  tellKilled("killed twice and started anew", killed);

  await compareSizes(context, server, credentials, many, rounds);
  process.kill(environment.pidOf(server), "SIGKILL"); // its jobs are the next one's
  const kept = await environment.keep("assay-jobs-server.ts", { ASSAY_ALLOWED_HOSTS: "127.0.0.1" });
  await play(db, kept.address, credentials, run.id, 0);
  const relieved = await play(db, kept.address, credentials, run.id, 2, kept.kill);
  tellKilled("killed twice with another standing by", relieved);
  await kept.stop();
  const model = { type: "chat_completions", url: null, model: `sandbox/slow-${LATENCY_MS}`, timeout_seconds: 30 };
  const modelled = await createRunTestOf(context, rows, { settings }, model);
  const aways = [
    await playWithout("DATABASE_URL", credentials, run.id),
    await playWithout("UPSTASH_REDIS_REST_URL", credentials, modelled.run.id),
  ];
  if (![plain, killed, relieved, ...aways].every(({ isRight }) => isRight)) process.exitCode = 1;
} finally {
  await agent.stop();
  await environment.stop();
}

function tellKilled(how: string, { ms, downMs, account, again }: Awaited<ReturnType<typeof play>>) {
  out(`  ${how}: ${seconds(ms)} s, of it ${seconds(downMs)} s until the next server serves;`);
  out(`    ${((ms - downMs) / ideal).toFixed(3)} of the ideal without that, ${(ms / ideal).toFixed(3)} with it;`);
  out(`    ${account}; ${again} turns were asked for again`);
}

/** Runs it while the service at one variable's address is down for a part of the time. */
async function playWithout(
  variable: "DATABASE_URL" | "UPSTASH_REDIS_REST_URL",
  credentials: Headers,
  runTestId: string,
) {
  const { variables, db } = environment;
  const link = await openDatabaseLink(variables[variable] ?? "");
  const server = await environment.serve("assay-jobs-server.ts", {
    ASSAY_ALLOWED_HOSTS: "127.0.0.1",
    [variable]: link.url.replace(/\/$/, ""),
  });
  const played = await play(db, server, credentials, runTestId, 1, async () => {
    await link.cut();
    await wait(AWAY_MS);
    await link.mend();
  });
  const name = variable === "DATABASE_URL" ? "PostgreSQL" : "Redis";
  out(`${name} away for ${seconds(AWAY_MS)} s in the midst of it: ${seconds(played.ms)} s; ${played.account}`);
  process.kill(environment.pidOf(server), "SIGKILL");
  await link.close();
  return played;
}

/** Processor time of all that is ours: servers, PostgreSQL and Redis, without the agent and this process. */
async function ourSeconds(): Promise<number> {
  const tree = await processorTime(process.pid);
  return tree.seconds - (tree.ofProcess.get(process.pid) ?? 0) - (tree.ofProcess.get(agent.pid) ?? 0);
}

type Headers = Record<string, string>;

/** Runs it once, with a number of disasters at even intervals; by default the server is killed. */
async function play(
  db: Database,
  server: string,
  credentials: Headers,
  runTestId: string,
  kills: number,
  disaster = () => environment.replace(server),
) {
  const path = `${server}/simulate/run-tests/${runTestId}`;
  await ask("GET", agent.address, {});
  const begun = Date.now();
  const { execution_id: id } = await ask<{ execution_id: string }>("POST", `${path}/execute/`, credentials, {});
  let downMs = 0;
  for (let kill = 1; kill <= kills; kill++) {
    while ((await turnsWritten(db, id)) < (questions.length * 2 * kill) / (kills + 1)) await wait(20);
    const start = performance.now();
    await disaster();
    downMs += performance.now() - start;
  }
  for (;;) {
    const polled = ask<{ status: string; end_time: string | null }>("GET", `${path}/status/`, credentials);
    const { status, end_time } = await polled.catch((error) => ({ status: String(error), end_time: null })); // what it needs may be away
    if (status === "completed" && end_time) {
      const { again } = await ask<{ again: number }>("GET", agent.address, {});
      return { ms: Date.parse(end_time) - begun, downMs, again, ...(await accountOf(db, id, plannedTurns, turns)) };
    }
    await wait(100);
  }
}

async function turnsWritten(db: Database, executionId: string): Promise<number> {
  const [row] = await db.execute<{ turns: number }>(
    sql`select coalesce(sum(turn_count), 0)::int as turns from call_executions where execution_id = ${executionId}`,
  );
  return row?.turns ?? 0;
}
