import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { datasetColumns, datasetRows, generatedRows, scenarioGenerations } from "@/db/schema";
import { createCaller, createOrganization, createRows, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import {
  addScenarioColumns as columnsContract,
  addScenarioRows as rowsContract,
} from "@/lib/contracts/simulation/scenario-rows";
import { editScenario as editContract, listScenarios as listContract } from "@/lib/contracts/simulation/scenarios";
import { getDatasetTable } from "@/lib/datasets/table";
import type { AskModel } from "@/lib/evaluation/judge/judge";
import { builtInPersonas } from "../personas/built-in";
import { syncPersonas } from "../personas/sync-personas";
import { createScenarioOfRows } from "../testing";
import { advanceGeneration } from "./advance";
import { planRows, prepareDataset } from "./build";
import { createScenario } from "./create";
import { prepareGraph } from "./draw-graph";
import { endGeneration } from "./generation";
import { getScenarioProgress, retryScenario } from "./progress";
import { addScenarioColumns, addScenarioRows } from "./rows";
import {
  deleteScenario,
  editScenario,
  getScenario,
  getScenarioColumns,
  listScenarios,
  updateScenarioPrompts,
} from "./scenarios";
import { build, createTestAgent, createTestScenario, scenarioInput, startTestScenario, write } from "./testing";

const database = suiteDatabase();
let context: Context;
let other: Context;
let agent: string;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
  other = await createCaller(database.db, await createOrganization(database.db));
  agent = await createTestAgent(context);
});

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );
const detail = (scenario_id: string, by = context) => getScenario(by, { scenario_id });
const progress = (scenario_id: string) => getScenarioProgress(context, { scenario_id });
const rowsOf = (datasetId: string | null) =>
  database.db
    .select()
    .from(datasetRows)
    .where(eq(datasetRows.datasetId, datasetId ?? ""))
    .orderBy(datasetRows.order);
const tableOf = async (scenario_id: string) => {
  const { dataset_id } = await detail(scenario_id);
  const table = await getDatasetTable(context, {
    dataset_id: dataset_id ?? "",
    current_page_index: 0,
    page_size: 100,
    column_config_only: false,
  });
  const names = new Map(table.column_config.map(({ id, name }) => [id, name]));
  const rows = table.table.map(({ rowId: _id, order: _order, ...cells }) =>
    Object.fromEntries(Object.entries(cells).map(([id, cell]) => [names.get(id) ?? id, cell])),
  );
  return { ...table, rows };
};
const addRows = (scenario_id: string, body: object) =>
  addScenarioRows(context, { scenario_id, ...rowsContract.body.parse(body) });
const addColumns = (scenario_id: string, columns: object[]) =>
  addScenarioColumns(context, { scenario_id, ...columnsContract.body.parse({ columns }) });
const newest = async (scenario_id: string) => (await progress(scenario_id)).generations[0]?.id ?? "";

const GRAPH = {
  nodes: [
    { name: "Greet", type: "conversation", isStart: true, prompt: "Greet" },
    { name: "Find", type: "conversation", prompt: "Find the parcel" },
    { name: "Refuse", type: "conversation", prompt: "Refuse" },
    { name: "End", type: "tool", tool: { type: "endCall" } },
  ],
  edges: [
    { from: "Greet", to: "Find" },
    { from: "Greet", to: "Refuse" },
    { from: "Find", to: "End" },
    { from: "Refuse", to: "End" },
  ],
};

