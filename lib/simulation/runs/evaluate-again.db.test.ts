// Calls that are evaluated again: what was cancelled or cut short stays as it ended.
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { callExecutions, testExecutions } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { sendChatMessage as sendContract } from "@/lib/contracts/simulation/runs/chat";
import { getCallExecution, updateCallExecution } from "./calls/calls";
import { cancelTestExecution } from "./executions/end-executions";
import { getExecutionVerdict } from "./executions/figures";
import { advanceExecution } from "./play/advance";
import { sendChatMessage } from "./play/chat";
import { endSilentCalls } from "./play/sweep";
import { breakCall } from "./play/write-call";
import { updateEvalConfig } from "./run-tests/eval-configs";
import { rerunCalls, runNewEvals } from "./start/rerun";
import { createCallBatch, startChatExecution } from "./start/start";
import {
  askingRow,
  callsIn,
  createCodeTemplate,
  createRunTestOf,
  evaluationOf,
  executionOf,
  meansOf,
  playRun,
  polite,
  startRun,
} from "./testing";

const database = suiteDatabase();
let context: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
});

const play = (id: string, agent = polite) => playRun(context, id, meansOf(agent));
const cancel = (test_execution_id: string) => cancelTestExecution(context, { test_execution_id });
const evaluateAll = (test_execution_id: string, call_execution_ids: string[] = []) =>
  rerunCalls(context, {
    test_execution_id,
    call_execution_ids,
    select_all: call_execution_ids.length === 0,
    only_failed: false,
    rerun_type: "eval_only",
  });
const expecting = askingRow({ expected_tool_calls: JSON.stringify([{ name: "refund" }]) });

/** A run whose client has begun each of its two calls with a message. */
async function begunByClient(row = expecting) {
  const template = await createCodeTemplate(context, "1");
  const change = { evaluations_config: [evaluationOf(template, "Only")] };
  const { run } = await createRunTestOf(context, [row, row], change, { type: "client" });
  const { execution_id } = await startChatExecution(context, { run_test_id: run.id });
  const { call_execution_ids: ids } = await createCallBatch(context, { test_execution_id: execution_id });
  for (const call_execution_id of ids)
    for (const body of [{ initiate_chat: true }, { messages: [{ role: "user", content: "At the depot." }] }])
      await sendChatMessage(context, { call_execution_id, ...sendContract.body.parse(body) });
  return { run, execution_id, ids };
}

const cancelledCall = { status: "cancelled", cause: "cancelled", verdict: null, faultSide: null };
const REASON = "The call was cancelled, so there is nothing to evaluate.";

test("cancelled calls and their run stay cancelled, however they are evaluated again", async () => {
  const { run, execution_id, ids } = await begunByClient();
  await cancel(execution_id);
  expect((await executionOf(context, execution_id)).status).toBe("cancelled");
  for (const chosen of [[], ids])
    expect(await evaluateAll(execution_id, chosen)).toMatchObject({
      success_count: 0,
      failed_reruns: ids.map((id) => ({ call_execution_id: id, error: REASON })),
    });
  const [binding = ""] = run.simulate_eval_configs;
  const which = { run_test_id: run.id, test_execution_ids: [execution_id], select_all: false };
  expect(await runNewEvals(context, { ...which, eval_config_ids: [binding] })).toMatchObject({
    call_execution_count: 0,
  });
  const change = { run_test_id: run.id, eval_config_id: binding, run: true, test_execution_id: execution_id };
  await updateEvalConfig(context, change);
  await play(execution_id);
  expect(await callsIn(context, execution_id)).toMatchObject([cancelledCall, cancelledCall]);
  expect((await executionOf(context, execution_id)).status).toBe("cancelled");
  expect(await getExecutionVerdict(context, { test_execution_id: execution_id })).toMatchObject({ pass_rate: null });
  await expect(createCallBatch(context, { test_execution_id: execution_id })).rejects.toMatchObject({
    kind: "invalid",
  });
});

test("a run cancelled after its first call evaluates that call again and stays cancelled", async () => {
  const settings = { simulator_model: "scripted", concurrency: 1 };
  const { run } = await createRunTestOf(context, [askingRow(), askingRow(), askingRow()], { settings });
  const { execution_id } = await startRun(context, run.id);
  const services = meansOf(polite);
  let requests = 0;
  await playRun(context, execution_id, {
    ...services,
    async send(request) {
      requests += 1;
      if (requests === 3) await cancel(execution_id);
      return services.send(request);
    },
  });
  const calls = await callsIn(context, execution_id);
  expect(calls.map(({ status }) => status)).toEqual(["completed", "cancelled", "cancelled"]);
  expect(await evaluateAll(execution_id)).toMatchObject({ success_count: 1, failure_count: 2 });
  expect((await executionOf(context, execution_id)).status).toBe("cancelling");
  await advanceExecution(database.db, context.caller.organizationId, execution_id, { services });
  expect((await callsIn(context, execution_id)).map(({ status }) => status)).toEqual([
    "completed",
    "cancelled",
    "cancelled",
  ]);
  expect((await executionOf(context, execution_id)).status).toBe("cancelled");
});

