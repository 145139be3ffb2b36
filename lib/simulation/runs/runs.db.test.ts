// Run tests from their making to their verdict, with a scripted customer and agents that answer, or fail, as the test says.
import { and, eq, inArray } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { callExecutions, callTurns, evalBindings } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import type { FilterOperator, FilterType } from "@/lib/contracts/evaluation/shapes/filters";
import { estimateMean, sampleOf, wilson } from "@/lib/estimate";
import type { AskModel } from "@/lib/evaluation/judge/judge";
import type { NewRow } from "../testing";
import { getCallExecution } from "./calls/calls";
import { cancelTestExecution, deleteTestExecutions } from "./executions/end-executions";
import { getEvalSummary } from "./executions/eval-summaries";
import { compareExecutions } from "./executions/execution-comparison";
import { getRunTestStatus, getTestExecution, listRunTestExecutions } from "./executions/executions";
import { getExecutionKpis, getExecutionVerdict } from "./executions/figures";
import { getSdkAnalytics, getSdkMetrics, listSdkRuns } from "./executions/sdk";
import { advanceExecution } from "./play/advance";
import { playOn } from "./play/play";
import { runContextOf, targetOf } from "./play/run-context";
import { getRunTest } from "./run-tests/run-tests";
import { forkCall } from "./start/fork-call";
import { rerunCalls } from "./start/rerun";
import { executeRunTest } from "./start/start";
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
  type TestAgent,
} from "./testing";

const database = suiteDatabase();
let context: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
});

const row = askingRow;
const runTestOf = (rows: readonly NewRow[], change: object = {}) => createRunTestOf(context, rows, change);
const ownCode = (score: string) => createCodeTemplate(context, score);
const plain = { scenario_ids: [], select_all: false, settings: {} };
const start = (run_test_id: string, change: object = {}) => startRun(context, run_test_id, change);
const advance = (id: string, agent: TestAgent, { pauses }: { pauses?: number[] } = {}) =>
  playRun(context, id, meansOf(agent, pauses));
const execution = (id: string) => executionOf(context, id);
const callsOf = (id: string) => callsIn(context, id);

