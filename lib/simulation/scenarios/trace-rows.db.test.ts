// Scenario rows of many traces: one each, in the background, once only.
import { and, eq, inArray, isNull } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { datasetRows, scenarioGenerations, traces } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { addScenarioRowsFromTraces as contract } from "@/lib/contracts/simulation/scenario-sources";
import { exportTraces } from "@/lib/traces/ingestion";
import { exportOf, hexId, type TestSpan } from "@/lib/traces/testing";
import { advanceGeneration } from "./advance";
import { endGeneration } from "./generation";
import { addScenarioRowsFromTraces } from "./known-rows";
import { getScenarioProgress } from "./progress";
import { getScenario } from "./scenarios";
import { createTestAgent } from "./testing";

const database = suiteDatabase();
let context: Context;
beforeEach(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
});

/** Traces with these questions, oldest first; null for one without a message. Their ids in that order. */
async function send(questions: readonly (string | null)[], by = context): Promise<string[]> {
  const spans = questions.map(
    (question, index): TestSpan => ({
      traceId: hexId(16),
      spanId: hexId(8),
      from: index,
      to: index + 1000,
      values: question === null ? {} : { "input.value": question, "output.value": "Yes." },
    }),
  );
  await exportTraces(by, exportOf({ "service.name": "shop" }, spans));
  const rows = await database.db.select().from(traces).where(eq(traces.organizationId, by.caller.organizationId));
  return spans.map(({ traceId }) => rows.find((row) => row.traceId === traceId)?.id ?? "");
}

const add = (body: object) => addScenarioRowsFromTraces(context, contract.body.parse(body));

/** Runs the job of each open request of the scenario. `now` says when a step's time is over. */
async function work(scenario_id: string, now?: () => number) {
  const { organizationId } = context.caller;
  const open = await database.db
    .select()
    .from(scenarioGenerations)
    .where(and(eq(scenarioGenerations.scenarioId, scenario_id), eq(scenarioGenerations.status, "running")));
  let steps = 0;
  for (const { id } of open) {
    for (let isDone = false; !isDone; steps += 1) {
      const step = await advanceGeneration(database.db, organizationId, id, undefined, now);
      isDone = step.done;
      if (isDone) await endGeneration(database.db, organizationId, id, step.problem);
    }
  }
  return steps;
}

const rowsOf = (datasetId: string) =>
  database.db
    .select()
    .from(datasetRows)
    .where(and(eq(datasetRows.datasetId, datasetId), isNull(datasetRows.deletedAt)))
    .orderBy(datasetRows.order);

const scripts = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
  rows.map(({ cells }) => Object.values(cells).find((cell) => cell.startsWith("[")));

test("named traces become a new scenario, except those without a message", async () => {
  const agent_definition_id = await createTestAgent(context);
  const ids = await send(["Where is it?", null, "When does it come?"]);
  const made = await add({ name: "Seen", agent_definition_id, traces: { trace_ids: ids }, goal: "It is found." });
  const { scenario_id, dataset_id } = made;
  expect(await getScenario(context, { scenario_id })).toMatchObject({ status: "Processing", dataset_id });
  expect((await getScenarioProgress(context, { scenario_id })).is_writing).toBe(true);
  await work(scenario_id);
  expect(await getScenarioProgress(context, { scenario_id })).toMatchObject({
    status: "Completed",
    is_writing: false,
    generations: [{ status: "completed", total: 2, written: 2, failed: 0, traces: { seen: 3, left_out: 1 } }],
  });
  const rows = await rowsOf(dataset_id);
  expect(scripts(rows)).toEqual(['["When does it come?"]', '["Where is it?"]']);
  expect(rows.map(({ metadata }) => metadata)).toEqual([
    { source_type: "trace", source_id: ids[2] },
    { source_type: "trace", source_id: ids[0] },
  ]);
  expect(rows.every(({ cells }) => Object.values(cells).includes("It is found."))).toBe(true);
});

test("traces are also named by their OpenTelemetry ids, and a trace that is named twice is one", async () => {
  const ids = await send(["Where is it?", "When does it come?"]);
  const named = await database.db
    .select({ id: traces.id, traceId: traces.traceId })
    .from(traces)
    .where(inArray(traces.id, ids));
  const trace_ids = [...named.map(({ traceId }) => traceId.toUpperCase()), ids[0] ?? ""];
  const made = await add({ name: "Named", traces: { trace_ids } });
  await work(made.scenario_id);
  const rows = await rowsOf(made.dataset_id);
  expect(rows.map(({ metadata }) => metadata?.source_id).toSorted()).toEqual(ids.toSorted());
  await expect(add({ name: "Unknown", traces: { trace_ids: ["ab".repeat(16)] } })).rejects.toMatchObject({
    kind: "notFound",
  });
});

test("all matching traces are added page by page, and a repetition adds only new ones", async () => {
  await send(Array.from({ length: 230 }, (_, index) => `Question ${index}`));
  const made = await add({ name: "All", traces: { filters: { status: "OK" } } });
  let clock = 0;
  // A step's time is over after one page, so that there are as many steps as pages.
  expect(await work(made.scenario_id, () => (clock += 1_000_000))).toBe(3);
  expect(await rowsOf(made.dataset_id)).toHaveLength(230);
  await send(["One more"]);
  const again = await add({ scenario_id: made.scenario_id, traces: { filters: { status: "OK" } } });
  expect(again).toMatchObject({ scenario_id: made.scenario_id, dataset_id: made.dataset_id });
  await work(made.scenario_id);
  expect(new Set(scripts(await rowsOf(made.dataset_id))).size).toBe(231);
  const { generations } = await getScenarioProgress(context, { scenario_id: made.scenario_id });
  expect(generations[0]).toMatchObject({ kind: "rows", total: 1, traces: { seen: 231, left_out: 230 } });
});

test("a text filter selects the traces found at the start, whatever arrives meanwhile", async () => {
  await send(["Where is the needle?", "Where is the thread?", "Which needle?"]);
  const made = await add({ name: "Found", traces: { filters: { text: "needle" } } });
  await send(Array.from({ length: 500 }, (_, index) => `Needle ${index}?`));
  await work(made.scenario_id);
  expect(scripts(await rowsOf(made.dataset_id))).toEqual(['["Which needle?"]', '["Where is the needle?"]']);
});

test("concurrent jobs add each row once", async () => {
  await send(Array.from({ length: 150 }, (_, index) => `Question ${index}`));
  const made = await add({ name: "Once", traces: { filters: {} } });
  await Promise.all([work(made.scenario_id), work(made.scenario_id)]);
  expect(new Set(scripts(await rowsOf(made.dataset_id))).size).toBe(150);
  expect(await rowsOf(made.dataset_id)).toHaveLength(150);
});

test("a trace of another organization and a request without a target are refused", async () => {
  const stranger = await createCaller(database.db, await createOrganization(database.db));
  const [theirs] = await send(["Where?"], stranger);
  await expect(add({ name: "Theirs", traces: { trace_ids: [theirs] } })).rejects.toMatchObject({ kind: "notFound" });
  await expect(add({ traces: { filters: {} } })).rejects.toMatchObject({
    detail: { fields: { name: ["Send a name for a new scenario, or a scenario_id."] } },
  });
  expect(contract.body.safeParse({ name: "Neither", traces: {} }).success).toBe(false);
});
