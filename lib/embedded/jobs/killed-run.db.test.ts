// A run whose process is killed with SIGKILL in the midst of calls, and another that goes on. bench/evaluation-run.ts does it twice
// to a whole server.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { evalRunCells, gatewayLedger } from "@/db/schema";
import { createCaller, createOrganization } from "@/db/testing/factories";
import { runEvaluations } from "@/inngest/functions/run-evaluations";
import { runEvent } from "@/lib/evaluation/runs/end-run";
import { runInOrganization } from "@/lib/evaluation/runs/loaders";
import { getEvalRun } from "@/lib/evaluation/runs/read/list-runs";
import { startEvalRun } from "@/lib/evaluation/runs/start/start-run";
import { bindTestEval, createTestDataset, startTestProvider, verdict } from "@/lib/evaluation/runs/testing";
import { settleInterrupted } from "@/lib/evaluation/runs/work/sweep";
import { createTestTemplate } from "@/lib/evaluation/testing";
import { bringMoney } from "@/lib/gateway-admin/money/ledger";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { startJobs } from "./start";

const ROWS = 40;
const EVALUATIONS = 3;
const CELLS = ROWS * EVALUATIONS;
const AT_ONCE = 10;
/** So many calls are answered before the process is killed with the others under way. */
const ANSWERED = 50;

let gateway: Awaited<ReturnType<typeof startTestGateway>>;
let provider: Awaited<ReturnType<typeof startTestProvider>>;
let child: ChildProcess;
let isReady: Promise<unknown>;
let calls = 0;
let isHeld = Promise.resolve();
let whenAsked = () => {};

beforeAll(async () => {
  gateway = await startTestGateway();
  const path = fileURLToPath(new URL("./killed-run-child.ts", import.meta.url));
  child = spawn(process.execPath, ["--import", "tsx", path], { stdio: ["pipe", "pipe", "inherit"] });
  isReady = once(child.stdout ?? child, "data");
  provider = await startTestProvider({
    answer: async () => {
      calls += 1;
      if (calls === ANSWERED + AT_ONCE) whenAsked();
      if (calls > ANSWERED) await isHeld;
      return verdict("Pass");
    },
  });
}, 30_000);
afterAll(async () => {
  child.kill("SIGKILL");
  provider.stop();
  await gateway.close();
});

test("a run resumes after its process is killed: each cell once, at the ledger's cost", async () => {
  const context = await createCaller(gateway.db, await createOrganization(gateway.db));
  const dataset = await createTestDataset(context, ROWS);
  const template = await createTestTemplate(context, { model: "acme/judge" });
  const evaluations = [];
  for (let nth = 0; nth < EVALUATIONS; nth++)
    evaluations.push(await bindTestEval(context, dataset, template, { name: `Evaluation ${nth}` }));
  const options = { column_ids: [], repeats: 1, at_once: AT_ONCE, ceiling_micros: 1_000_000 };
  const { run_id } = await startEvalRun(context, { dataset_id: dataset, user_eval_ids: evaluations, ...options });
  const detail = () => getEvalRun(context, { run_id });
  const run = await runInOrganization(gateway.db, context.caller.organizationId, run_id);

  let release = () => {};
  isHeld = new Promise((resolve) => {
    release = resolve;
  });
  const areUnderWay = new Promise<void>((resolve) => {
    whenAsked = resolve;
  });
  await isReady;
  child.stdin?.write(JSON.stringify(runEvent(run)));
  await areUnderWay;
  await expect.poll(async () => (await detail()).scored, { interval: 20, timeout: 10_000 }).toBeGreaterThan(0);
  child.kill("SIGKILL");
  await once(child, "exit");
  release();
  const written = (await detail()).scored;

  const jobs = await startJobs({
    databaseUrl: process.env.DATABASE_URL ?? "",
    functions: [runEvaluations],
    lookMs: 50,
  });
  await expect.poll(async () => (await detail()).status, { interval: 20, timeout: 20_000 }).toBe("completed");
  await jobs.stop();
  expect(await detail()).toMatchObject({ total: CELLS, scored: CELLS, error: 0, open: 0 });
  const cells = await gateway.db.select().from(evalRunCells).where(sql`run_id = ${run_id}`);
  expect([cells.length, cells.every(({ outcome, attempts }) => outcome === "scored" && attempts === 1)]).toEqual([
    CELLS,
    true,
  ]);
  expect([calls >= CELLS + AT_ONCE, calls <= CELLS + AT_ONCE + ANSWERED - written]).toEqual([true, true]);

  await gateway.drain();
  await bringMoney();
  await settleInterrupted(gateway.db, new Date());
  const [ledger] = await gateway.db
    .select({ cost: sql<number>`sum(${gatewayLedger.costMicros})::int` })
    .from(gatewayLedger)
    .where(sql`starts_with(${gatewayLedger.requestId}, ${`run-${run_id}.`})`);
  expect((await detail()).spent_micros).toBe(ledger?.cost);
});
