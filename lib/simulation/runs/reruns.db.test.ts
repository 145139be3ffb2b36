// What is spent, judged later, and played again.
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { testExecutions } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { getCallExecution } from "./calls/calls";
import { getEvalSummary } from "./executions/eval-summaries";
import { getExecutionVerdict } from "./executions/figures";
import { addEvalConfigs } from "./run-tests/eval-configs";
import { rerunCalls, rerunTestExecutions, runNewEvals } from "./start/rerun";
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
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

test("at the ceiling, the running conversation finishes and no other one starts", async () => {
  const { run } = await createRunTestOf(context, [askingRow(), askingRow(), askingRow()], {
    settings: { simulator_model: "scripted", concurrency: 1, cost_ceiling_usd: 0.5 },
  });
  const { execution_id } = await startRun(context, run.id);
  const services = meansOf(polite);
  await playRun(context, execution_id, {
    ...services,
    async send(request) {
      await database.db.update(testExecutions).set({ spentMicros: 500_000 }).where(eq(testExecutions.id, execution_id));
      return services.send(request);
    },
  });
  expect(await callsIn(context, execution_id)).toMatchObject([
    { status: "completed", turnCount: 4 },
    { status: "cancelled", cause: "ceiling", turnCount: 0, verdict: null },
    { status: "cancelled", cause: "ceiling", turnCount: 0, verdict: null },
  ]);
  expect((await executionOf(context, execution_id)).status).toBe("completed");
  // Two thirds were never tried: that is no pass.
  const verdict = await getExecutionVerdict(context, { test_execution_id: execution_id });
  expect(verdict).toMatchObject({ passed: false, calls: { total: 3, unscored: 1, cancelled: 2 } });
  expect(verdict.reason).toBe(
    "No calls count. 2 of 3 calls were not played. The run reached its cost ceiling. 1 of 3 calls are unscored: nothing says whether they passed.",
  );
});

test("played calls get evaluations that were added later, and none twice", async () => {
  const template = await createCodeTemplate(context, 'text.includes("depot") ? 1 : 0');
  const evaluations_config = [evaluationOf(template, "First")];
  const { run } = await createRunTestOf(context, [askingRow(), askingRow()], { evaluations_config });
  const runs = [await startRun(context, run.id), await startRun(context, run.id)];
  for (const { execution_id } of runs) await play(execution_id);
  const added = await addEvalConfigs(context, {
    run_test_id: run.id,
    evaluations_config: [evaluationOf(await createCodeTemplate(context, "0"), "Second")],
  });
  const [second = ""] = added.created_eval_configs.map(({ id }) => id);
  const [one = "", other = ""] = runs.map(({ execution_id }) => execution_id);
  const chosen = { run_test_id: run.id, test_execution_ids: [one], select_all: false, eval_config_ids: [second] };
  expect(await runNewEvals(context, chosen)).toMatchObject({ call_execution_count: 2 });
  // Sent again before it is judged: the calls are not over.
  expect(await runNewEvals(context, chosen)).toMatchObject({ call_execution_count: 0 });
  expect((await executionOf(context, one)).status).toBe("evaluating");
  await play(one);
  const metricsOf = async (executionId: string) => {
    const [call] = await callsIn(context, executionId);
    const shown = await getCallExecution(context, { call_execution_id: call?.id ?? "" });
    const metrics = Object.values(shown.eval_metrics).map(({ name, value, generation }) => [name, value, generation]);
    return { verdict: shown.verdict, metrics: metrics.toSorted() };
  };
  const first = ["First", "Passed", 1];
  expect(await metricsOf(one)).toEqual({ verdict: "failed", metrics: [first, ["Second", "Failed", 1]] });
  expect(await metricsOf(other)).toEqual({ verdict: "passed", metrics: [first] });
  expect((await executionOf(context, one)).status).toBe("completed");
  for (const [eval_config_ids, test_execution_ids, field] of [
    [[run.id], [one], "eval_config_ids.0"],
    [[second], [], "test_execution_ids"],
    [[second], [run.id], "test_execution_ids"],
  ] as [string[], string[], string][])
    expect(await refused(runNewEvals(context, { ...chosen, eval_config_ids, test_execution_ids }))).toMatchObject({
      kind: "invalid",
      detail: { fields: { [field]: [expect.any(String)] } },
    });
});