test("a run is played and judged, and shows transcript, verdict and figures", async () => {
  const template = await ownCode('text.includes("depot") ? 1 : 0');
  const { run } = await runTestOf([row(), row()], {
    evaluations_config: [
      evaluationOf(template, "Depot", "assistant_chat_transcript"),
      evaluationOf(template, "Nowhere", "call.nothing.here"),
    ],
    settings: { simulator_model: "scripted", repeats: 2 },
  });
  const { execution_id, total_calls, status } = await start(run.id);
  expect({ total_calls, status }).toEqual({ total_calls: 4, status: "pending" });
  await advance(execution_id, polite);
  expect(await getRunTestStatus(context, { run_test_id: run.id })).toMatchObject({
    status: "completed",
    total_calls: 4,
    completed_calls: 4,
    success_rate: 100,
  });
  const page = await getTestExecution(context, { test_execution_id: execution_id, page: 1, limit: 30 });
  expect(page.count).toBe(4);
  const call = await getCallExecution(context, { call_execution_id: page.results[0]?.id ?? "" });
  expect(call.transcript.map(({ role, messages }) => [role, ...messages])).toEqual([
    ["user", "Where is my parcel 4711?"],
    ["assistant", "Your parcel 4711 is at the depot."],
    ["user", "When does it arrive?"],
    ["assistant", "It arrives tomorrow."],
  ]);
  expect(call).toMatchObject({
    status: "completed",
    ended_by: "script_ended",
    verdict: "unscored",
    faults: [],
    turn_count: 2,
  });
  const metrics = Object.values(call.eval_metrics).map(({ name, outcome, value }) => ({ name, outcome, value }));
  expect(metrics).toContainEqual({ name: "Depot", outcome: "scored", value: "Passed" });
  expect(metrics).toContainEqual({ name: "Nowhere", outcome: "error", value: null });
  expect(Object.values(call.eval_outputs)).toEqual([
    expect.objectContaining({ name: "Depot", output: "Passed", output_type: "Pass/Fail" }),
    expect.objectContaining({ name: "Nowhere", output: null, error: "error", output_type: "Pass/Fail" }),
  ]);
  expect(page.column_order.map(({ column_name }) => column_name)).toEqual([...Object.keys(row()), "Depot", "Nowhere"]);
  const runTest = await getRunTest(context, { run_test_id: run.id });
  expect(runTest.evals.map(({ name, status }) => [name, status])).toEqual([
    ["Depot", "Completed"],
    ["Nowhere", "Failed"],
  ]);
  const [item] = (await listRunTestExecutions(context, { run_test_id: run.id, page: 1 })).results;
  expect(item).toMatchObject({ total_agent_turns: 8, avg_response_time: expect.any(Number) });
  const filter = (
    column_id: string,
    filter_type: FilterType,
    filter_op: FilterOperator,
    filter_value?: number | string,
  ) =>
    getTestExecution(context, {
      test_execution_id: execution_id,
      page: 1,
      limit: 30,
      filters: [{ column_id, filter_config: { filter_type, filter_op, filter_value } }],
    });
  const situation = page.column_order.find(({ column_name }) => column_name === "situation")?.id ?? "";
  const depot = runTest.evals[0]?.id ?? "";
  const cases: [found: number | null, ...Parameters<typeof filter>][] = [
    [4, situation, "text", "contains", "PARCEL"],
    [0, "persona", "text", "equals", "nobody"],
    [4, depot, "boolean", "equals", "passed"],
    [0, depot, "number", "less_than", 100],
    [4, "Nowhere", "boolean", "is_null"],
    [4, "turn_count", "number", "greater_than", 1],
    [4, "status", "text", "equals", "Completed"],
    [null, "weather", "text", "is_null"],
  ];
  for (const [found, ...args] of cases) {
    const { count } = await filter(...args).catch((error: unknown) => {
      expect(error).toMatchObject({ code: "invalid" });
      return { count: null };
    });
    expect([args, count]).toEqual([args, found]);
  }
  const [summary] = await getEvalSummary(context, { run_test_id: run.id, execution_id });
  expect(summary?.result).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        name: "Depot",
        scored: 4,
        error: 0,
        output: { pass: 100, fail: 0, pass_count: 4, fail_count: 0 },
      }),
      expect.objectContaining({ name: "Nowhere", scored: 0, error: 4 }),
    ]),
  );
  const verdict = { done: true, passed: false, coverage: 0 };
  expect(await getExecutionVerdict(context, { test_execution_id: execution_id })).toMatchObject(verdict);

  // As the published clients read it.
  const run_test_name = run.name.toUpperCase();
  const listed = { page: 1, summary: false };
  const named = { run_test_id: run.id, run_test_name: run.name };
  expect(await listSdkRuns(context, { run_test_name, ...listed, eval_name: "depot" })).toMatchObject({
    ...named,
    count: 1,
    runs: [{ id: execution_id, evaluations: [{ result: [{ name: "Depot", scored: 4 }] }] }],
    calls: [],
  });
  const ofCalls = await listSdkRuns(context, { execution_id, ...listed, limit: 3 });
  expect(ofCalls).toMatchObject({ ...named, count: 4, runs: [{ id: execution_id }] });
  expect(ofCalls.calls.map(({ evaluations }) => evaluations.map(({ name, reason }) => [name, reason !== ""]))).toEqual(
    Array(3).fill([
      ["Depot", true],
      ["Nowhere", true],
    ]),
  );
  expect(await listSdkRuns(context, { execution_id, page: 1, summary: true })).toMatchObject({
    runs: [{ evaluations: [] }],
    calls: [],
  });
  expect(await getSdkMetrics(context, { run_test_name })).toMatchObject({ execution_id, metrics: { total_calls: 4 } });
  expect(await getSdkAnalytics(context, { run_test_name, eval_name: "Nowhere", summary: true })).toMatchObject({
    execution_id,
    verdict,
    evaluations: [{ result: [{ name: "Nowhere", error: 4 }] }],
    performance: null,
  });
  await expect(getSdkMetrics(context, { run_test_name: "none of this name" })).rejects.toMatchObject({
    kind: "invalid",
    detail: { fields: { run_test_name: ["Run test not found"] } },
  });
  const never = (await runTestOf([row()])).run;
  const other = await createCaller(database.db, await createOrganization(database.db));
  for (const [ask, kind] of [
    [() => getSdkMetrics(context, {}), "invalid"],
    [() => getSdkAnalytics(context, { run_test_name: never.name, summary: false }), "notFound"],
    [() => listSdkRuns(context, { run_test_name: never.name, execution_id, ...listed }), "notFound"],
    [() => listSdkRuns(context, { execution_id, page: 9, summary: false }), "notFound"],
    [() => getSdkMetrics(other, { execution_id }), "notFound"],
  ] as const)
    await expect(ask()).rejects.toMatchObject({ kind });
});

