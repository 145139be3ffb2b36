// A read that fails is not an absence: the work stops with the error, nothing is given up, and the next try goes on.
import { eq, inArray, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { datasetRows, generatedRows, scenarioGenerations } from "@/db/schema";
import { createCaller, createOrganization, createRows, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { deleteDatasets } from "@/lib/datasets/datasets";
import { prepareDataset } from "./build";
import { checkScenario } from "./checks";
import { createScenario } from "./create";
import { addScenarioRows } from "./rows";
import { deleteScenario, getScenario } from "./scenarios";
import { sweepScenarios } from "./sweep";
import { build, createTestAgent, createTestScenario, scenarioInput, startTestScenario, step, write } from "./testing";

const database = suiteDatabase();
let context: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
});

/** Runs `work` while no dataset can be read; says how it was refused. */
async function whileUnreadable(work: () => Promise<unknown>): Promise<unknown> {
  await database.db.execute(sql`alter table datasets rename to datasets_away`);
  try {
    return await work().then(
      (value) => ({ value }),
      (error: unknown) => error,
    );
  } finally {
    await database.db.execute(sql`alter table datasets_away rename to datasets`);
  }
}

const isReadError = (error: unknown) => error instanceof Error && /^Failed query/.test(error.message);
const generationOf = async (id: string) => {
  const [row] = await database.db.select().from(scenarioGenerations).where(eq(scenarioGenerations.id, id));
  return row;
};

test("a generation continues at its next step after one failed read of its dataset", async () => {
  const { id } = await startTestScenario(context, { no_of_rows: 12 });
  const generation = (await build(context, id)) ?? "";
  expect(await whileUnreadable(() => step(context, generation))).toSatisfy(isReadError);
  expect((await generationOf(generation))?.status).toBe("running");
  await write(context, generation);
  expect((await generationOf(generation))?.status).toBe("completed");
  expect((await getScenario(context, { scenario_id: id })).status).toBe("Completed");
});

test("a copy is retried after a failed read of its source; only a deleted source fails it", async () => {
  const { organizationId: id, workspaceId } = context.caller;
  const texts = Array.from({ length: 10 }, (_, number) => `Row ${number}`);
  const [row = ""] = await createRows(database.db, { id, workspaceId }, texts);
  const [copied] = await database.db.select().from(datasetRows).where(eq(datasetRows.id, row));
  const source = copied?.datasetId ?? "";
  const agent_definition_id = await createTestAgent(context);
  const body = { kind: "dataset", dataset_id: source, agent_definition_id };
  const create = (name: string) => createScenario(context, scenarioInput({ ...body, name }));
  expect(await whileUnreadable(() => create("Unreadable"))).toSatisfy(isReadError);
  const { scenario } = await create("Copied");
  const prepare = () => prepareDataset(database.db, context.caller.organizationId, scenario.id);
  expect(await whileUnreadable(prepare)).toSatisfy(isReadError);
  await deleteDatasets(context, { dataset_ids: [source] });
  expect(await prepare()).toEqual({ problem: "The dataset to copy was deleted." });
  await expect(create("Gone")).rejects.toMatchObject({
    kind: "invalid",
    message: "dataset_id: There is no such dataset.",
  });
});

test("checks and row requests distinguish a failed read from a deleted dataset", async () => {
  const id = await createTestScenario(context, { no_of_rows: 10 });
  const check = () => checkScenario(context, { scenario_id: id });
  const add = () => addScenarioRows(context, { scenario_id: id, num_rows: 10 });
  expect(await whileUnreadable(check)).toSatisfy(isReadError);
  expect(await whileUnreadable(add)).toSatisfy(isReadError);
  const { dataset_id } = await getScenario(context, { scenario_id: id });
  await deleteDatasets(context, { dataset_ids: [dataset_id ?? ""] });
  expect(await check()).toMatchObject({ total_rows: 0 });
  await expect(add()).rejects.toMatchObject({ kind: "invalid" });
});

test("a generation of a deleted scenario ends and says why", async () => {
  const { id } = await startTestScenario(context, { no_of_rows: 10 });
  const generation = (await build(context, id)) ?? "";
  await deleteScenario(context, { scenario_id: id });
  await write(context, generation);
  expect((await generationOf(generation))?.status).toBe("failed");
  const rows = await database.db.select().from(generatedRows).where(eq(generatedRows.generationId, generation));
  expect(new Set(rows.map(({ status, reason }) => `${status}: ${reason}`))).toEqual(
    new Set(["failed: The scenario was deleted."]),
  );
});

const minutesLater = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const sweptOf = async (id: string, minutes: number) =>
  (await sweepScenarios(database.db, minutesLater(minutes))).filter(
    ({ data }) => data.generationId === id || data.scenarioId === id,
  );

test("a stalled generation is restarted, and fails after an hour", async () => {
  const own = await createCaller(database.db, await createOrganization(database.db));
  const { id } = await startTestScenario(own, { no_of_rows: 10 });
  const generation = (await build(own, id)) ?? "";
  expect(await sweptOf(generation, 4)).toEqual([]);
  const [first, second] = [await sweptOf(generation, 6), await sweptOf(generation, 11)];
  expect([...first, ...second].map((event) => event.id)).toEqual([1, 2].map((n) => `scenario-rows-${generation}-${n}`));
  await write(own, generation);
  expect(await sweptOf(generation, 70)).toEqual([]);
  expect((await generationOf(generation))?.status).toBe("completed");
  const lost = await startTestScenario(own, { no_of_rows: 10, name: "Lost" });
  const left = (await build(own, lost.id)) ?? "";
  expect(await sweptOf(left, 70)).toEqual([]);
  expect((await generationOf(left))?.status).toBe("failed");
  expect(await getScenario(own, { scenario_id: lost.id })).toMatchObject({
    status: "Failed",
    error: expect.stringContaining("was interrupted"),
  });
});

test("a generation that waits for others of its organization is not restarted", async () => {
  const own = await createCaller(database.db, await createOrganization(database.db));
  const made = await Promise.all(
    ["One", "Two", "Three"].map(async (name) => {
      const { id } = await startTestScenario(own, { no_of_rows: 10, name });
      return (await build(own, id)) ?? "";
    }),
  );
  const [waiting = "", ...others] = made;
  const touch = (ids: string[]) =>
    database.db
      .update(generatedRows)
      .set({ updatedAt: minutesLater(5) })
      .where(inArray(generatedRows.generationId, ids));
  await touch(others);
  expect(await sweptOf(waiting, 6)).toEqual([]);
  await write(own, others[0] ?? "");
  expect(await sweptOf(waiting, 6)).toHaveLength(1);
});

test("a scenario that loses its job before its rows is restarted, and fails after an hour", async () => {
  const { id } = await startTestScenario(context, { no_of_rows: 10, name: "Unplanned" });
  expect(await sweptOf(id, 4)).toEqual([]);
  expect((await sweptOf(id, 6)).map(({ name }) => name)).toEqual(["simulation/scenario.requested"]);
  expect(await sweptOf(id, 70)).toEqual([]);
  expect((await getScenario(context, { scenario_id: id })).status).toBe("Failed");
});