test("over several executions, failed calls are played again and passed ones left alone", async () => {
  const { run } = await createRunTestOf(context, [askingRow(), askingRow()]);
  const [good, bad] = [await startRun(context, run.id), await startRun(context, run.id)];
  await play(good.execution_id);
  const [broken] = await callsIn(context, bad.execution_id);
  await play(bad.execution_id, (request) => (request.call === broken?.id ? 500 : polite(request)));
  const all = { run_test_id: run.id, test_execution_ids: [good.execution_id], select_all: true };
  expect(await rerunTestExecutions(context, { ...all, rerun_type: "call_and_eval", only_failed: true })).toMatchObject({
    test_execution_count: 1,
  });
  await play(bad.execution_id);
  const again = await getCallExecution(context, { call_execution_id: broken?.id ?? "" });
  expect(again).toMatchObject({ status: "completed", faults: [], rerun_snapshots: [{ status: "failed" }] });
  for (const { execution_id } of [good, bad])
    expect(await executionOf(context, execution_id)).toMatchObject({ status: "completed", completedCalls: 2 });
});

test("a call that is played again is another thread to its agent, and its requests have other ids", async () => {
  const { run } = await createRunTestOf(context, [askingRow()]);
  const { execution_id } = await startRun(context, run.id);
  const seen: [string, string, string][] = [];
  const traces: string[] = [];
  const services = meansOf(polite);
  const heard: typeof services = {
    ...services,
    async send(request) {
      const { thread_id, call_id } = JSON.parse(request.body);
      seen.push([request.headers["webhook-id"] ?? "", thread_id, call_id]);
      traces.push(request.headers.traceparent?.split("-")[1] ?? "");
      return services.send(request);
    },
  };
  const again = { test_execution_id: execution_id, call_execution_ids: [], select_all: true, only_failed: false };
  await playRun(context, execution_id, heard);
  for (const _ of [2, 3]) {
    await rerunCalls(context, { ...again, rerun_type: "eval_only" });
    await playRun(context, execution_id, heard);
    await rerunCalls(context, { ...again, rerun_type: "call_and_eval" });
    await playRun(context, execution_id, heard);
  }
  const [call] = await callsIn(context, execution_id);
  const id = call?.id ?? "";
  const { transcript } = await getCallExecution(context, { call_execution_id: id });
  const kept = transcript.flatMap(({ role, trace_id }) => (role === "assistant" ? [trace_id] : []));
  expect(kept).toEqual(traces.slice(-kept.length));
  expect(new Set(traces).size).toBe(seen.length);
  expect(seen).toEqual(
    [id, `${id}-2`, `${id}-3`].flatMap((thread) => [
      [`${thread}:1`, thread, id],
      [`${thread}:3`, thread, id],
    ]),
  );
});

test("only_failed leaves out calls without a score", async () => {
  const { run } = await createRunTestOf(context, [askingRow(), askingRow()]);
  const { execution_id } = await startRun(context, run.id);
  const [first] = await callsIn(context, execution_id);
  await play(execution_id, (request) => (request.call === first?.id ? 500 : polite(request)));
  expect(await callsIn(context, execution_id)).toMatchObject([{ verdict: "failed" }, { verdict: "unscored" }]);
  const chosen = { test_execution_id: execution_id, call_execution_ids: [], select_all: true, only_failed: true };
  expect(await rerunCalls(context, { ...chosen, rerun_type: "call_and_eval" })).toMatchObject({
    successful_reruns: [first?.id],
  });
});

test("any execution can be named, but selecting more than 1,000 is refused with a reason", async () => {
  const { run } = await createRunTestOf(context, [askingRow()]);
  const { execution_id } = await startRun(context, run.id);
  const { id: _id, idempotencyKey: _key, ...copied } = await executionOf(context, execution_id);
  const earlier = { ...copied, createdAt: new Date("2026-01-01T00:00:00Z"), status: "completed" as const };
  await database.db.insert(testExecutions).values(Array.from({ length: 1_000 }, () => earlier));
  await play(execution_id);
  const chosen = { run_test_id: run.id, rerun_type: "eval_only" as const, only_failed: false };
  expect(
    await rerunTestExecutions(context, { ...chosen, test_execution_ids: [execution_id], select_all: false }),
  ).toMatchObject({ test_execution_count: 1, call_execution_count: 1 });
  expect(
    await refused(rerunTestExecutions(context, { ...chosen, test_execution_ids: [], select_all: true })),
  ).toMatchObject({
    kind: "invalid",
    detail: { fields: { select_all: ["The run test has more than 1,000 executions. List test_execution_ids."] } },
  });
});

test("the summary shows an evaluation's output type before anything is scored", async () => {
  const template = await createCodeTemplate(context, "true");
  const { run } = await createRunTestOf(context, [askingRow()], {
    evaluations_config: [evaluationOf(template, "Nowhere", "call.nothing.here")],
  });
  const { execution_id } = await startRun(context, run.id);
  await play(execution_id);
  const [summary] = await getEvalSummary(context, { run_test_id: run.id, execution_id });
  expect(summary).toMatchObject({ output_type: "Pass/Fail", total_pass_rate: null });
  expect(summary?.result[0]?.output).toEqual({ pass: null, fail: null, pass_count: 0, fail_count: 0 });
});
