import { randomUUID } from "node:crypto";
import { count, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { datasetColumns, datasetRows, datasets as datasetTable } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { findSources } from "@/lib/annotation/sources/sources";
import type { Context } from "@/lib/context";
import { Failure } from "@/lib/errors";
import * as columns from "./columns";
import * as datasets from "./datasets";
import { createDatasetFromFile } from "./import";
import * as rows from "./rows";
import { getDatasetTable } from "./table";

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
const create = (name: string, by = context, row = 0) =>
  datasets.createEmptyDataset(by, { new_dataset_name: name, columns: [{ name: "a", data_type: "text" }], row });
const upload = (content: BlobPart, fileName: string, name?: string) =>
  createDatasetFromFile(context, { file: new File([content], fileName), ...(name ? { new_dataset_name: name } : {}) });
const list = (search_text: string, page = 0, by = context) =>
  datasets.listDatasets(by, { page, page_size: 2, search_text });

describe("names", () => {
  test("are unique among an organization's live datasets, ignoring case", async () => {
    const { dataset_id } = await create("Alpha");
    expect(await refusal(create("ALPHA"))).toEqual([
      "invalid",
      'new_dataset_name: A dataset named "ALPHA" already exists.',
    ]);
    await create("Alpha", await createCaller(database.db, await createOrganization(database.db)));
    await datasets.deleteDatasets(context, { dataset_ids: [dataset_id] });
    await create("alpha");
  });

  test("go to only one of twenty parallel requests", async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => refusal(create("Contested"))));
    expect(results.filter((result) => result === null)).toHaveLength(1);
    expect(results.filter((result) => result !== null)).toEqual(
      Array(19).fill(["invalid", expect.stringContaining("already exists")]),
    );
  });

  test("can change unless another dataset has the new name", async () => {
    const [first, second] = await Promise.all([create("Before"), create("Other")]);
    const rename = (name: string) => datasets.renameDataset(context, { dataset_id: first.dataset_id, name });
    expect(await rename("After")).toMatchObject({ dataset_id: first.dataset_id, dataset_name: "After" });
    expect(await refusal(rename("oTHER"))).toEqual(["invalid", 'name: A dataset named "oTHER" already exists.']);
    await rename("AFTER");
    const { datasets: names } = await datasets.listDatasetNames(context, { search_text: "after" });
    expect(names).toEqual([expect.objectContaining({ dataset_id: first.dataset_id, name: "AFTER" })]);
    expect(second.dataset_name).toBe("Other");
  });
});

describe("lists", () => {
  test("are newest first, in pages, with correct counts", async () => {
    for (const [index, row] of [3, 0, 1].entries()) await create(`Listed ${index}`, context, row);
    const { dataset_id } = await create("Listed gone");
    await datasets.deleteDatasets(context, { dataset_ids: [dataset_id] });
    const first = await list("listed");
    expect(first).toMatchObject({ total_count: 3, total_pages: 2 });
    const all = [...first.datasets, ...(await list("listed", 1)).datasets];
    expect(all.map((row) => [row.name, row.number_of_datapoints, row.number_of_columns])).toEqual([
      ["Listed 2", 1, 1],
      ["Listed 1", 0, 1],
      ["Listed 0", 3, 1],
    ]);
    expect(await list("no such")).toEqual({ datasets: [], total_count: 0, total_pages: 1 });
  });
});

describe("deleting", () => {
  test("deletes the rows too, and deletes nothing if one dataset is not found", async () => {
    const [first, second] = await Promise.all([create("Gone 1", context, 2), create("Gone 2", context, 1)]);
    const ids = await rows.listRowIds(context, { dataset_id: first.dataset_id, page: 1, limit: 10 });
    const references = ids.results.map((sourceId) => ({ sourceType: "dataset_row" as const, sourceId }));
    const dataset_ids = [first.dataset_id, second.dataset_id];
    expect(await refusal(datasets.deleteDatasets(context, { dataset_ids: [...dataset_ids, randomUUID()] }))).toEqual([
      "notFound",
      "Dataset not found.",
    ]);
    expect(references.map(await findSources(database.db, organization.id, references))).toEqual([true, true]);
    expect(
      await datasets.deleteDatasets(context, { dataset_ids: [...dataset_ids, first.dataset_id.toUpperCase()] }),
    ).toMatchObject({
      deleted: 2,
    });
    expect(references.map(await findSources(database.db, organization.id, references))).toEqual([false, false]);
    expect((await list("gone")).datasets.filter((row) => row.name.startsWith("Gone "))).toEqual([]);
  });
});