test("an evaluation's filters choose its calls; other calls skip it and are judged by the rest", async () => {
  const template = await ownCode("0");
  const filter = (column_id: string, filter_type: string, filter_op: string, filter_value: unknown) => ({
    column_id,
    filter_config: { filter_type, filter_op, filter_value },
  });
  const city = filter("city", "text", "equals", "riga");
  const evaluation = (name: string, ...filters: object[]) => evaluationOf(template, name, "transcript", { filters });
  const expected_state = JSON.stringify({ parcel: "found" });
  const rows = [row({ city: "Riga", expected_state }), row({ city: "Oslo", expected_state })];
  const { run } = await runTestOf(rows, {
    evaluations_config: [
      evaluation("In Riga", city, filter("call.turn_count", "number", "greater_than", 1)),
      evaluation("Long ones", filter("call.turn_count", "number", "greater_than", 2)),
      evaluation("Completed", filter("call.status", "text", "equals", "completed"), city),
      evaluation("Nowhere", city, filter("call.weather", "text", "equals", "fine")),
    ],
  });
  const { execution_id } = await start(run.id);
  await advance(execution_id, ({ turn }) => ({ content: `Answer number ${turn}.`, state: { parcel: "found" } }));
  const page = await getTestExecution(context, { test_execution_id: execution_id, page: 1, limit: 30 });
  const verdicts = page.results.map(({ verdict, eval_metrics }) => [
    verdict,
    Object.fromEntries(Object.values(eval_metrics).map(({ name, status }) => [name, status])),
  ]);
  const skipped = "skipped";
  expect(verdicts).toEqual([
    ["failed", { "In Riga": "completed", "Long ones": skipped, Completed: "completed", Nowhere: "error" }],
    ["passed", { "In Riga": skipped, "Long ones": skipped, Completed: skipped, Nowhere: skipped }],
  ]);
  const [{ id = "" } = {}] = page.results.slice(1);
  const { eval_outputs } = await getCallExecution(context, { call_execution_id: id });
  expect(Object.values(eval_outputs)).toContainEqual({
    status: skipped,
    skipped: true,
    reason: 'Skipped by the filter city equals "riga".',
  });
  const [summary] = await getEvalSummary(context, { run_test_id: run.id, execution_id });
  expect(summary?.result.map(({ name, total_cells, scored, error }) => [name, total_cells, scored, error])).toEqual(
    expect.arrayContaining([
      ["In Riga", 1, 1, 0],
      ["Nowhere", 1, 0, 1],
    ]),
  );
  const bad = { evaluations_config: [evaluation("Bad", filter("call.turn_count", "number", "equals", "many"))] };
  await expect(runTestOf(rows, bad)).rejects.toMatchObject({
    detail: {
      fields: { "evaluations_config.0.filters.0.filter_config.filter_value": ['"many" is not a valid number.'] },
    },
  });
});

test("trials of one row that agree widen the interval of the pass rate", async () => {
  const expectedRow = row({ expected_tool_calls: JSON.stringify([{ name: "track", arguments: { parcel: 4711 } }]) });
  const { run } = await runTestOf(Array(10).fill(expectedRow), {
    settings: { simulator_model: "scripted", repeats: 3 },
  });
  const { execution_id } = await start(run.id);
  const rowIds = new Map((await callsOf(execution_id)).map(({ id, rowId }) => [id, rowId]));
  const passing = new Set([...new Set(rowIds.values())].slice(0, 5));
  const tracking = [{ id: "1", function: { name: "track", arguments: '{"parcel":4711}' } }];
  await advance(execution_id, ({ call, turn }) => ({
    content: `Answer ${turn} of the agent.`,
    ...(passing.has(rowIds.get(call) ?? "") && { tool_calls: tracking }),
  }));
  const { pass_rate, pass_rate_interval } = await getExecutionVerdict(context, { test_execution_id: execution_id });
  const trials = [...Array(5).fill([1, 1, 1]), ...Array(5).fill([0, 0, 0])];
  const { mean, interval } = estimateMean(sampleOf(trials, "unit"));
  expect([pass_rate, pass_rate_interval]).toEqual([mean, interval]);
  expect(pass_rate_interval?.low).toBeLessThan(wilson(0.5, 30).low);
});