describe("a scenario", () => {
  test.each([
    ["a graph", { kind: "graph", graph: GRAPH }, 20],
    ["a drawn graph", { kind: "graph", generate_graph: true, no_of_rows: 12 }, 12],
    [
      "a script",
      {
        kind: "script",
        script: "1. Greet\n2. Ask for the number\nIf it is wrong: ask again\n3. Say where it is",
        no_of_rows: 5,
      },
      5,
    ],
  ])("of %s is accepted, created in the background, and completed with its rows (case 52)", async (_, body, rows) => {
    const before = await startTestScenario(context, { agent_definition_id: agent, ...body });
    expect(before).toMatchObject({ status: "Processing", source: "Processing...", dataset: null, agent_type: "chat" });
    const generation = await build(context, before.id);
    expect(await progress(before.id)).toMatchObject({ is_writing: true, generations: [{ waiting: rows, written: 0 }] });
    await write(context, generation ?? "");
    const after = await detail(before.id);
    expect(after).toMatchObject({ status: "Completed", dataset_rows: rows, agent_type: "text", error: null });
    expect(Object.values(after.dataset_column_config ?? {})).toEqual([
      { name: "persona", type: "persona" },
      ...["situation", "outcome", "conversation_branch", "branch_category"].map((name) => ({ name, type: "text" })),
    ]);
    expect(after.prompts[0]?.content).toContain("{{persona}}");
    const { rows: cells } = await tableOf(before.id);
    expect(cells.every((row) => Object.values(row).every((cell) => cell.status === "pass" && cell.cellValue))).toBe(
      true,
    );
    expect(new Set(cells.map((row) => row.situation?.cellValue)).size).toBe(rows);
    expect(await progress(before.id)).toMatchObject({
      is_writing: false,
      generations: [{ status: "completed", written: rows, writers: ["deterministic"] }],
    });
  });

  test("of a dataset keeps its cells and gets the missing ones", async () => {
    const texts = Array.from({ length: 10 }, (_, index) => `Question ${index}`);
    const [row = ""] = await createRows(
      database.db,
      { id: context.caller.organizationId, workspaceId: context.caller.workspaceId },
      texts,
    );
    const [source] = await database.db.select().from(datasetRows).where(eq(datasetRows.id, row));
    const id = await createTestScenario(context, { name: "Copied", kind: "dataset", dataset_id: source?.datasetId });
    const { rows, metadata } = await tableOf(id);
    expect(metadata.dataset_name).toBe("Copied");
    expect(rows.map(({ input }) => input?.cellValue)).toEqual(texts);
    expect(rows.every(({ situation, persona }) => situation?.cellValue && persona?.cellValue)).toBe(true);
    expect(await detail(id)).toMatchObject({ status: "Completed", dataset_rows: 10 });
    expect((await rowsOf(source?.datasetId ?? null)).every(({ cells }) => Object.keys(cells).length === 1)).toBe(true);
  });

  test("with the same seed has the same rows", async () => {
    const [one, twin] = [
      await createTestScenario(context, { graph: GRAPH, name: "One" }),
      await createTestScenario(context, { graph: GRAPH, name: "Twin" }),
    ];
    expect((await tableOf(one)).rows).toEqual((await tableOf(twin)).rows);
  });

  test.each([
    ["an unknown agent", { agent_definition_id: crypto.randomUUID() }, "agent_definition_id"],
    ["no agent", { agent_definition_id: undefined }, "agent_definition_id"],
    ["a prompt", { source_type: "prompt" }, "prompt_template_id"],
    ["no dataset", { kind: "dataset" }, "dataset_id"],
    ["an unknown dataset", { kind: "dataset", dataset_id: crypto.randomUUID() }, "dataset_id"],
    ["no script", { kind: "script" }, "script_url"],
    ["a script in a private network", { kind: "script", script_url: "http://10.0.0.1/script.txt" }, "script_url"],
    ["a script on a disk", { kind: "script", script_url: "file:///etc/passwd" }, "script_url"],
    ["neither graph nor generate_graph", { generate_graph: false }, "graph"],
    ["a graph without a start", { graph: { nodes: [{ name: "A" }], edges: [] } }, "graph.nodes"],
    [
      "10,000 nodes",
      { graph: { nodes: Array.from({ length: 10_000 }, (_, index) => ({ name: `n${index}` })) } },
      "graph.nodes",
    ],
    ["an edge to nothing", { graph: { ...GRAPH, edges: [{ from: "Greet", to: "Nowhere" }] } }, "graph.edges.0"],
    ["an unknown persona", { personas: [crypto.randomUUID()] }, "personas.0"],
    [
      "two columns of one name",
      { custom_columns: ["Order", "order"].map((name) => ({ name, data_type: "text", description: "x" })) },
      "custom_columns.1.name",
    ],
  ])("is refused for %s (cases 53, 54)", async (_, body, field) => {
    const input = scenarioInput({ agent_definition_id: agent, ...body });
    expect(await refusal(createScenario(context, input))).toMatchObject({
      kind: "invalid",
      detail: { fields: { [field]: expect.anything() } },
    });
  });

  test("with another organization's agent or dataset is refused (case 53)", async () => {
    const theirs = await createTestAgent(other);
    expect(await refusal(startTestScenario(context, { agent_definition_id: theirs }))).toMatchObject({
      kind: "invalid",
    });
  });

  test("requested twice with one idempotency key is created once, even at the same moment", async () => {
    const input = scenarioInput({ agent_definition_id: agent, mutation_id: "twice" });
    const [one, twin] = await Promise.all([createScenario(context, input), createScenario(context, input)]);
    expect(one.scenario.id).toBe(twin.scenario.id);
    expect(await refusal(createScenario(context, { ...input, name: "Another" }))).toMatchObject({
      code: "mutation_id_reused",
    });
  });
});