test("no operation finds another organization's dataset", async () => {
  const { dataset_id } = await create("Private", context, 1);
  const stranger = await createCaller(database.db, await createOrganization(database.db), "Owner");
  const [row_id = ""] = (await rows.listRowIds(context, { dataset_id, page: 1, limit: 1 })).results;
  const table = { dataset_id, current_page_index: 0, page_size: 10, column_config_only: false };
  const column_id = (await getDatasetTable(context, table)).column_config[0]?.id ?? "";
  const attempts: [string, () => Promise<unknown>][] = [
    ["table", () => getDatasetTable(stranger, table)],
    ["row ids", () => rows.listRowIds(stranger, { dataset_id, page: 1, limit: 10 })],
    [
      "add columns",
      () => columns.addColumns(stranger, { dataset_id, new_columns_data: [{ name: "b", data_type: "text" }] }),
    ],
    ["add rows", () => rows.addRows(stranger, { dataset_id, rows: [{ cells: [] }] })],
    ["add empty rows", () => rows.addEmptyRows(stranger, { dataset_id, num_rows: 1 })],
    ["cell", () => rows.updateCellValue(stranger, { dataset_id, row_id, column_id, new_value: "x" })],
    ["delete rows", () => rows.deleteRows(stranger, { dataset_id, row_ids: [], selected_all_rows: true })],
    ["delete", () => datasets.deleteDatasets(stranger, { dataset_ids: [dataset_id] })],
    ["rename", () => datasets.renameDataset(stranger, { dataset_id, name: "Mine" })],
  ];
  for (const [what, attempt] of attempts) {
    expect([what, await refusal(attempt())]).toEqual([what, ["notFound", "Dataset not found."]]);
  }
  expect((await list("private", 0, stranger)).total_count).toBe(0);
  expect((await datasets.listDatasetNames(stranger, {})).datasets).toEqual([]);
  expect((await getDatasetTable(context, table)).table).toEqual([
    { rowId: row_id, order: 0, [column_id]: { cellValue: null, status: "pass" } },
  ]);
});

describe("files", () => {
  test("keep their row order, belong to the organization, and name the dataset", async () => {
    const created = await upload('question,score\n"Why, then?",3\nHow?,\n', "C:\\data\\May report.v2.csv");
    expect(created).toMatchObject({ dataset_name: "May report.v2", rows_created: 2, columns_created: 2 });
    const { column_config, table } = await getDatasetTable(context, {
      dataset_id: created.dataset_id,
      current_page_index: 0,
      page_size: 10,
      column_config_only: false,
    });
    expect(column_config.map((column) => [column.name, column.data_type, column.order_index])).toEqual([
      ["question", "text", 0],
      ["score", "integer", 1],
    ]);
    const [question = "", score = ""] = column_config.map((column) => column.id);
    expect(table.map((row) => [row.order, row[question], row[score]])).toMatchObject([
      [0, { cellValue: "Why, then?" }, { cellValue: "3" }],
      [1, { cellValue: "How?" }, { cellValue: null }],
    ]);
    const [stored] = await database.db.select().from(datasetRows).where(eq(datasetRows.datasetId, created.dataset_id));
    expect(stored?.organizationId).toBe(organization.id);
  });

  test("leave nothing behind after a failure on the last line", async () => {
    const counts = async () => {
      const tables = [datasetTable, datasetColumns, datasetRows];
      const found = await Promise.all(tables.map((table) => database.db.select({ count: count() }).from(table)));
      return found.map(([row]) => row?.count);
    };
    const before = await counts();
    const content = `a,b\n${"1,2\n".repeat(2500)}3\n`;
    expect(await refusal(upload(content, "Broken.csv"))).toEqual(["invalid", expect.stringContaining("Line 2502")]);
    expect(await refusal(upload("[]", "Empty.json"))).toEqual(["invalid", "file: Has no columns."]);
    expect(await counts()).toEqual(before);
    expect(await upload("a\n1\n", "Broken.csv")).toMatchObject({ rows_created: 1 });
  });

  test("with a taken name are refused", async () => {
    await upload("a\n1\n", "Twice.csv");
    expect(await refusal(upload("a\n1\n", "twice.csv"))).toEqual([
      "invalid",
      expect.stringContaining("already exists"),
    ]);
    expect(await upload("a\n1\n", "Twice.csv", "Thrice")).toMatchObject({ dataset_name: "Thrice" });
    expect(await upload("a\n1\n", "\u0000.csv")).toMatchObject({ dataset_name: "Dataset" });
  });

  test("of fifty thousand rows arrive complete and in order", async () => {
    const lines = Array.from(
      { length: 50_000 },
      (_, index) => `${index},"row ${index}, with ""quotes""",${index / 8}\r\n`,
    );
    const created = await upload(`id,text,ratio\r\n${lines.join("")}`, "Large.csv");
    expect(created.rows_created).toBe(50_000);
    expect((await list("large")).datasets[0]).toMatchObject({ number_of_datapoints: 50_000, number_of_columns: 3 });
    const { table, column_config, metadata } = await getDatasetTable(context, {
      dataset_id: created.dataset_id,
      current_page_index: 49,
      page_size: 1000,
      column_config_only: false,
    });
    const id = column_config[0]?.id ?? "";
    expect(metadata.total_pages).toBe(50);
    expect(table.map((row) => row[id]?.cellValue)).toEqual(
      Array.from({ length: 1000 }, (_, row) => String(49_000 + row)),
    );
    expect(column_config.map((column) => column.data_type)).toEqual(["integer", "text", "float"]);
  });

  test("with more rows than a dataset may have are refused", async () => {
    expect(await refusal(upload(`a\n${"1\n".repeat(200_001)}`, "Huge.csv"))).toEqual([
      "invalid",
      "file: Has more than 200000 rows.",
    ]);
  });
});
