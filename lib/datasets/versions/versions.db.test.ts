import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { datasetColumns, datasetVersionRows } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { Failure } from "@/lib/errors";
import { addColumns, deleteColumn } from "../columns";
import { createEmptyDataset } from "../datasets";
import { addRows, deleteRows, updateCellValue } from "../rows";
import { getDatasetTable } from "../table";
import { compareDatasetVersion } from "./compare";
import { restoreDatasetVersion } from "./restore";
import { createDatasetVersion, deleteDatasetVersion, listDatasetVersionRows, listDatasetVersions } from "./versions";

const database = suiteDatabase();
let context: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
});

/** A dataset with a column `text` and a row for each text. */
async function datasetOf(...texts: string[]) {
  const { dataset_id } = await createEmptyDataset(context, {
    new_dataset_name: `Dataset ${randomUUID()}`,
    columns: [{ name: "text", data_type: "text" }],
  });
  const [column = ""] = (await tableOf(dataset_id)).columns;
  const dataset = {
    dataset_id,
    column,
    add: async (...added: string[]) =>
      (
        await addRows(context, {
          dataset_id,
          rows: added.map((value) => ({ cells: [{ column_name: "text", value }] })),
        })
      ).row_ids,
    change: (row_id: string, new_value: string) =>
      updateCellValue(context, { dataset_id, row_id, column_id: column, new_value }),
    remove: (...row_ids: string[]) => deleteRows(context, { dataset_id, row_ids, selected_all_rows: false }),
    version: (name: string) => createDatasetVersion(context, { dataset_id, name, description: "" }),
    texts: async () => (await tableOf(dataset_id)).rows.map((row) => row[column]),
    changes: async (version_id: string, against?: string) =>
      (
        await compareDatasetVersion(context, {
          dataset_id,
          version_id,
          page: 1,
          limit: 100,
          ...(against && { against }),
        })
      ).results.map(({ change, cells }) => [change, cells[0]?.before ?? null, cells[0]?.after ?? null]),
    rowsOf: async (version_id: string) =>
      (await listDatasetVersionRows(context, { dataset_id, version_id, page: 1, limit: 100 })).results.map(
        ({ cells }) => cells[column],
      ),
    restore: (version_id: string) => restoreDatasetVersion(context, { dataset_id, version_id }),
  };
  return { ...dataset, rows: await dataset.add(...texts) };
}

async function tableOf(dataset_id: string) {
  const query = { dataset_id, current_page_index: 0, page_size: 1000, column_config_only: false };
  const { column_config, table } = await getDatasetTable(context, query);
  const columns = column_config.map(({ id }) => id);
  const rows = table.map((row) =>
    Object.fromEntries(columns.map((id) => [id, (row[id] as { cellValue: string | null }).cellValue])),
  );
  return { columns, rows };
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? `${error.kind}: ${error.message}` : error),
  );

describe("a version", () => {
  test("keeps its rows unchanged, and counts its changes since the version before", async () => {
    const dataset = await datasetOf("one", "two", "three");
    const first = await dataset.version("First");
    expect(first).toMatchObject({ number: 1, row_count: 3, added: 3, changed: 0, removed: 0 });
    await dataset.change(dataset.rows[0] ?? "", "ONE");
    await dataset.remove(dataset.rows[1] ?? "");
    await dataset.add("four");
    const second = await dataset.version("Second");
    expect(second).toMatchObject({ number: 2, row_count: 3, added: 1, changed: 1, removed: 1 });
    expect(await dataset.rowsOf(first.id)).toEqual(["one", "two", "three"]);
    expect(await dataset.rowsOf(second.id)).toEqual(["ONE", "three", "four"]);
    const { results } = await listDatasetVersions(context, { dataset_id: dataset.dataset_id, page: 1, limit: 10 });
    expect(results.map(({ name }) => name)).toEqual(["Second", "First"]);
  });

  test("stores an unchanged row only once", async () => {
    const dataset = await datasetOf("one", "two");
    for (const name of ["a", "b", "c"]) await dataset.version(name);
    const stored = () => database.db.$count(datasetVersionRows, eq(datasetVersionRows.datasetId, dataset.dataset_id));
    expect(await stored()).toBe(2);
    await dataset.change(dataset.rows[0] ?? "", "new");
    await dataset.version("d");
    expect(await stored()).toBe(3);
  });

  test("contains no verdicts, so that the results of a run change nothing", async () => {
    const dataset = await datasetOf("one");
    await dataset.version("a");
    const [verdicts] = await database.db
      .insert(datasetColumns)
      .values({ datasetId: dataset.dataset_id, name: "score", dataType: "text", order: 9, origin: "evaluation" })
      .returning();
    await database.db.execute(sql`
      update dataset_rows set cells = cells || jsonb_build_object(${verdicts?.id ?? ""}::text, '1')
      where dataset_id = ${dataset.dataset_id}::uuid`);
    const second = await dataset.version("b");
    expect(second).toMatchObject({ added: 0, changed: 0, removed: 0 });
    expect(second.columns.map(({ name }) => name)).toEqual(["text"]);
    await dataset.change(dataset.rows[0] ?? "", "two");
    await dataset.restore(second.id);
    const [row] = (await tableOf(dataset.dataset_id)).rows;
    expect(row).toEqual({ [dataset.column]: "one", [verdicts?.id ?? ""]: "1" });
  });

  test("needs a unique name, ignoring case, also for two people at once", async () => {
    const dataset = await datasetOf("one");
    const [left, right] = await Promise.all([refusal(dataset.version("Same")), refusal(dataset.version("same"))]);
    expect([left, right].filter((one) => one === null)).toHaveLength(1);
    expect(left ?? right).toMatch(/^invalid: .*already/i);
    expect((await dataset.version("Other")).number).toBe(2);
  });

  test("of an empty dataset has no rows and no changes", async () => {
    const dataset = await datasetOf();
    const version = await dataset.version("Empty");
    expect(version).toMatchObject({ row_count: 0, added: 0 });
    expect(await dataset.changes(version.id)).toEqual([]);
    expect(
      await refusal(listDatasetVersionRows(context, { ...version, version_id: version.id, page: 2, limit: 1 })),
    ).toMatch(/^notFound/);
  });
});

