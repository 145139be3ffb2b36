import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { callTurns, datasetRows, scenarioGenerations, traces } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import {
  addScenarioRowFromSource as sourceContract,
  importScenarioTasks as tasksContract,
} from "@/lib/contracts/simulation/scenario-sources";
import type { AskModel } from "@/lib/evaluation/judge/judge";
import { exportTraces } from "@/lib/traces/ingestion";
import { exportOf, hexId } from "@/lib/traces/testing";
import { compareCallSession } from "../runs/calls/compare-source";
import { createTestExecution } from "../testing";
import { checkScenario } from "./checks";
import { endGeneration } from "./generation";
import { addScenarioRowFromSource, importScenarioTasks } from "./known-rows";
import { retryScenario } from "./progress";
import { addScenarioRows } from "./rows";
import { getScenario } from "./scenarios";
import { sweepScenarios } from "./sweep";
import { createTestAgent, write } from "./testing";

const database = suiteDatabase();
let context: Context;
let other: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
  other = await createCaller(database.db, await createOrganization(database.db));
});

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );
const task = (id: string, reason: string) => ({
  id,
  user_scenario: { persona: null, instructions: { domain: "mock", reason_for_call: reason } },
  evaluation_criteria: {
    actions: [{ name: "create_task", arguments: { user_id: "user_1", title: "Meeting" } }],
    nl_assertions: [],
  },
});
const importTasks = (body: object) => importScenarioTasks(context, tasksContract.body.parse(body));
const cellsOf = async (scenario_id: string) => {
  const { dataset_id, dataset_column_config: config } = await getScenario(context, { scenario_id });
  const rows = await database.db
    .select()
    .from(datasetRows)
    .where(eq(datasetRows.datasetId, dataset_id ?? ""))
    .orderBy(datasetRows.order);
  return rows.map(({ cells }) =>
    Object.fromEntries(Object.entries(cells).map(([id, text]) => [config?.[id]?.name, text])),
  );
};

test("imported tasks become a complete scenario and can be extended; a bad import leaves nothing", async () => {
  const agent_definition_id = await createTestAgent(context);
  const made = await importTasks({
    name: "Mock",
    agentDefinitionId: agent_definition_id,
    tasks: [task("t1", "Make Meeting for user_1."), task("t2", "Make a task named Meeting.")],
  });
  const { scenario_id } = made;
  expect(await getScenario(context, { scenario_id })).toMatchObject({
    status: "Completed",
    dataset_rows: 2,
    prompts: [{ role: "system" }],
  });
  expect((await cellsOf(scenario_id)).map(({ task_id }) => task_id)).toEqual(["t1", "t2"]);
  expect((await checkScenario(context, { scenario_id })).findings).toMatchObject([
    { rule: "goal_not_reachable", order: 1, position: 1, column: "expected_tool_calls" },
  ]);
  await importTasks({ scenario_id, tasks: [task("t3", "Make Meeting for user_1 again.")] });
  expect(await cellsOf(scenario_id)).toHaveLength(3);
  const bad = importTasks({ scenario_id, tasks: [task("t4", "Fine."), {}] });
  expect(await refusal(bad)).toMatchObject({
    kind: "invalid",
    detail: { fields: { "tasks.1.user_scenario.instructions": expect.anything() } },
  });
  expect(
    await refusal(importScenarioTasks(other, tasksContract.body.parse({ scenario_id, tasks: [task("t5", "x")] }))),
  ).toMatchObject({ kind: "notFound" });
  expect(await cellsOf(scenario_id)).toHaveLength(3);
});