test("B3.2 and B3.10: versions are pinned, and pass^k has an interval", async () => {
  const expectedRow = row({ expected_tool_calls: JSON.stringify([{ name: "track", arguments: { parcel: 4711 } }]) });
  const { run } = await runTestOf(Array(10).fill(expectedRow), {
    settings: { simulator_model: "scripted", repeats: 3 },
  });
  const { execution_id } = await start(run.id);
  const seen = new Map<string, number>();
  const calls = await callsOf(execution_id);
  for (const { id, repeat } of calls) seen.set(id, repeat);
  await advance(execution_id, ({ call, turn }) => ({
    content: `Answer ${turn} of the agent.`,
    ...(seen.get(call) === 3
      ? {}
      : { tool_calls: [{ id: "1", function: { name: "track", arguments: '{"parcel":"4711"}' } }] }),
  }));
  const kpis = await getExecutionKpis(context, { test_execution_id: execution_id });
  expect(kpis).toMatchObject({ pass_rate: 20 / 30, faults: { agent: 10, simulator: 0, provider: 0 } });
  // All rows pass two of three: no more unlike than all calls are, so each call says something of its own.
  const { low, high } = wilson(20 / 30, 30);
  const interval = { low: expect.closeTo(low), high: expect.closeTo(high) };
  const { results } = await listRunTestExecutions(context, { run_test_id: run.id, page: 1 });
  const answers = [kpis, await getExecutionVerdict(context, { test_execution_id: execution_id }), ...results];
  expect(answers.map(({ pass_rate_interval }) => pass_rate_interval)).toEqual([interval, interval, interval]);
  expect(kpis.reliability.map(({ k, pass_hat_k }) => [k, Math.round(pass_hat_k * 1000) / 1000])).toEqual([
    [1, 0.667],
    [2, 0.333],
    [3, 0],
  ]);
  expect((await execution(execution_id)).agentVersionId).toBe((await execution(execution_id)).pinned.agent.version_id);
});

test("a conversation killed at any turn continues without duplicate or lost turns", async () => {
  const { run } = await runTestOf([row(), row(), row()]);
  const { execution_id } = await start(run.id);
  // Each step ends after a turn or so, as if the process had been killed; and now and then two work on the same calls.
  const agent: TestAgent = ({ turn }) => ({ content: `Answer ${turn}` });
  const { organizationId: own } = context.caller;
  const step = () => advanceExecution(database.db, own, execution_id, { services: meansOf(agent), stepMs: 60 });
  for (let left = 300, isOpen = true; left > 0 && isOpen; left -= 1) {
    const steps = await Promise.all(left % 3 === 0 ? [step(), step()] : [step()]);
    isOpen = steps.some(({ done }) => !done);
  }
  expect((await execution(execution_id)).status).toBe("completed");
  const turns = await database.db.select().from(callTurns);
  for (const { id, turnCount } of await callsOf(execution_id)) {
    const own = turns.filter(({ callId }) => callId === id).toSorted((one, other) => one.number - other.number);
    expect(own.map(({ number, role }) => `${number} ${role}`)).toEqual([
      "0 user",
      "1 assistant",
      "2 user",
      "3 assistant",
    ]);
    expect(turnCount).toBe(4);
  }
});

test("B3.4 turn limits: the turns so far are judged, and max_turns is the cause", async () => {
  const endless = row({ script: JSON.stringify(Array.from({ length: 9 }, (_, index) => `Question ${index}?`)) });
  const { run } = await runTestOf([{ ...endless, expected_state: JSON.stringify({ parcel: "found" }) }], {
    settings: { simulator_model: "scripted", max_turns: 2 },
  });
  const { execution_id } = await start(run.id);
  await advance(execution_id, ({ turn }) => ({ content: `Answer ${turn}`, state: { parcel: "found" } }));
  const [call] = await callsOf(execution_id);
  expect(call).toMatchObject({ status: "completed", cause: "max_turns", turnCount: 4, verdict: "passed", faults: [] });
});