describe("an edit", () => {
  test("changes only the fields sent, even to blank, and a new graph keeps the rows (case 55)", async () => {
    const id = await createTestScenario(context, { graph: GRAPH, name: "Edited" });
    const before = (await tableOf(id)).rows;
    const edit = (body: object) => editScenario(context, { scenario_id: id, ...body });
    expect(await edit({})).toMatchObject({ scenario: { name: "Edited" } });
    expect(await edit({ name: "Renamed", description: "" })).toMatchObject({
      scenario: { name: "Renamed", description: "" },
    });
    const smaller = { nodes: GRAPH.nodes.slice(0, 1), edges: [] };
    expect(await edit({ graph: smaller, prompt: "" })).toMatchObject({ message: "Scenario updated successfully" });
    expect(await detail(id)).toMatchObject({ graph: { nodes: [{ name: "Greet" }] }, prompts: [{ content: "" }] });
    expect(await updateScenarioPrompts(context, { scenario_id: id, prompts: "You are {{persona}}" })).toMatchObject({
      prompts: "You are {{persona}}",
    });
    expect((await tableOf(id)).rows).toEqual(before);
    expect(await refusal(edit({ graph: { nodes: [] } }))).toMatchObject({ kind: "invalid" });
    expect(editContract.body.safeParse({ name: " " }).success).toBe(false);
    const { scenarioId } = await createScenarioOfRows(context, []);
    expect(
      await refusal(editScenario(context, { scenario_id: scenarioId, prompt: "You are {{persona}}" })),
    ).toMatchObject({
      detail: { fields: { prompt: ["The scenario has no simulator agent."] } },
    });
    expect(await refusal(editScenario(other, { scenario_id: id, name: "Mine" }))).toMatchObject({ kind: "notFound" });
  });

  test("of a graph or prompt that changed meanwhile is a conflict and writes nothing", async () => {
    const id = await createTestScenario(context, { graph: GRAPH, name: "Edited by two" });
    const edit = (body: object) => editScenario(context, { scenario_id: id, ...body });
    const { graph_version, prompts } = await detail(id);
    expect(graph_version).toBe(1);
    const base = { base_graph_version: 1, base_prompt: prompts[0]?.content ?? "" };
    const smaller = { nodes: GRAPH.nodes.slice(0, 1), edges: [] };
    const outcomes = await Promise.all(
      ["mine", "theirs"].map((prompt) =>
        edit({ ...base, graph: smaller, prompt, description: prompt }).then(
          () => prompt,
          (error) => error,
        ),
      ),
    );
    const winner = outcomes.find((outcome) => typeof outcome === "string");
    expect(outcomes.filter((outcome) => outcome !== winner)).toMatchObject([{ kind: "conflict" }]);
    expect(await detail(id)).toMatchObject({ graph_version: 2, prompts: [{ content: winner }], description: winner });
    expect(await refusal(edit({ base_graph_version: 1, graph: GRAPH, name: "Late" }))).toMatchObject({
      kind: "conflict",
      message: "The graph has changed since you loaded it. Its version is now 2.",
    });
    expect(await refusal(edit({ base_prompt: "", prompt: "Late", name: "Late" }))).toMatchObject({
      kind: "conflict",
      message: "The prompt has changed since you loaded it.",
    });
    expect(await edit({ base_graph_version: 2, graph: GRAPH, base_prompt: winner, prompt: "On" })).toMatchObject({
      scenario: { name: "Edited by two" },
    });
    expect(await detail(id)).toMatchObject({ graph_version: 3, prompts: [{ content: "On" }] });
  });

  test("a deleted scenario is neither listed nor found, and cannot be deleted again (case 56)", async () => {
    const id = await createTestScenario(context, { name: "Gone for good" });
    await deleteScenario(context, { scenario_id: id });
    expect(await refusal(detail(id))).toMatchObject({ kind: "notFound" });
    expect(await refusal(deleteScenario(context, { scenario_id: id }))).toMatchObject({ kind: "notFound" });
    expect(await refusal(editScenario(context, { scenario_id: id, name: "Back" }))).toMatchObject({ kind: "notFound" });
    expect((await listScenarios(context, listContract.query.parse({ search: "gone for" }))).count).toBe(0);
  });
});