test("a trace becomes a row with script, persona and goal, and calls compare with it", async () => {
  const traceId = hexId(16);
  const values = { "input.value": "Where is parcel 123?", "output.value": "At the depot." };
  await exportTraces(context, exportOf({ "service.name": "production" }, [{ traceId, spanId: hexId(8), values }]));
  const [trace] = await database.db.select().from(traces).where(eq(traces.traceId, traceId));
  const add = (body: object, by = context) =>
    addScenarioRowFromSource(
      by,
      sourceContract.body.parse({ source_type: "trace", source_id: trace?.id, name: "Seen", ...body }),
    );
  const { scenario_id, row_ids } = await add({ goal: "She knows where it is.", persona: { name: "Ann" } });
  await add({ scenario_id, source_id: traceId.toUpperCase() });
  const [first, second] = await cellsOf(scenario_id);
  expect(first).toMatchObject({
    outcome: "She knows where it is.",
    script: '["Where is parcel 123?"]',
    situation: expect.stringContaining("parcel 123"),
  });
  expect(JSON.parse(first?.persona ?? "")).toMatchObject({ name: "Ann", gender: expect.any(String) });
  expect(second?.script).toBe(first?.script);
  expect(await refusal(add({}, other))).toMatchObject({ kind: "notFound" });
  expect(await refusal(add({ source_id: crypto.randomUUID() }))).toMatchObject({ kind: "notFound" });
  expect(await refusal(add({ source_id: hexId(16) }))).toMatchObject({ kind: "notFound" });
  const isUuid = { detail: { fields: { source_id: ["Must be a UUID."] } } };
  expect(await refusal(add({ source_type: "trace_session", source_id: traceId }))).toMatchObject(isUuid);
  expect(await refusal(add({ source_type: "call_execution", source_id: crypto.randomUUID() }))).toMatchObject({
    kind: "notFound",
  });

  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds));
  const { callIds } = await createTestExecution(context, [
    {
      rowId: row_ids[0] ?? null,
      status: "completed",
      verdict: "passed",
      startedAt: at(0),
      endedAt: at(4),
      metrics: { avg_latency_ms: 250, total_tokens: 40 },
    },
    {},
  ]);
  const [callId = "", bare = ""] = callIds;
  const turn = { callId, messages: [] };
  await database.db.insert(callTurns).values([
    { ...turn, number: 0, role: "user", content: "Where is parcel 123?" },
    { ...turn, number: 1, role: "assistant", content: "Still at the depot." },
  ]);
  const compare = (id: string, by = context) => compareCallSession(by, { call_execution_id: id });
  const compared = await compare(callId);
  expect(compared).toMatchObject({
    reason: null,
    source: {
      type: "trace",
      id: trace?.id,
      is_kept: true,
      traces: 1,
      messages: [
        { role: "user", content: "Where is parcel 123?" },
        { role: "assistant", content: "At the depot." },
      ],
    },
    call: { verdict: "passed", messages: [{}, { content: "Still at the depot." }] },
  });
  const figures = Object.fromEntries(compared.metrics.map(({ name, ...sides }) => [name, sides]));
  expect(figures.agent_turns).toEqual({ source: 1, call: 1, difference: 0 });
  expect(figures.avg_latency_ms).toEqual({
    source: trace?.latencyMs,
    call: 250,
    difference: 250 - (trace?.latencyMs ?? Number.NaN),
  });
  expect(figures.duration_seconds?.call).toBe(4);
  expect(figures.total_tokens).toEqual({ source: null, call: 40, difference: null });
  await database.db.delete(traces).where(eq(traces.traceId, traceId));
  expect(await compare(callId)).toMatchObject({ reason: expect.any(String), source: { is_kept: false, messages: [] } });
  expect(await compare(bare)).toMatchObject({ reason: expect.any(String), source: null, metrics: [] });
  expect(await refusal(compare(callId, other))).toMatchObject({ kind: "notFound" });
});

test("rows that a model could not write are reported, and a retry completes the imported scenario", async () => {
  const agent_definition_id = await createTestAgent(context);
  const imported = await importTasks({
    name: "Extended",
    agentDefinitionId: agent_definition_id,
    tasks: [task("t1", "Make Meeting for user_1.")],
  });
  const { scenario_id } = imported;
  const refused: AskModel = async () => ({
    status: 402,
    body: { error: { message: "No budget is left." } },
    model: null,
    costUsd: null,
    traceId: null,
    retryAfterSeconds: null,
  });
  const generation = async () => {
    const own = eq(scenarioGenerations.scenarioId, scenario_id);
    return (await database.db.select().from(scenarioGenerations).where(own))[0]?.id ?? "";
  };
  await addScenarioRows(context, { scenario_id, num_rows: 2, generator_model: "openai/writer" });
  await write(context, await generation(), refused);
  const status = async () => {
    const { status: now, error } = await getScenario(context, { scenario_id });
    return [now, error];
  };
  const failed = ["PartialCompleted", expect.stringMatching(/^2 rows could not be written: .*No budget/)];
  expect(await status()).toEqual(failed);

  expect(await retryScenario(context, { scenario_id })).toMatchObject({ rows: 2 });
  expect(await status()).toEqual(["Processing", null]);
  // No job creates this scenario, however long its rows take.
  const names = (await sweepScenarios(database.db, new Date(Date.now() + 6 * 60_000))).map(({ name }) => name);
  expect(names).not.toContain("simulation/scenario.requested");
  await write(context, await generation(), refused);
  expect(await status()).toEqual(failed);

  await retryScenario(context, { scenario_id, generator_model: "deterministic" });
  await write(context, await generation());
  expect(await status()).toEqual(["Completed", null]);
});

test("a scenario keeps its imported row if all rows that a model writes fail", async () => {
  const { scenario_id } = await importTasks({ name: "Kept", tasks: [task("t1", "Make Meeting for user_1.")] });
  await addScenarioRows(context, { scenario_id, num_rows: 1 });
  const [made] = await database.db
    .select()
    .from(scenarioGenerations)
    .where(eq(scenarioGenerations.scenarioId, scenario_id));
  await endGeneration(database.db, context.caller.organizationId, made?.id ?? "", "It was interrupted.");
  expect(await getScenario(context, { scenario_id })).toMatchObject({
    status: "PartialCompleted",
    error: "1 row could not be written: It was interrupted.",
  });
});