test.each([
  ["a status of its own", 500, "agent", "http_error"],
  ["HTML", "<html><body>It works!</body></html>", "agent", "not_json"],
  ["another schema", { answer: "hello" }, "agent", "wrong_schema"],
  ["nothing", { content: "" }, "agent", "empty_answer"],
  ["2 MB", "x".repeat(300_000), "agent", "not_json"],
  [
    "a provider's notice",
    { content: "Rate limit reached for model in organization. Please try again in 20s." },
    "provider",
    "rate_limit_as_answer",
  ],
] as const)("an agent that answers %s causes a fault of the right source", async (_, answer, side, kind) => {
  const { run } = await runTestOf([row()]);
  const { execution_id } = await start(run.id);
  await advance(execution_id, () => answer);
  const [call] = await callsOf(execution_id);
  expect(call).toMatchObject({ faultSide: side, faultKind: kind, verdict: side === "agent" ? "failed" : "excluded" });
  expect(call?.faults[0]?.evidence.turn).toBe(1);
});

test("an execution lists the messages of the faults that decide its calls, the most frequent first", async () => {
  const { run } = await runTestOf([row(), row(), row()]);
  const { execution_id: test_execution_id } = await start(run.id);
  const [other] = await callsOf(test_execution_id);
  await advance(test_execution_id, ({ call }) => (call === other?.id ? "" : 500));
  const listed = await getTestExecution(context, { test_execution_id, page: 1, limit: 1 });
  expect(listed.error_messages).toEqual(["The agent answered with status 500.", "The agent's answer is empty."]);
});

test("characters that PostgreSQL cannot store are replaced, and do not end a run", async () => {
  const expected_tool_calls = JSON.stringify([{ name: "find", arguments: { id: "4711" } }]);
  const { run } = await runTestOf([row({ expected_tool_calls }), row({ expected_tool_calls })]);
  const { execution_id } = await start(run.id);
  const call = { id: "1", type: "function", function: { name: "find", arguments: '{"id":"\u0000\\u0000"}' } };
  const isWorse = new Set<string>();
  await advance(execution_id, ({ call: id, turn }) => {
    if (isWorse.size === 0) isWorse.add(id);
    if (isWorse.has(id)) return "<html>\u0000\ud800</html>";
    return { content: `Answer ${turn}\u0000\ud800`, tool_calls: [call], state: { "a\u0000": ["\ud800"] } };
  });
  const calls = await callsOf(execution_id);
  expect(calls.map(({ status }) => status).sort()).toEqual(["completed", "failed"]);
  const [worse, better] = calls.toSorted((a, b) => b.status.localeCompare(a.status));
  expect(worse?.faults[0]).toMatchObject({ kind: "not_json", evidence: { text: "<html>\ufffd\ufffd</html>" } });
  expect(better?.state).toEqual({ "a\ufffd": ["\ufffd"] });
  const turns = await database.db
    .select()
    .from(callTurns)
    .where(eq(callTurns.callId, better?.id ?? ""))
    .orderBy(callTurns.number);
  expect(turns[1]?.content).toBe("Answer 1\ufffd\ufffd");
  expect(turns[1]?.messages[0]?.tool_calls?.[0]?.function.arguments).toContain("\ufffd");
});

test("B3.6 a provider's 429 is retried after its hint and never blamed on the agent", async () => {
  const { run } = await runTestOf([row(), row()]);
  const { execution_id } = await start(run.id);
  let refused = 0;
  const pauses: number[] = [];
  await advance(execution_id, (request) => (refused++ % 2 === 0 ? 429 : polite(request)), { pauses });
  expect(pauses.length).toBeGreaterThan(0);
  expect(new Set(pauses)).toEqual(new Set([1000]));
  expect(await callsOf(execution_id)).toMatchObject([{ status: "completed" }, { status: "completed" }]);
  const { execution_id: hopeless } = await start(run.id);
  await advance(hopeless, () => 429);
  expect(await callsOf(hopeless)).toMatchObject(
    Array(2).fill({ status: "failed", cause: "provider_fault", faultSide: "provider", verdict: "excluded" }),
  );
  expect(await getExecutionVerdict(context, { test_execution_id: hopeless })).toMatchObject({
    passed: false,
    reason: "No calls count. 2 of 2 calls were excluded: 2 rate_limited (provider).",
    calls: { failed: 0, excluded: 2, cancelled: 0 },
  });
});

test("clicks with one idempotency key start one run; without a key each starts its own", async () => {
  const { run } = await runTestOf([row()]);
  const keyed = { ...context, idempotencyKey: "a click" };
  const clicks = await Promise.all([1, 2, 3].map(() => executeRunTest(keyed, { run_test_id: run.id, ...plain })));
  expect(new Set(clicks.map(({ execution_id }) => execution_id)).size).toBe(1);
  const [one, other] = await Promise.all([start(run.id), start(run.id)]);
  expect(one?.execution_id).not.toBe(other?.execution_id);
});

