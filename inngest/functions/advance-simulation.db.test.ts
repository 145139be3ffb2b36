// Test runs as the embedded driver plays them: agents and judges are models of the gateway.
import { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { startJobs } from "@/lib/embedded/jobs/start";
import { endedRuns } from "@/lib/embedded/jobs/testing";
import { overWeb } from "@/lib/exchange/testing";
import { createOrganizationConfig } from "@/lib/gateway-admin/operations";
import { adminRequest, startTestGateway } from "@/lib/gateway-admin/testing";
import { getCallExecution } from "@/lib/simulation/runs/calls/calls";
import { getRunTestStatus, getTestExecution } from "@/lib/simulation/runs/executions/executions";
import { getExecutionKpis } from "@/lib/simulation/runs/executions/figures";
import { advanceExecution } from "@/lib/simulation/runs/play/advance";
import { sendChatMessage } from "@/lib/simulation/runs/play/chat";
import { addEvalConfigs } from "@/lib/simulation/runs/run-tests/eval-configs";
import { rerunTestExecutions, runNewEvals } from "@/lib/simulation/runs/start/rerun";
import { createCallBatch, startChatExecution } from "@/lib/simulation/runs/start/start";
import {
  askingRow,
  callsIn,
  createCodeTemplate,
  createRunTestOf,
  evaluationOf,
  meansOf,
  playRun,
  startRun,
} from "@/lib/simulation/runs/testing";
import { inngest } from "../client";
import { advanceSimulationIn } from "./advance-simulation";

let gateway: Awaited<ReturnType<typeof startTestGateway>>;
let context: Context;
beforeAll(async () => {
  gateway = await startTestGateway();
  context = await createCaller(gateway.db, await createOrganization(gateway.db));
});
afterAll(() => gateway.close());

test("a job out of steps hands its calls to another, which finishes them, and B3.9: each turn of a model keeps its trace", async () => {
  const template = await createCodeTemplate(context, 'text.includes("4711") ? 1 : 0');
  const { run } = await createRunTestOf(
    context,
    [askingRow(), askingRow(), askingRow()],
    { evaluations_config: [evaluationOf(template, "Named")] },
    { type: "chat_completions", url: null, model: "sandbox/echo", timeout_seconds: 30 },
  );
  const { execution_id } = await startRun(context, run.id);
  const databaseUrl = process.env.DATABASE_URL ?? "";
  const pool = new Pool({ connectionString: databaseUrl });
  // Two jobs of two steps each find that more is left than they have steps for.
  let steps = 0;
  const handsOn = advanceSimulationIn(2, async (...args) => {
    steps += 1;
    return steps > 4 ? advanceExecution(...args) : { done: false, retryAfterMs: 0 };
  });
  const jobs = await startJobs({ databaseUrl, functions: [handsOn] });
  try {
    const { organizationId } = context.caller;
    const event = { name: "simulation/execution.advanced", data: { executionId: execution_id, organizationId } };
    await inngest.send([event, event]);
    const runs = await endedRuns(pool, "assay-advance-simulation", 4);
    expect([steps, ...runs.map(({ status }) => status)]).toEqual([6, ...Array(4).fill("completed")]);
  } finally {
    await jobs.stop();
    await pool.end();
    // Other suites have the same client.
    inngest.setEnvVars({ INNGEST_BASE_URL: undefined, INNGEST_EVENT_KEY: undefined, INNGEST_SIGNING_KEY: undefined });
  }
  expect(await getRunTestStatus(context, { run_test_id: run.id })).toMatchObject({
    status: "completed",
    completed_calls: 3,
  });
  const { results } = await getTestExecution(context, { test_execution_id: execution_id, page: 1, limit: 30 });
  const traces: string[] = [];
  for (const { id } of results) {
    const { transcript, verdict } = await getCallExecution(context, { call_execution_id: id });
    expect([verdict, ...transcript.map(({ role, messages }) => `${role}: ${messages}`)]).toEqual([
      "passed",
      "user: Where is my parcel 4711?",
      "assistant: Sandbox echo: Where is my parcel 4711?",
      "user: When does it arrive?",
      "assistant: Sandbox echo: When does it arrive?",
    ]);
    expect(transcript.map(({ trace_id, model }) => [trace_id !== null, model])).toEqual([
      [false, null],
      [true, "sandbox/echo"],
      [false, null],
      [true, "sandbox/echo"],
    ]);
    traces.push(...transcript.flatMap(({ trace_id }) => trace_id ?? []));
  }
  expect([traces.length, new Set(traces).size]).toEqual([6, 6]);
});

test("a chat fails with a reason if the simulated customer cannot speak (case 66)", async () => {
  const settings = { simulator_model: "sandbox/error-400" };
  const target = { type: "client" };
  const { run } = await createRunTestOf(context, [{ situation: "Ada asks." }], { settings }, target);
  const { execution_id: test_execution_id } = await startChatExecution(context, { run_test_id: run.id });
  const [call_execution_id = ""] = (await createCallBatch(context, { test_execution_id })).call_execution_ids;
  const begun = sendChatMessage(context, { call_execution_id, initiate_chat: true });
  await expect(begun).rejects.toMatchObject({ kind: "invalid", message: expect.stringContaining("model") });
  await playRun(
    context,
    test_execution_id,
    meansOf(() => 500),
  );
  const [call] = await callsIn(context, test_execution_id);
  expect(call).toMatchObject({ status: "failed", faultSide: "provider", endedReason: "A provider failed" });
  expect(call?.faults[0]?.message).toContain("model");
});

test("the simulator's model rates the customer's satisfaction from 1 to 10, shown in the call and the figures", async () => {
  const { run } = await createRunTestOf(context, [askingRow(), askingRow()]);
  const settings = { simulator_model: "sandbox/structured" };
  const services = meansOf(({ turn }) => ({ content: `Answer number ${turn} of the agent.` }));
  const started = await startRun(context, run.id, { settings });
  await playRun(context, started.execution_id, services);
  const calls = await callsIn(context, started.execution_id);
  const scores = calls.map(({ overallScore }) => overallScore ?? 0);
  for (const score of scores) expect([score, score >= 1 && score <= 10]).toEqual([Math.round(score), true]);
  expect(calls.map(({ metrics }) => metrics.csat_score)).toEqual(scores);
  const average = scores.reduce((sum, score) => sum + score, 0) / 2;
  const { execution_id: test_execution_id } = started;
  expect(await getExecutionKpis(context, { test_execution_id })).toMatchObject({
    avg_csat_score: average,
    avg_score: average,
  });
  const { results } = await getTestExecution(context, { test_execution_id, page: 1, limit: 2 });
  expect(results.map(({ overall_score, csat_score }) => [overall_score, csat_score])).toEqual(
    scores.map((score) => [score, score]),
  );
  // Not asked for, and where nobody could be asked, nothing is said.
  for (const others of [{ ...settings, measure_satisfaction: false }, { simulator_model: "sandbox/error-500" }, {}]) {
    const { execution_id } = await startRun(context, run.id, { settings: others });
    await playRun(context, execution_id, services);
    const statuses = (await callsIn(context, execution_id)).map(({ status, overallScore }) => [status, overallScore]);
    expect(statuses).toEqual([
      ["completed", null],
      ["completed", null],
    ]);
  }
});

test("tool calls are judged individually on request, also afterwards, and again if a judge was missing", async () => {
  const { run } = await createRunTestOf(context, [askingRow()]);
  const { execution_id } = await startRun(context, run.id);
  const track = (id: string) => ({ id, type: "function", function: { name: "track", arguments: '{"parcel":4711}' } });
  const services = meansOf(() => ({ content: "Let me look.", tool_calls: [track("1")] }));
  await playRun(context, execution_id, services);
  const outputs = async () => (await callsIn(context, execution_id))[0]?.toolOutputs;
  expect(await outputs()).toEqual({});
  const evaluations_config = [evaluationOf(await createCodeTemplate(context, "1"), "Later")];
  const added = await addEvalConfigs(context, { run_test_id: run.id, evaluations_config });
  await runNewEvals(context, {
    run_test_id: run.id,
    test_execution_ids: [],
    select_all: true,
    eval_config_ids: added.created_eval_configs.map(({ id }) => id),
    enable_tool_evaluation: true,
  });
  await playRun(context, execution_id, services);
  const unasked = { value: null, error: true, status: "failed", reason: expect.stringContaining("map turing_large") };
  expect(await outputs()).toMatchObject({ tool_track_1: unasked, tool_track_2: unasked });
  expect(await callsIn(context, execution_id)).toMatchObject([{ status: "completed", verdict: "passed" }]);
  const settings = { simulator_model: "scripted", judge_model: "sandbox/structured" };
  const judging = await createRunTestOf(context, [askingRow()], { settings, enable_tool_evaluation: true });
  const named = await startRun(context, judging.run.id);
  await playRun(context, named.execution_id, services);
  const [one] = await callsIn(context, named.execution_id);
  expect(Object.values(one?.toolOutputs ?? {}).map(({ status }) => status)).toEqual(["completed", "completed"]);
  const config = adminRequest("POST", `/-/orgs/${context.caller.organizationId}/config`, {
    model_map: { turing_large: "sandbox/structured" },
  });
  expect((await overWeb({ createOrganizationConfig }).createOrganizationConfig(config)).status).toBe(200);
  const all = { run_test_id: run.id, test_execution_ids: [], select_all: true };
  await rerunTestExecutions(context, { ...all, rerun_type: "eval_only", only_failed: false });
  await playRun(context, execution_id, services);
  const judged = {
    value: expect.stringMatching(/^(Passed|Failed)$/),
    reason: expect.stringMatching(/\S/),
    type: "Pass/Fail",
    error: false,
    status: "completed",
  };
  expect(await outputs()).toEqual({
    tool_track_1: { ...judged, name: "track #1" },
    tool_track_2: { ...judged, name: "track #2" },
  });
  const shown = await getTestExecution(context, { test_execution_id: execution_id, page: 1, limit: 30 });
  const columns = shown.column_order.filter(({ type }) => type === "tool_evaluation");
  expect(columns.map(({ id, column_name }) => [id, column_name])).toEqual([
    ["tool_track_1", "track #1"],
    ["tool_track_2", "track #2"],
  ]);
});
