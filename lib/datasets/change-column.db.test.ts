import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import type { ColumnType } from "@/lib/contracts/shapes";
import { Failure } from "@/lib/errors";
import { getColumnFit, updateColumn } from "./change-column";
import * as datasets from "./datasets";
import * as rows from "./rows";
import { getDatasetTable } from "./table";
import { restoreDatasetVersion } from "./versions/restore";
import { createDatasetVersion } from "./versions/versions";

const database = suiteDatabase();
let organization: TestOrganization;
let context: Context;
beforeAll(async () => {
  organization = await createOrganization(database.db);
  context = await createCaller(database.db, organization);
});

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? [error.kind, error.message] : error),
  );

/** A dataset with the column "id" of this type, and the column "note". */
async function datasetOf(data_type: ColumnType, ...values: (string | null)[]) {
  const { dataset_id } = await datasets.createEmptyDataset(context, {
    new_dataset_name: `Dataset ${randomUUID()}`,
    columns: [
      { name: "id", data_type },
      { name: "note", data_type: "text" },
    ],
  });
  if (values.length > 0)
    await rows.addRows(context, {
      dataset_id,
      rows: values.map((value) => ({ cells: [{ column_name: "id", value }] })),
    });
  const query = { dataset_id, current_page_index: 0, page_size: 1000, column_config_only: false };
  const table = async () => {
    const { column_config, table } = await getDatasetTable(context, query);
    const [column] = column_config;
    return {
      columns: column_config.map(({ name, data_type }) => `${name} ${data_type}`),
      cells: table.map((row) => (row[column?.id ?? ""] as { cellValue: string | null }).cellValue),
      rowIds: table.map(({ rowId }) => rowId),
      columnId: column?.id ?? "",
    };
  };
  const { columnId: column_id } = await table();
  const change = (changes: { name?: string; data_type?: ColumnType; clear_unfit?: boolean }) =>
    updateColumn(context, { dataset_id, column_id, clear_unfit: false, ...changes });
  return { dataset_id, column_id, table, change };
}

describe("a column's type", () => {
  test("becomes text with every cell as it was, and takes other values then", async () => {
    const dataset = await datasetOf("integer", "1", null, "3");
    expect(await dataset.change({ data_type: "text" })).toEqual({
      id: dataset.column_id,
      name: "id",
      data_type: "text",
      cleared: 0,
    });
    const { rowIds } = await dataset.table();
    const { dataset_id, column_id } = dataset;
    await rows.updateCellValue(context, { dataset_id, column_id, row_id: rowIds[1] ?? "", new_value: "A101" });
    expect(await dataset.table()).toMatchObject({ columns: ["id text", "note text"], cells: ["1", "A101", "3"] });
  });

  test("is refused with the number of cells that do not fit, and nothing changes", async () => {
    const dataset = await datasetOf("text", "1", "A101", "", null, "007");
    const { dataset_id, column_id } = dataset;
    expect(await getColumnFit(context, { dataset_id, column_id, data_type: "integer" })).toMatchObject({
      cells: 3,
      unfit: 2,
      first_unfit: [
        { order: 1, value: "A101" },
        { order: 4, value: "007" },
      ],
    });
    expect(await refusal(dataset.change({ data_type: "integer", name: "number" }))).toEqual([
      "invalid",
      "data_type: 2 cells would not be of type integer, the first in row 2. Set clear_unfit to remove them.",
    ]);
    expect(await dataset.table()).toMatchObject({
      columns: ["id text", "note text"],
      cells: ["1", "A101", "", null, "007"],
    });
  });

  test("changes with clear_unfit, which removes those cells alone", async () => {
    const dataset = await datasetOf("text", "1", "A101", "", null, "007");
    expect(await dataset.change({ data_type: "integer", clear_unfit: true })).toMatchObject({ cleared: 2 });
    expect(await dataset.table()).toMatchObject({
      columns: ["id integer", "note text"],
      cells: ["1", null, "", null, null],
    });
  });

  test("is settled before a cell that is written at the same time is checked", async () => {
    const dataset = await datasetOf("text", ...Array.from({ length: 20 }, () => "1"));
    const { dataset_id, column_id } = dataset;
    const { rowIds } = await dataset.table();
    await Promise.all([
      ...rowIds.map((row_id) =>
        refusal(rows.updateCellValue(context, { dataset_id, column_id, row_id, new_value: "word" })),
      ),
      dataset.change({ data_type: "integer", clear_unfit: true }),
    ]);
    expect((await dataset.table()).cells).not.toContain("word");
  });

  test("is looked at in every page of rows", async () => {
    const dataset = await datasetOf("text", ...Array.from({ length: 900 }, (_, index) => `${index}`), "last");
    const { dataset_id, column_id } = dataset;
    expect(await getColumnFit(context, { dataset_id, column_id, data_type: "integer" })).toMatchObject({
      cells: 901,
      unfit: 1,
      first_unfit: [{ order: 900, value: "last" }],
    });
  });
});

describe("a column's name", () => {
  test("changes, also in its case alone, and a taken one is refused", async () => {
    const dataset = await datasetOf("text", "1");
    await dataset.change({ name: "ID" });
    expect((await dataset.table()).columns).toEqual(["ID text", "note text"]);
    expect(await refusal(dataset.change({ name: "Note" }))).toEqual([
      "invalid",
      'name: A column "Note" already exists.',
    ]);
  });

  test("and its type come back with a version, also where names were exchanged", async () => {
    const dataset = await datasetOf("integer", "1");
    const { dataset_id, column_id } = dataset;
    const { id } = await createDatasetVersion(context, { dataset_id, name: "Before", description: "" });
    const other = (
      await getDatasetTable(context, { dataset_id, current_page_index: 0, page_size: 1, column_config_only: true })
    ).column_config[1]?.id;
    await dataset.change({ name: "x", data_type: "text" });
    await updateColumn(context, { dataset_id, column_id: other ?? "", name: "id", clear_unfit: false });
    await dataset.change({ name: "note" });
    expect((await dataset.table()).columns).toEqual(["note text", "id text"]);
    const { saved_as } = await restoreDatasetVersion(context, { dataset_id, version_id: id });
    expect(await dataset.table()).toMatchObject({ columns: ["id integer", "note text"], columnId: column_id });
    await restoreDatasetVersion(context, { dataset_id, version_id: saved_as?.id ?? "" });
    expect((await dataset.table()).columns).toEqual(["note text", "id text"]);
  });
});

test("a column of another dataset is not found", async () => {
  const [one, other] = [await datasetOf("text"), await datasetOf("text")];
  const sent = { dataset_id: one.dataset_id, column_id: other.column_id };
  expect(await refusal(updateColumn(context, { ...sent, name: "x", clear_unfit: false }))).toEqual([
    "notFound",
    "Column not found.",
  ]);
  expect(await refusal(getColumnFit(context, { ...sent, data_type: "text" }))).toEqual([
    "notFound",
    "Column not found.",
  ]);
});