describe("more rows and columns", () => {
  test("new rows appear at once as running, and are written after the others (case 57)", async () => {
    const id = await createTestScenario(context, { graph: GRAPH, name: "Grows", no_of_rows: 3 });
    expect(await addRows(id, { numRows: 4, description: "lost receipts" })).toMatchObject({
      num_rows: 4,
      message: expect.stringContaining("4"),
    });
    const open = await tableOf(id);
    expect(open.is_processing_data).toBe(true);
    expect(
      open.rows.slice(3).every(({ situation }) => situation?.status === "running" && situation.cellValue === null),
    ).toBe(true);
    await write(context, await newest(id));
    const done = await tableOf(id);
    expect([done.rows.length, done.is_processing_data]).toEqual([7, false]);
    expect(new Set(done.rows.map(({ situation }) => situation?.cellValue)).size).toBe(7);
  });

  test("a double click with one idempotency key adds the rows once", async () => {
    const id = await createTestScenario(context, { graph: GRAPH, name: "Clicked", no_of_rows: 2 });
    await Promise.all([1, 2, 3].map(() => addRows(id, { num_rows: 5, mutation_id: "click" })));
    expect((await detail(id)).dataset_rows).toBe(7);
    expect(await refusal(addRows(id, { num_rows: 6, mutation_id: "click" }))).toMatchObject({
      code: "mutation_id_reused",
    });
  });

  test("rows cannot be added without a dataset (case 57)", async () => {
    const { id } = await startTestScenario(context);
    expect(await refusal(addRows(id, { num_rows: 1 }))).toMatchObject({
      kind: "invalid",
      message: "Scenario does not have an associated dataset.",
    });
    for (const num_rows of [0, 20_001, undefined])
      expect(rowsContract.body.safeParse({ num_rows }).success).toBe(false);
  });

  test("columns are written for every row, and taken names are refused (case 58)", async () => {
    const id = await createTestScenario(context, { graph: GRAPH, name: "Wide", no_of_rows: 3 });
    const column = { name: "order_number", data_type: "integer", description: "Eight digits" };
    expect(await addColumns(id, [column])).toMatchObject({ columns: ["order_number"] });
    await write(context, await newest(id));
    expect((await tableOf(id)).rows.every((row) => /^\d+$/.test(row.order_number?.cellValue ?? ""))).toBe(true);
    expect(await refusal(addColumns(id, [{ ...column, name: "Situation" }]))).toMatchObject({ kind: "invalid" });
    expect(
      await refusal(
        addColumns(id, [
          { ...column, name: "a" },
          { ...column, name: "A" },
        ]),
      ),
    ).toMatchObject({ kind: "invalid" });
    for (const columns of [
      [],
      Array(11).fill(column),
      [{ ...column, name: "" }],
      [{ ...column, data_type: "colour" }],
      [{ ...column, description: "" }],
    ])
      expect(columnsContract.body.safeParse({ columns }).success).toBe(false);
  });
});