describe("comparing", () => {
  test("lists added, changed and removed rows, between versions or with the current rows", async () => {
    const dataset = await datasetOf("one", "two", "three");
    const first = await dataset.version("First");
    await dataset.change(dataset.rows[0] ?? "", "ONE");
    const second = await dataset.version("Second");
    await dataset.remove(dataset.rows[1] ?? "");
    await dataset.add("four");
    expect(await dataset.changes(first.id, second.id)).toEqual([["changed", "one", "ONE"]]);
    expect(await dataset.changes(second.id, first.id)).toEqual([["changed", "ONE", "one"]]);
    expect(await dataset.changes(first.id)).toEqual([
      ["changed", "one", "ONE"],
      ["removed", "two", null],
      ["added", null, "four"],
    ]);
    const page = await compareDatasetVersion(context, {
      dataset_id: dataset.dataset_id,
      version_id: first.id,
      page: 2,
      limit: 2,
    });
    expect([page.count, page.results.map(({ change }) => change)]).toEqual([3, ["added"]]);
  });

  test("distinguishes a cell without a value from an empty text", async () => {
    const dataset = await datasetOf("one");
    const version = await dataset.version("First");
    await dataset.change(dataset.rows[0] ?? "", "");
    expect(await dataset.changes(version.id)).toEqual([["changed", "one", ""]]);
  });
});

describe("restoring", () => {
  test("brings back the rows, and saves the current ones as a version", async () => {
    const dataset = await datasetOf("one", "two", "three");
    const first = await dataset.version("First");
    await dataset.change(dataset.rows[0] ?? "", "ONE");
    await dataset.remove(dataset.rows[1] ?? "");
    await dataset.add("four");
    const restored = await dataset.restore(first.id);
    expect(restored).toMatchObject({ rows: 3, changed: 2, removed: 1 });
    expect(await dataset.texts()).toEqual(["one", "two", "three"]);
    expect(await dataset.rowsOf(restored.saved_as?.id ?? "")).toEqual(["ONE", "three", "four"]);
    expect(await dataset.restore(first.id)).toMatchObject({ rows: 3, changed: 0, removed: 0, saved_as: null });
    await dataset.restore(restored.saved_as?.id ?? "");
    expect(await dataset.texts()).toEqual(["ONE", "three", "four"]);
  });

  test("brings back deleted columns, and is refused if another column has the name", async () => {
    const dataset = await datasetOf("one");
    const version = await dataset.version("First");
    await deleteColumn(context, { dataset_id: dataset.dataset_id, column_id: dataset.column });
    await addColumns(context, {
      dataset_id: dataset.dataset_id,
      new_columns_data: [{ name: "Text", data_type: "text" }],
    });
    expect(await refusal(dataset.restore(version.id))).toMatch(/^conflict: .*"text"/);
    const { columns } = await tableOf(dataset.dataset_id);
    await deleteColumn(context, { dataset_id: dataset.dataset_id, column_id: columns[0] ?? "" });
    await dataset.restore(version.id);
    expect(await dataset.texts()).toEqual(["one"]);
  });

  test("by two people at once ends with the rows of one version", async () => {
    const dataset = await datasetOf("one", "two");
    const first = await dataset.version("First");
    await dataset.change(dataset.rows[0] ?? "", "ONE");
    await dataset.change(dataset.rows[1] ?? "", "TWO");
    const second = await dataset.version("Second");
    await Promise.all([dataset.restore(first.id), dataset.restore(second.id), dataset.restore(first.id)]);
    expect([
      ["one", "two"],
      ["ONE", "TWO"],
    ]).toContainEqual(await dataset.texts());
  });
});

describe("deleting a version", () => {
  test("frees its name, deletes the rows that only it has, and never reuses numbers", async () => {
    const dataset = await datasetOf("one", "two");
    const first = await dataset.version("First");
    await dataset.change(dataset.rows[0] ?? "", "ONE");
    const second = await dataset.version("Second");
    await dataset.change(dataset.rows[0] ?? "", "1");
    const third = await dataset.version("Third");
    await deleteDatasetVersion(context, { dataset_id: dataset.dataset_id, version_id: second.id });
    expect(await dataset.rowsOf(first.id)).toEqual(["one", "two"]);
    expect(await dataset.rowsOf(third.id)).toEqual(["1", "two"]);
    await deleteDatasetVersion(context, { dataset_id: dataset.dataset_id, version_id: third.id });
    const fourth = await dataset.version("Second");
    expect(fourth).toMatchObject({ number: 4, added: 0, changed: 1, removed: 0 });
    expect(await dataset.rowsOf(fourth.id)).toEqual(["1", "two"]);
    expect(await refusal(dataset.restore(third.id))).toMatch(/^notFound/);
  });
});
