// Test runs against an agent that takes 200 ms, fails one turn in twenty and refuses one in fifty for a second: as they go, and
// with the server killed twice on the way, and with PostgreSQL and then Redis away for ten seconds. Then pages and the progress
// of a run of many calls over one of few.
//   npx tsx bench/simulation.ts [conversations] [turns] [calls] [rounds]
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callExecutions, testExecutions } from "@/db/schema";
import { createCaller, createOrganization } from "@/db/testing/factories";
import { bearer, createCredentials } from "@/lib/http/testing/api";
import { openDatabaseLink } from "@/lib/http/testing/database-link";
import { isRecord } from "@/lib/records";
import { settleExecution } from "@/lib/simulation/runs/settle";
import { createRunTestOf } from "@/lib/simulation/runs/testing";
import { createTestExecution } from "@/lib/simulation/testing";
import { ask, median } from "./client";
import { startEnvironment } from "./environment";
import { processorTime } from "./process-tree";
import { startServer } from "./server-process";
import { answerOf, askedTurns, fails, idealMs, LATENCY_MS, questionOf, turnIn } from "./simulation/plan";

const conversations = Number(process.argv[2] ?? 200);
const turns = Number(process.argv[3] ?? 6);
const many = Number(process.argv[4] ?? 10_000);
const rounds = Number(process.argv[5] ?? 51);
const AT_ONCE = 50;
const FEW = 10;
const AWAY_MS = 10_000;
const out = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (ms: number) => (ms / 1000).toFixed(2);

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

  await compareSizes(context, server, credentials);
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
      return { ms: Date.parse(end_time) - begun, downMs, again, ...(await accountOf(db, id)) };
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

/** Whether every conversation was held once, each turn of it once and in its place, and each fault is its side's. */
async function accountOf(db: Database, executionId: string) {
  const [counts] = await db.select().from(testExecutions).where(sql`id = ${executionId}`);
  const { target } = counts?.pinned.agent.snapshot ?? {};
  const isModel = isRecord(target) && target.url === null;
  const calls = await db.execute<{
    number: number;
    status: string;
    side: string | null;
    kind: string | null;
    said: string[];
  }>(sql`
    select number, status, fault_side as side, fault_kind as kind,
      array(select content from call_turns where call_id = call.id order by call_turns.number) as said
    from call_executions as call where execution_id = ${executionId} and deleted_at is null order by number`);
  const isPlayed = ({ said: contents, status, side, kind }: (typeof calls)[number]) => {
    const conversation = turnIn(contents[0] ?? "")?.conversation ?? -1;
    const expected = plannedTurns[conversation] ?? [];
    const hasFailed = expected.some((turn) => fails(turn, turns));
    // A model of the sandbox answers everything, in words of its own.
    if (isModel) {
      const ownQuestions = Array.from({ length: turns }, (_, turn) => questionOf({ conversation, turn }));
      return (
        status === "completed" &&
        contents.length === 2 * turns &&
        ownQuestions.every((text, turn) => text === contents[2 * turn])
      );
    }
    const texts = expected.flatMap((turn) =>
      fails(turn, turns) ? [questionOf(turn)] : [questionOf(turn), answerOf(turn)],
    );
    const expectedEnd = hasFailed ? `failed agent http_error` : `completed null null`;
    return texts.join("\n") === contents.join("\n") && `${status} ${side} ${kind}` === expectedEnd;
  };
  const firsts = new Set(calls.map(({ said: texts }) => texts[0]));
  const right = calls.filter(isPlayed).length;
  const failed = isModel ? 0 : plannedTurns.filter((own) => own.some((turn) => fails(turn, turns))).length;
  const isCounted = counts?.failedCalls === failed && counts.completedCalls === conversations - failed;
  const isRight =
    calls.length === conversations && firsts.size === conversations && right === conversations && isCounted;
  const account = `${right} of ${calls.length} as they should be, ${counts?.failedCalls} of ${failed} failed by the agent${isRight ? "" : ": WRONG"}`;
  return { isRight, account };
}

/** Pages and progress of many calls over those of few. */
async function compareSizes(context: Awaited<ReturnType<typeof createCaller>>, server: string, credentials: Headers) {
  const { db, caller } = context;
  const made = await Promise.all([FEW, many].map(() => createTestExecution(context, [])));
  for (const [index, count] of [FEW, many].entries()) {
    const { executionId = "", runTestId = "" } = made[index] ?? {};
    await db.execute(sql`
      insert into ${callExecutions} (organization_id, workspace_id, execution_id, run_test_id, scenario_id, number, status, verdict, row, turn_count)
      select ${caller.organizationId}::uuid, ${caller.workspaceId}::uuid, ${executionId}::uuid, ${runTestId}::uuid, ${runTestId}::uuid, nth,
        case when nth % 3 = 0 then 'ongoing' else 'completed' end, case when nth % 3 = 0 then null when nth % 7 = 0 then 'failed' else 'passed' end,
        jsonb_build_object('situation', jsonb_build_object('value', repeat(md5(nth::text) || ' ', 10), 'column_id', gen_random_uuid(),
          'dataset_id', gen_random_uuid(), 'data_type', 'text')), 6
      from generate_series(0, ${count - 1}::int) as nth`);
    await settleExecution(db, executionId, new Date());
  }
  await db.execute(sql`vacuum analyze call_executions`);
  const timed = async (paths: readonly string[]) => {
    const times = paths.map((): number[] => []);
    for (let round = 0; round < rounds + 5; round++)
      for (const [index, path] of paths.entries()) {
        const start = performance.now();
        await ask("GET", `${server}${path}`, credentials);
        if (round >= 5) times[index]?.push(performance.now() - start);
      }
    return times.map(median);
  };
  const [few, all] = made;
  const execution = `/simulate/test-executions/${all?.executionId}/`;
  const middle = Math.ceil(many / 60);
  const [first, between, failed, hundred] = await timed([
    execution,
    `${execution}?page=${middle}`,
    `${execution}?verdict=failed`,
    `${execution}?limit=100&page=${Math.ceil(many / 200)}`,
  ]);
  out(
    `${many} calls: first page ${first?.toFixed(1)} ms, page ${middle} ${between?.toFixed(1)} ms, failed ones ${failed?.toFixed(1)} ms, a hundred ${hundred?.toFixed(1)} ms`,
  );
  const [short, long] = await timed([few, all].map((one) => `/simulate/run-tests/${one?.runTestId}/status/`));
  const rate = ((long ?? Number.NaN) / (short ?? Number.NaN)).toFixed(2);
  out(`  progress ${long?.toFixed(2)} ms, of ${FEW} calls ${short?.toFixed(2)} ms: ${rate} of it`);
}