describe("the job", () => {
  test("writes each row once, even if steps repeat or run concurrently", async () => {
    const { db, caller } = context;
    const { id } = await startTestScenario(context, { graph: GRAPH, name: "Killed", no_of_rows: 40 });
    const nowhere = () => Promise.reject(new Error("nothing is asked"));
    const steps = [
      () => prepareDataset(db, caller.organizationId, id),
      () => prepareGraph(db, nowhere, caller.organizationId, id),
      () => planRows(db, caller.organizationId, id),
    ];
    for (const step of steps) {
      await Promise.all([step(), step()]);
      await step();
    }
    const generation = await newest(id);
    await Promise.all([1, 2, 3].map(() => advanceGeneration(db, caller.organizationId, generation)));
    await Promise.all([1, 2].map(() => endGeneration(db, caller.organizationId, generation, null)));
    const { dataset_id, status } = await detail(id);
    const rows = await rowsOf(dataset_id);
    expect([status, rows.length, new Set(rows.map(({ cells }) => JSON.stringify(cells))).size]).toEqual([
      "Completed",
      40,
      40,
    ]);
    const written = await db.select().from(generatedRows).where(eq(generatedRows.generationId, generation));
    expect(written.map(({ attempts }) => attempts)).toEqual(Array(40).fill(1));
    const made = await db.select().from(scenarioGenerations).where(eq(scenarioGenerations.scenarioId, id));
    expect(made).toHaveLength(1);
  });

  /** A model that answers row by row as `say` tells; null leaves the row out. */
  const model =
    (say: (row: number, question: number) => string | null): AskModel =>
    async (body) => {
      const text = JSON.stringify(body);
      const count = Number(/Write rows 1 to (\d+)/.exec(text)?.[1] ?? 0);
      questions.number += 1;
      const rows = Array.from({ length: count }, (_, index) => index + 1).flatMap((row) => {
        const situation = say(row, questions.number);
        return situation === null ? [] : { row, c1: situation, c2: "It was found, and everybody knew what came next." };
      });
      const content = JSON.stringify({ rows });
      return {
        status: 200,
        body: { choices: [{ message: { content } }] },
        model: "openai/writer",
        costUsd: 0,
        traceId: null,
        retryAfterSeconds: null,
      };
    };
  const questions = { number: 0 };
  const situation = (row: number, question: number) =>
    `The customer asks for the parcel ${row} of question ${question}, and is in a hurry.`;

  test("keeps good rows, asks again for missing or repeated ones, and retries only those", async () => {
    const id = (
      await startTestScenario(context, {
        graph: GRAPH,
        name: "Modelled",
        no_of_rows: 4,
        generator_model: "openai/writer",
      })
    ).id;
    const generation = (await build(context, id)) ?? "";
    await write(
      context,
      generation,
      model((row, question) => (row === 1 ? "short" : row === 2 ? null : situation(row, question))),
    );
    const failed = await progress(id);
    expect(failed.generations[0]).toMatchObject({ status: "failed", writers: ["openai/writer"] });
    expect(failed.status).toBe("PartialCompleted");
    expect(failed.generations[0]?.failures.map(({ reason }) => reason)).toContainEqual(
      expect.stringMatching(/shorter than 30|left the row out/),
    );
    const before = (await tableOf(id)).rows;
    expect(before.filter(({ situation: cell }) => cell?.status === "error" && cell.valueInfos?.reason)).toHaveLength(
      failed.generations[0]?.failed ?? 0,
    );
    const retried = await retryScenario(context, { scenario_id: id });
    expect(retried.rows).toBe(failed.generations[0]?.failed);
    expect((await retryScenario(context, { scenario_id: id })).rows).toBe(0);
    await write(context, generation, model(situation));
    expect(await progress(id)).toMatchObject({ status: "Completed", generations: [{ written: 4, failed: 0 }] });
    const after = (await tableOf(id)).rows;
    for (const [index, row] of before.entries())
      if (row.situation?.status === "pass") expect(after[index]).toEqual(row);
  });

  test("writes one row if the model always answers the same, and explains the others", async () => {
    const id = (
      await startTestScenario(context, {
        graph: GRAPH,
        name: "Parrot",
        no_of_rows: 3,
        generator_model: "openai/writer",
      })
    ).id;
    const generation = (await build(context, id)) ?? "";
    await write(
      context,
      generation,
      model(() => situation(1, 1)),
    );
    expect(await progress(id)).toMatchObject({
      generations: [{ written: 1, failed: 2, failures: [{ reason: "The model repeated a row that exists." }, {}] }],
    });
  });

  test("gives a model's refusal as every row's reason, and waits for a busy model", async () => {
    const answer = {
      body: { error: { message: "No budget is left." } },
      model: null,
      costUsd: null,
      traceId: null,
      retryAfterSeconds: 7,
    };
    const id = (
      await startTestScenario(context, {
        graph: GRAPH,
        name: "Refused",
        no_of_rows: 2,
        generator_model: "openai/writer",
      })
    ).id;
    const generation = (await build(context, id)) ?? "";
    const busy = () => Promise.resolve(async () => ({ ...answer, status: 429 }));
    expect(await advanceGeneration(context.db, context.caller.organizationId, generation, busy)).toEqual({
      done: false,
      retryAfterMs: 7000,
      problem: null,
    });
    await write(context, generation, async () => ({ ...answer, status: 402 }));
    expect(await progress(id)).toMatchObject({
      status: "Failed",
      error: expect.stringContaining("No budget"),
      generations: [{ failed: 2 }],
    });
  });

  test("fails with the reason if it cannot fetch a script, and can be retried", async () => {
    const { id } = await startTestScenario(context, { kind: "script", script_url: "https://example.com/script.txt" });
    const send =
      (status: number, body: string, type = "text/plain") =>
      () =>
        Promise.resolve({ status, headers: { "content-type": type }, body });
    await build(context, id, send(404, "none"));
    expect(await detail(id)).toMatchObject({ status: "Failed", error: expect.stringContaining("404") });
    await retryScenario(context, { scenario_id: id });
    expect(await detail(id)).toMatchObject({ status: "Processing", error: null });
    const generation = await build(context, id, send(200, "Agent: Hello\nCustomer: Where is it?\nAgent: At the depot"));
    await write(context, generation ?? "");
    expect(await detail(id)).toMatchObject({
      status: "Completed",
      graph: { nodes: expect.arrayContaining([expect.objectContaining({ isStart: true })]) },
    });
  });

  test("does not complete a scenario through rows added before its own", async () => {
    const { db, caller } = context;
    const { id } = await startTestScenario(context, { graph: GRAPH, name: "Early" });
    await prepareDataset(db, caller.organizationId, id);
    await addScenarioRows(context, { scenario_id: id, num_rows: 1 });
    await endGeneration(db, caller.organizationId, await newest(id), "It was interrupted.");
    expect((await detail(id)).status).toBe("Processing");
  });

  test("writes nothing for a scenario that is deleted meanwhile", async () => {
    const { id } = await startTestScenario(context, { graph: GRAPH, name: "Dropped" });
    const generation = (await build(context, id)) ?? "";
    await deleteScenario(context, { scenario_id: id });
    expect(await advanceGeneration(context.db, context.caller.organizationId, generation)).toMatchObject({
      done: true,
    });
    const [row] = await database.db.select().from(generatedRows).where(eq(generatedRows.generationId, generation));
    expect(row?.status).toBe("pending");
  });
});