test("re-evaluation keeps a failure that a client reported, and completed calls are unaffected", async () => {
  const { execution_id, ids } = await begunByClient(askingRow());
  const [failed = "", completed = ""] = ids;
  await updateCallExecution(context, { call_execution_id: failed, status: "failed", ended_reason: "It crashed." });
  await updateCallExecution(context, { call_execution_id: completed, status: "completed", ended_reason: null });
  await play(execution_id);
  const fault = {
    side: "agent",
    kind: "no_answer",
    message: "The client reported that the agent failed.",
    evidence: { turn: 3, text: "It crashed." },
  };
  const before = { status: "failed", cause: "client", verdict: "failed", faults: [fault], faultKind: "no_answer" };
  const other = { status: "completed", verdict: "passed", faults: [] };
  expect(await callsIn(context, execution_id)).toMatchObject([before, other]);
  expect(await evaluateAll(execution_id)).toMatchObject({ success_count: 2 });
  await play(execution_id);
  expect(await callsIn(context, execution_id)).toMatchObject([before, other]);
});

test("a call that stalled or broke after some turns stays excluded when evaluated again", async () => {
  const { execution_id } = await begunByClient();
  const [broken] = await callsIn(context, execution_id);
  if (!broken) throw new Error("the run has a call");
  await breakCall({ db: database.db, now: () => new Date() }, broken, "The test broke it.");
  await endSilentCalls(database.db, new Date(Date.now() + 31 * 60_000));
  const excluded = [
    { status: "failed", verdict: "excluded", faultKind: "unavailable", faults: [{ evidence: { turn: 3 } }] },
    { status: "failed", verdict: "excluded", faultKind: "stalled", faults: [{ evidence: { turn: 3 } }] },
  ];
  expect(await callsIn(context, execution_id)).toMatchObject(excluded);
  expect(await evaluateAll(execution_id)).toMatchObject({ success_count: 2 });
  await play(execution_id);
  expect(await callsIn(context, execution_id)).toMatchObject(excluded);
});

test("older calls without a fault at their last turn keep their outcome", async () => {
  const { execution_id, ids } = await begunByClient(askingRow());
  const [failed = "", stalled = ""] = ids;
  await updateCallExecution(context, { call_execution_id: failed, status: "failed", ended_reason: "It crashed." });
  await endSilentCalls(database.db, new Date(Date.now() + 31 * 60_000));
  const fault = { side: "provider", kind: "stalled", message: "Silence.", evidence: { turn: 0, text: "" } } as const;
  await database.db.update(callExecutions).set({ faults: [] }).where(eq(callExecutions.id, failed));
  await database.db
    .update(callExecutions)
    .set({ faults: [fault] })
    .where(eq(callExecutions.id, stalled));
  expect(await evaluateAll(execution_id)).toMatchObject({ success_count: 2 });
  await play(execution_id);
  expect(await callsIn(context, execution_id)).toMatchObject([
    { status: "failed", verdict: "failed", faultSide: "agent", faultKind: "no_answer" },
    { status: "failed", verdict: "excluded", faultSide: "provider", faultKind: "stalled" },
  ]);
});

test("evaluations of a cut-short call are skipped with the reason, and none stays pending", async () => {
  const evaluations_config = [evaluationOf(await createCodeTemplate(context, "1"), "Only")];
  const { run } = await createRunTestOf(context, [askingRow(), askingRow()], { evaluations_config });
  const { execution_id } = await startRun(context, run.id);
  await play(execution_id, () => 500);
  expect(await evaluateAll(execution_id)).toMatchObject({ success_count: 2 });
  await play(execution_id);
  const { evaluations } = await getExecutionVerdict(context, { test_execution_id: execution_id });
  expect(evaluations.map(({ pending }) => pending)).toEqual([]);
  const [call] = await callsIn(context, execution_id);
  const shown = await getCallExecution(context, { call_execution_id: call?.id ?? "" });
  expect(shown).toMatchObject({ status: "failed", verdict: "failed" });
  expect(Object.values(shown.eval_metrics)).toMatchObject([
    { status: "skipped", reason: "The call was cut short, so it was not evaluated." },
  ]);
});

test("evaluating a run keeps its end time; playing all calls starts it again", async () => {
  const { run } = await createRunTestOf(context, [askingRow()]);
  const { execution_id } = await startRun(context, run.id);
  await play(execution_id);
  const startedAt = new Date("2026-01-01T10:00:00Z");
  const endedAt = new Date("2026-01-01T10:01:00Z");
  await database.db.update(testExecutions).set({ startedAt, endedAt }).where(eq(testExecutions.id, execution_id));
  await evaluateAll(execution_id);
  expect(await executionOf(context, execution_id)).toMatchObject({ status: "evaluating", startedAt, endedAt });
  await play(execution_id);
  expect(await executionOf(context, execution_id)).toMatchObject({ status: "completed", startedAt, endedAt });
  const chosen = { test_execution_id: execution_id, call_execution_ids: [], select_all: true, only_failed: false };
  const before = Date.now();
  await rerunCalls(context, { ...chosen, rerun_type: "call_and_eval" });
  expect(await executionOf(context, execution_id)).toMatchObject({ status: "running", endedAt: null });
  await play(execution_id);
  const again = await executionOf(context, execution_id);
  expect(again.startedAt?.getTime()).toBeGreaterThanOrEqual(before);
  expect(again.endedAt?.getTime()).toBeGreaterThanOrEqual(again.startedAt?.getTime() ?? Number.POSITIVE_INFINITY);
});