test("a key that started another run, or one that is deleted since, starts nothing", async () => {
  const { run } = await runTestOf([row()]);
  const keyed = { ...context, idempotencyKey: "a build" };
  const request = { run_test_id: run.id, ...plain, settings: { repeats: 2 } };
  const { execution_id } = await executeRunTest(keyed, request);
  expect(await executeRunTest(keyed, request)).toMatchObject({ execution_id, total_calls: 2 });
  const reused = { kind: "conflict", detail: { code: "mutation_id_reused" } };
  await expect(executeRunTest(keyed, { ...request, settings: { repeats: 3 } })).rejects.toMatchObject(reused);
  await deleteTestExecutions(context, {
    run_test_id: run.id,
    test_execution_ids: [execution_id],
    select_all: false,
  });
  await expect(executeRunTest(keyed, request)).rejects.toMatchObject({
    ...reused,
    message: expect.stringContaining("deleted"),
  });
});

test("a run that is cancelled in mid-turn writes no further turn", async () => {
  const { run } = await runTestOf([row(), row()], { settings: { simulator_model: "scripted", concurrency: 1 } });
  const { execution_id } = await start(run.id);
  const { organizationId: own } = context.caller;
  const answers: Promise<unknown>[] = [];
  const services = meansOf(polite);
  await advanceExecution(database.db, own, execution_id, {
    services: {
      ...services,
      async send(request) {
        // The customer's turn is written while the agent is asked.
        await expect.poll(async () => (await callsOf(execution_id))[0]?.turnCount).toBe(1);
        answers.push(cancelTestExecution(context, { test_execution_id: execution_id }).catch(() => null));
        await answers[0];
        return services.send(request);
      },
    },
  });
  expect((await execution(execution_id)).status).toBe("cancelled");
  expect(await callsOf(execution_id)).toMatchObject([
    { status: "cancelled", turnCount: 1 },
    { status: "cancelled", turnCount: 0 },
  ]);
});

test("after a cancellation in mid-turn, no model is called again", async () => {
  const { run } = await runTestOf([row({ script: "" })], { settings: { simulator_model: "acme/customer" } });
  const { execution_id } = await start(run.id);
  const [call] = await callsOf(execution_id);
  if (!call) throw new Error("the run has a call");
  const requests: string[] = [];
  const ask: AskModel = async () => {
    requests.push("customer");
    await cancelTestExecution(context, { test_execution_id: execution_id });
    const message = { role: "assistant", content: "Where is my parcel?" };
    const answer = { choices: [{ index: 0, message, finish_reason: "stop" }] };
    return { status: 200, body: answer, model: null, costUsd: 0.01, traceId: null, retryAfterSeconds: null };
  };
  const services = meansOf(() => {
    requests.push("agent");
    return "At the depot.";
  });
  const executed = await execution(execution_id);
  const target = targetOf(executed);
  if (target?.type !== "webhook") throw new Error("the agent is a webhook");
  const agent = { name: "", description: "", target, secrets: {} };
  const runContext = { ...runContextOf(database.db, executed, agent, null, services), ask: async () => ask };
  expect(await playOn(runContext, call, [], () => true)).toBe("stopped");
  expect(requests).toEqual(["customer"]);
});

test("failures are replayed with a snapshot, and B3.8: re-evaluation keeps both results", async () => {
  const { run } = await runTestOf([row()]);
  const { execution_id } = await start(run.id);
  await advance(execution_id, () => 500);
  const [failed] = await callsOf(execution_id);
  const chosen = { test_execution_id: execution_id, call_execution_ids: [], select_all: true, only_failed: true };
  expect(await rerunCalls(context, { ...chosen, rerun_type: "call_and_eval" })).toMatchObject({ success_count: 1 });
  await advance(execution_id, polite);
  const again = await getCallExecution(context, { call_execution_id: failed?.id ?? "" });
  expect(again).toMatchObject({
    status: "completed",
    faults: [],
    rerun_snapshots: [{ status: "failed", verdict: "failed" }],
  });
  expect((await execution(execution_id)).status).toBe("completed");
  const template = await ownCode("1");
  await database.db.insert(evalBindings).values({
    organizationId: context.caller.organizationId,
    workspaceId: context.caller.workspaceId,
    name: "Said",
    templateId: template,
    versionNumber: 1,
    target: "SIMULATE",
    targetId: run.id,
    mapping: { text: "transcript" },
  });
  for (const generation of [1, 2]) {
    await rerunCalls(context, { ...chosen, only_failed: false, rerun_type: "eval_only" });
    await advance(execution_id, polite);
    const shown = await getCallExecution(context, { call_execution_id: failed?.id ?? "" });
    expect(Object.values(shown.eval_metrics)).toMatchObject([{ name: "Said", generation, value: "Passed" }]);
    expect(shown.earlier_evaluations.length).toBe(generation - 1);
    expect(shown.verdict).toBe("passed");
  }
});