describe("the list", () => {
  test("shows voice agents' call direction and chat for text agents, in its workspace only (case 59)", async () => {
    const ids = await Promise.all([
      createTestAgent(context, { agent_type: "voice", inbound: true }),
      createTestAgent(context, { agent_type: "voice", inbound: false }),
    ]);
    const [inbound, outbound] = await Promise.all(
      ids.map((agent_definition_id) => startTestScenario(context, { agent_definition_id })),
    );
    expect([inbound?.agent_type, outbound?.agent_type]).toEqual(["inbound", "outbound"]);
    expect([
      (await detail(inbound?.id ?? "")).agent_type,
      (await detail(inbound?.id ?? "")).dataset_column_config,
    ]).toEqual(["voice", null]);
    const list = (query: object, by = context) => listScenarios(by, listContract.query.parse(query));
    expect((await list({ agent_type: "voice" })).count).toBe(2);
    expect((await list({ agent_definition_id: ids[0] })).results.map(({ id }) => id)).toEqual([inbound?.id]);
    expect((await list({}, other)).count).toBe(0);
  });

  test("shows columns in their order, and never another dataset's (case 59)", async () => {
    const id = await createTestScenario(context, { graph: GRAPH, name: "Ordered", no_of_rows: 1 });
    const { dataset_id, dataset_column_config } = await detail(id);
    const columns = await database.db
      .select()
      .from(datasetColumns)
      .where(eq(datasetColumns.datasetId, dataset_id ?? ""))
      .orderBy(datasetColumns.order);
    expect(Object.keys(dataset_column_config ?? {})).toEqual(columns.map((column) => column.id));
    const { column_configs } = await getScenarioColumns(context, { scenarios: JSON.stringify([id]) });
    expect(column_configs).toMatchObject([{ id, dataset_column_config }]);
    expect(await getScenarioColumns(other, { scenarios: JSON.stringify([id]) })).toEqual({ column_configs: [] });
    expect(await refusal(getScenarioColumns(context, { scenarios: "no list" }))).toMatchObject({ kind: "invalid" });
  });
});

test("rows use only the named personas, and others too with add_persona_automatically", async () => {
  await syncPersonas(database.db);
  const exact = builtInPersonas.find(({ name }) => name === "Exact writer");
  const stylesOf = async (body: object) => {
    const { rows } = await tableOf(
      await createTestScenario(context, { personas: [exact?.id], no_of_rows: 30, ...body }),
    );
    return new Set(rows.map(({ persona }) => JSON.parse(String(persona?.cellValue)).communication_style));
  };
  expect([...(await stylesOf({ name: "Exact alone" }))].sort()).toEqual(["Detailed", "Technical"]);
  const all = await stylesOf({ name: "Exact and others", add_persona_automatically: true });
  expect([all.size > 2, all.has("Formal"), all.has("Story-telling")]).toEqual([true, true, false]);
});
