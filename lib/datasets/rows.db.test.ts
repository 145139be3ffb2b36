import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { sourceContents } from "@/lib/annotation/testing/contents";
import type { Context } from "@/lib/context";
import { Failure } from "@/lib/errors";
import * as columns from "./columns";
import * as datasets from "./datasets";
import * as rows from "./rows";
import { getDatasetTable } from "./table";

const database = suiteDatabase();
let organization: TestOrganization;
let context: Context;
beforeAll(async () => {
  organization = await createOrganization(database.db);
  context = await createCaller(database.db, organization);
});

/** A new dataset with the columns question (text), score (integer) and tags (array). */
async function newDataset(row = 0): Promise<string> {
  const { dataset_id } = await datasets.createEmptyDataset(context, {
    new_dataset_name: `Dataset ${randomUUID()}`,
    columns: [
      { name: "question", data_type: "text" },
      { name: "score", data_type: "integer" },
      { name: "tags", data_type: "array" },
    ],
    row,
  });
  return dataset_id;
}

async function table(
  dataset_id: string,
  query: { search?: string; page_size?: number; current_page_index?: number } = {},
) {
  const found = await getDatasetTable(context, {
    dataset_id,
    current_page_index: 0,
    page_size: 100,
    column_config_only: false,
    ...query,
  });
  const nameOf = new Map(found.column_config.map((column) => [column.id, column.name]));
  const contents = found.table.map(({ rowId, order, ...cells }) =>
    Object.fromEntries(Object.entries(cells).map(([id, cell]) => [nameOf.get(id), cell.cellValue])),
  );
  return { ...found, contents, orders: found.table.map((row) => row.order), ids: found.table.map((row) => row.rowId) };
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? [error.kind, error.message] : error),
  );
const cells = (values: Record<string, unknown>) => ({
  cells: Object.entries(values).map(([column_name, value]) => ({ column_name, value })),
});

describe("adding rows", () => {
  test("finds columns in any case, stores texts, and distinguishes an empty text from null", async () => {
    const dataset_id = await newDataset();
    const added = await rows.addRows(context, {
      dataset_id,
      rows: [
        cells({ question: "Why?", SCORE: 3, tags: ["a", { b: 1 }] }),
        cells({ question: "", score: null, tags: "" }),
        cells({}),
      ],
    });
    const { contents, ids, orders } = await table(dataset_id);
    expect(contents).toEqual([
      { question: "Why?", score: "3", tags: '["a",{"b":1}]' },
      { question: "", score: null, tags: null },
      { question: null, score: null, tags: null },
    ]);
    expect(ids).toEqual(added.row_ids);
    expect(orders).toEqual([0, 1, 2]);
  });

  test.each([
    [{ verdict: 1 }, "rows.1.cells.0.column_name"],
    [{ question: "a", Question: "b" }, "rows.1.cells.1.column_name"],
    [{ question: "a", score: "high" }, "rows.1.cells.1.value"],
    [{ score: 1.5 }, "rows.1.cells.0.value"],
    [{ question: "x".repeat(1_000_001) }, "rows.1.cells.0.value"],
  ])("%# names a bad cell and adds nothing", async (values, field) => {
    const dataset_id = await newDataset();
    const failure = await refusal(
      rows.addRows(context, { dataset_id, rows: [cells({ question: "fine" }), cells(values)] }),
    );
    expect(failure).toEqual(["invalid", expect.stringContaining(`${field}: `)]);
    expect((await table(dataset_id)).metadata.total_rows).toBe(0);
  });

  test("in parallel gives orders without gaps or duplicates", async () => {
    const dataset_id = await newDataset(2);
    const batches = await Promise.all(
      Array.from({ length: 16 }, (_, batch) =>
        batch % 4 === 3
          ? rows.addEmptyRows(context, { dataset_id, num_rows: 5 })
          : rows.addRows(context, {
              dataset_id,
              rows: Array.from({ length: 5 }, (_, index) => cells({ question: `${batch}/${index}` })),
            }),
      ),
    );
    expect(batches).toContain("Successfully added 5 empty row(s)");
    const { orders, contents } = await table(dataset_id);
    expect(orders).toEqual(Array.from({ length: 82 }, (_, order) => order));
    const questions = contents.map((row) => row.question);
    const first = questions.indexOf("0/0");
    expect(questions.slice(first, first + 5)).toEqual(["0/0", "0/1", "0/2", "0/3", "0/4"]);
  });
});

describe("changing cells", () => {
  test("keeps both of two cells of a row that change at once", async () => {
    const dataset_id = await newDataset(1);
    const { column_config, ids } = await table(dataset_id);
    const [row_id = ""] = ids;
    await Promise.all(
      ["a", 7, ["x"]].map((new_value, index) =>
        rows.updateCellValue(context, { dataset_id, row_id, column_id: column_config[index]?.id ?? "", new_value }),
      ),
    );
    expect((await table(dataset_id)).contents).toEqual([{ question: "a", score: "7", tags: '["x"]' }]);
    await rows.updateCellValue(context, { dataset_id, row_id, column_id: column_config[0]?.id ?? "", new_value: null });
    expect((await table(dataset_id)).contents).toEqual([{ question: null, score: "7", tags: '["x"]' }]);
    await rows.updateCellValue(context, { dataset_id, row_id, column_id: column_config[0]?.id ?? "", new_value: "" });
    expect((await table(dataset_id)).contents).toMatchObject([{ question: "" }]);
  });

  test("refuses unknown rows and columns, missing values and values of another type", async () => {
    const dataset_id = await newDataset(1);
    const { column_config, ids } = await table(dataset_id);
    const change = { dataset_id, row_id: ids[0] ?? "", column_id: column_config[1]?.id ?? "", new_value: 1 as unknown };
    const other = await table(await newDataset(1));
    const refused = async (part: Partial<typeof change>) =>
      refusal(rows.updateCellValue(context, { ...change, ...part }));
    expect(await refused({ row_id: other.ids[0] ?? "" })).toEqual(["notFound", "Row not found."]);
    expect(await refused({ column_id: other.column_config[0]?.id ?? "" })).toEqual(["notFound", "Column not found."]);
    expect(await refused({ new_value: undefined })).toEqual(["invalid", "new_value: This field is required."]);
    expect(await refused({ new_value: "many" })).toEqual(["invalid", expect.stringContaining("whose type is integer")]);
  });
});