test("a call can be forked at a turn, and comparing two runs lists flipped calls first", async () => {
  const expecting = row({ expected_state: JSON.stringify({ tracked: true }) });
  const { run } = await runTestOf([expecting, expecting, expecting]);
  const [before, after] = [await start(run.id), await start(run.id)];
  await advance(before.execution_id, ({ turn }) => ({ content: `Answer ${turn}`, state: { tracked: false } }));
  await advance(after.execution_id, ({ turn }) => ({ content: `Answer ${turn}`, state: { tracked: true } }));
  const compared = await compareExecutions(context, {
    test_execution_id: after.execution_id,
    baseline_id: before.execution_id,
  });
  expect(compared).toMatchObject({
    pairs: 3,
    unpaired: 0,
    passing: { baseline_rate: 0, rate: 1, improved: 3, worsened: 0, p_value: 0.25 },
  });
  expect(compared.calls.every(({ flipped }) => flipped)).toBe(true);
  expect(compared.calls.every(({ about }) => about === "Ada wants to know where her parcel 4711 is.")).toBe(true);
  const [call] = await callsOf(before.execution_id);
  const forked = await forkCall(context, { call_execution_id: call?.id ?? "", turn: 2, repeats: 1 });
  await advance(forked.execution_id, () => 500);
  const again = { call_execution_ids: [], select_all: true, only_failed: true, rerun_type: "call_and_eval" as const };
  expect(await rerunCalls(context, { ...again, test_execution_id: forked.execution_id })).toMatchObject({
    success_count: 1,
  });
  await advance(forked.execution_id, ({ turn }) => ({ content: `Forked ${turn}`, state: { tracked: true } }));
  const shown = await getCallExecution(context, { call_execution_id: forked.call_execution_ids[0] ?? "" });
  expect(shown.transcript.flatMap(({ messages }) => messages)).toEqual([
    "Where is my parcel 4711?",
    "Answer 1",
    "When does it arrive?",
    "Forked 3",
  ]);
  expect(shown).toMatchObject({ verdict: "passed", original_call_execution_id: call?.id, fork_turn: 2 });
});

test("trials of one row are no further rows to a comparison, whose calls are still paired by trial", async () => {
  const template = await ownCode('text.includes("depot") ? 1 : 0');
  const expecting = row({ expected_state: JSON.stringify({ tracked: true }) });
  const { run } = await runTestOf([expecting, expecting, expecting], {
    evaluations_config: [evaluationOf(template, "Depot", "assistant_chat_transcript")],
  });
  const settings = { simulator_model: "scripted", repeats: 4 };
  const [before, after] = [await start(run.id, { settings }), await start(run.id, { settings })];
  await advance(before.execution_id, ({ turn }) => ({ content: `Answer ${turn}`, state: { tracked: false } }));
  await advance(after.execution_id, ({ turn }) => ({ content: `At the depot ${turn}`, state: { tracked: true } }));
  const compared = await compareExecutions(context, {
    test_execution_id: after.execution_id,
    baseline_id: before.execution_id,
  });
  expect(compared).toMatchObject({
    pairs: 12,
    unpaired: 0,
    // Three rows cannot say more than 2 · 0.5³.
    passing: { baseline_rate: 0, rate: 1, improved: 3, worsened: 0, p_value: 0.25 },
    evaluations: [{ pairs: 12, baseline_mean: 0, mean: 1, difference: 1, interval: null, p_value: 0.25 }],
  });
  expect(compared.calls.map(({ flipped }) => flipped)).toEqual(Array.from({ length: 12 }, () => true));
  expect(compared.figures.map(({ name, pairs, baseline_mean }) => [name, pairs, baseline_mean])).toEqual([
    ["avg_latency_ms", 12, expect.any(Number)],
    ["turn_count", 12, 2],
    ["total_tokens", 0, null],
    ["cost_usd", 12, 0],
  ]);
});