describe("deleting rows", () => {
  const all = { row_ids: [], selected_all_rows: false };
  test("deletes named rows, all except some, or all; new rows follow the last one left", async () => {
    const dataset_id = await newDataset(5);
    const [first = "", , third = "", fourth = ""] = (await table(dataset_id)).ids;
    expect(await rows.deleteRows(context, { ...all, dataset_id, row_ids: [third, third] })).toMatchObject({
      deleted: 1,
    });
    expect(
      await rows.deleteRows(context, { dataset_id, row_ids: [first, fourth], selected_all_rows: true }),
    ).toMatchObject({
      deleted: 2,
    });
    expect((await table(dataset_id)).ids).toEqual([first, fourth]);
    await rows.addEmptyRows(context, { dataset_id, num_rows: 1 });
    expect((await table(dataset_id)).orders).toEqual([0, 3, 4]);
    expect(await rows.deleteRows(context, { ...all, dataset_id, selected_all_rows: true })).toMatchObject({
      deleted: 3,
    });
    expect((await table(dataset_id)).ids).toEqual([]);
  });

  test("deletes nothing for a row of another dataset, or without named rows", async () => {
    const dataset_id = await newDataset(2);
    const [other = ""] = (await table(await newDataset(1))).ids;
    const [own = ""] = (await table(dataset_id)).ids;
    for (const selected_all_rows of [true, false]) {
      const failure = await refusal(rows.deleteRows(context, { dataset_id, row_ids: [own, other], selected_all_rows }));
      expect(failure).toEqual(["notFound", `Row not found: ${other}.`]);
    }
    expect(await refusal(rows.deleteRows(context, { ...all, dataset_id }))).toEqual(["invalid", expect.any(String)]);
    expect((await table(dataset_id)).metadata.total_rows).toBe(2);
  });
});

describe("reading", () => {
  test("pages rows, and searches any cell without wildcards", async () => {
    const dataset_id = await newDataset();
    const questions = ["100% sure", "100 euros", "Ünder_score", "other"];
    await rows.addRows(context, { dataset_id, rows: questions.map((question, score) => cells({ question, score })) });
    const found = async (search: string) => (await table(dataset_id, { search })).contents.map((row) => row.question);
    expect(await found("100%")).toEqual(["100% sure"]);
    expect(await found("üNDER")).toEqual(["Ünder_score"]);
    expect(await found("3")).toEqual(["other"]);
    const page = await table(dataset_id, { page_size: 3, current_page_index: 1 });
    expect([page.contents.length, page.metadata]).toEqual([
      1,
      expect.objectContaining({ dataset_name: expect.any(String), total_rows: 4, total_pages: 2 }),
    ]);
  });

  test("lists row ids in order, page by page", async () => {
    const dataset_id = await newDataset(7);
    const { ids } = await table(dataset_id);
    const pages = await Promise.all([1, 2, 3].map((page) => rows.listRowIds(context, { dataset_id, page, limit: 3 })));
    expect(pages.flatMap((page) => page.results)).toEqual(ids);
    expect(pages[0]).toMatchObject({ count: 7, page: 1, limit: 3 });
    expect(await refusal(rows.listRowIds(context, { dataset_id, page: 4, limit: 3 }))).toEqual([
      "notFound",
      "Invalid page.",
    ]);
  });

  test("added columns come last, and a taken name is refused", async () => {
    const dataset_id = await newDataset(1);
    const add = (...names: string[]) =>
      columns.addColumns(context, {
        dataset_id,
        new_columns_data: names.map((name) => ({ name, data_type: "text" as const })),
      });
    const results = await Promise.all([add("verdict", "note"), add("reviewer")]);
    expect(results[0]?.data.map((column) => column.name)).toEqual(["verdict", "note"]);
    const { column_config } = await table(dataset_id);
    expect(column_config.map((column) => column.order_index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await refusal(add("fresh", "Verdict"))).toEqual([
      "invalid",
      expect.stringContaining("new_columns_data.1.name"),
    ]);
    expect(await refusal(add("fresh", "FRESH"))).toEqual([
      "invalid",
      expect.stringContaining("new_columns_data.1.name"),
    ]);
    expect((await table(dataset_id)).column_config).toHaveLength(6);
  });

  test("an annotator sees a row with the names and types of its columns", async () => {
    const dataset_id = await newDataset();
    const { row_ids } = await rows.addRows(context, { dataset_id, rows: [cells({ question: "Why?", score: 3 })] });
    const reference = { sourceType: "dataset_row" as const, sourceId: row_ids[0] ?? "" };
    const [content] = await sourceContents(database.db, organization.id, [reference]);
    expect(content).toMatchObject({
      fields: { question: "Why?", score: "3", tags: null },
      field_types: { question: "text", score: "integer", tags: "array" },
    });
  });
});