test("percentiles of the agent's answers show one that hung; scripted customers and deleted calls are left out", async () => {
  const { run } = await runTestOf(Array(10).fill(row()));
  const [{ execution_id }, other] = [await start(run.id), await start(run.id)];
  const empty = await getExecutionKpis(context, { test_execution_id: execution_id });
  expect(empty).toMatchObject({ p50_chat_latency_ms: null, p95_chat_latency_ms: null, measured_answers: 0 });
  for (const id of [execution_id, other.execution_id]) await advance(id, polite);
  const calls = await callsOf(execution_id);
  const turns = and(
    eq(callTurns.role, "assistant"),
    inArray(
      callTurns.callId,
      calls.map(({ id }) => id),
    ),
  );
  await database.db.update(callTurns).set({ latencyMs: 100 }).where(turns);
  const hung = and(eq(callTurns.callId, calls[0]?.id ?? ""), eq(callTurns.number, 1));
  await database.db.update(callTurns).set({ latencyMs: 1_100 }).where(hung);
  const ofEach = { p50_chat_latency_ms: 100, p95_chat_latency_ms: expect.closeTo(150), measured_answers: 20 };
  expect(await getExecutionKpis(context, { test_execution_id: execution_id })).toMatchObject(ofEach);
  const { answer_latency } = await compareExecutions(context, {
    test_execution_id: other.execution_id,
    baseline_id: execution_id,
  });
  expect(answer_latency).toMatchObject({ baseline_p50_ms: 100, baseline_p95_ms: expect.closeTo(150) });
  expect(answer_latency.p50_ms).not.toBe(100);
  const deleted = { deletedAt: new Date() };
  await database.db
    .update(callExecutions)
    .set(deleted)
    .where(eq(callExecutions.id, calls[0]?.id ?? ""));
  const kept = { p95_chat_latency_ms: 100, measured_answers: 18 };
  expect(await getExecutionKpis(context, { test_execution_id: execution_id })).toMatchObject(kept);
});

test("an evaluation's average never replaces a figure or another evaluation's average", async () => {
  const template = await ownCode("1");
  const names = ["Turn count", "Score", "Tone", "tone!", "丁寧さ", "正確さ"];
  const { run } = await runTestOf([row()], {
    evaluations_config: names.map((name) => evaluationOf(template, name, "assistant_chat_transcript")),
  });
  const { execution_id: test_execution_id } = await start(run.id);
  await advance(test_execution_id, polite);
  expect(await getExecutionKpis(context, { test_execution_id })).toMatchObject({
    avg_turn_count: 2,
    avg_turn_count_2: 1,
    avg_score: null,
    avg_score_2: 1,
    avg_tone: 1,
    avg_tone_: 1,
    avg_丁寧さ: 1,
    avg_正確さ: 1,
  });
});

test("a Spanish customer counts: what no rule can read excludes nothing, and is reported", async () => {
  const spanish = row({
    persona: JSON.stringify({ name: "Lucía", language: "es" }),
    situation: "Lucía wants to move booking QX7 to June.",
    script: JSON.stringify(["Hola, quería cambiar una reserva.", "Mi perro viejo duerme casi todo el día en el sofá."]),
  });
  const { run } = await runTestOf([spanish]);
  const { execution_id } = await start(run.id);
  await advance(execution_id, () => ({ content: "Las mascotas pagan diez euros por noche." }));
  const [played] = await callsOf(execution_id);
  const call_execution_id = played?.id ?? "";
  // As a model would have said it: a script is never at fault.
  await database.db.update(callTurns).set({ scripted: false }).where(eq(callTurns.callId, call_execution_id));
  await rerunCalls(context, {
    test_execution_id: execution_id,
    rerun_type: "eval_only",
    call_execution_ids: [call_execution_id],
    select_all: false,
    only_failed: false,
  });
  await advance(execution_id, polite);
  const call = await getCallExecution(context, { call_execution_id });
  expect(call).toMatchObject({ verdict: "unscored", faults: [] });
  expect(call.fault_rules.map(({ kind, decided_by }) => `${kind}: ${decided_by}`)).toEqual([
    "role_break: rule",
    "repetition: rule",
    "goal_drift: nobody",
    "early_stop: rule",
  ]);
  expect(call.fault_rules[2]?.reason).toBe(
    "The rule covers English. Turns 1 and 3 cannot be checked without Spanish. The run has no judge_model, so they were not checked.",
  );
});
