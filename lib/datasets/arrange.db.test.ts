import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { datasetColumns } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import type { FilterConfig, SortItem } from "@/lib/contracts/evaluation/shapes/filters";
import type { ColumnType } from "@/lib/contracts/shapes";
import { Failure } from "@/lib/errors";
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

async function datasetOf(data_type: ColumnType, values: readonly (string | null)[]): Promise<string> {
  const { dataset_id } = await datasets.createEmptyDataset(context, {
    new_dataset_name: `Dataset ${randomUUID()}`,
    columns: [{ name: "value", data_type }],
  });
  const cells = (value: string | null) => ({ cells: [{ column_name: "value", value }] });
  await rows.addRows(context, { dataset_id, rows: values.map(cells) });
  return dataset_id;
}

interface Shown {
  sort?: SortItem[];
  filter?: FilterConfig;
  page?: number;
  page_size?: number;
}

async function valuesOf(dataset_id: string, { sort, filter, page = 0, page_size = 100 }: Shown) {
  const table = await getDatasetTable(context, {
    dataset_id,
    current_page_index: page,
    page_size,
    column_config_only: false,
    ...(sort ? { sort } : {}),
    ...(filter ? { filters: [{ column_id: "value", filter_config: filter }] } : {}),
  });
  const column = table.column_config[0]?.id ?? "";
  const values = table.table.map((row) => (row[column] as { cellValue: string | null }).cellValue);
  return { values, total: table.metadata.total_rows };
}

const by = (type: "ascending" | "descending"): SortItem[] => [{ column_id: "value", type }];

describe("rows are sorted by a column", () => {
  test.each<[ColumnType, (string | null)[], (string | null)[], (string | null)[]]>([
    ["integer", ["10", "9", null, "-2", "100"], ["-2", "9", "10", "100", null], ["100", "10", "9", "-2", null]],
    ["float", ["1e3", "0.5", null, ".25", "20"], [".25", "0.5", "20", "1e3", null], ["1e3", "20", "0.5", ".25", null]],
    ["text", ["b", "", "A", null, "10", "9"], ["10", "9", "A", "b", "", null], ["b", "A", "9", "10", "", null]],
    ["boolean", ["true", null, "FALSE"], ["FALSE", "true", null], ["true", "FALSE", null]],
    [
      "datetime",
      ["2026-02-28", "2026-02-28T10:00:00+02:00", null, "2026-02-28 09:00", "2024-02-29T00:00:00.5Z"],
      ["2024-02-29T00:00:00.5Z", "2026-02-28", "2026-02-28T10:00:00+02:00", "2026-02-28 09:00", null],
      ["2026-02-28 09:00", "2026-02-28T10:00:00+02:00", "2026-02-28", "2024-02-29T00:00:00.5Z", null],
    ],
  ])("%s", async (type, values, ascending, descending) => {
    const dataset_id = await datasetOf(type, values);
    expect((await valuesOf(dataset_id, { sort: by("ascending") })).values).toEqual(ascending);
    expect((await valuesOf(dataset_id, { sort: by("descending") })).values).toEqual(descending);
  });

  test("and equal ones stay in order, so that pages repeat and skip nothing", async () => {
    const values = Array.from({ length: 60 }, (_, index) => `${index % 3}`);
    const dataset_id = await datasetOf("integer", values);
    const ids: string[] = [];
    for (const current_page_index of [0, 1, 2, 3, 4, 5]) {
      const { table } = await getDatasetTable(context, {
        dataset_id,
        current_page_index,
        page_size: 10,
        column_config_only: false,
        sort: by("descending"),
      });
      ids.push(...table.map(({ rowId, order }) => `${order % 3} ${String(order).padStart(2, "0")} ${rowId}`));
    }
    expect(new Set(ids).size).toBe(60);
    expect(ids.slice(0, 20)).toEqual(ids.slice(0, 20).toSorted());
  });
});

describe("rows are filtered by a column", () => {
  test.each<[ColumnType, (string | null)[], FilterConfig, (string | null)[]]>([
    ["integer", ["10", "9", null], { filter_type: "number", filter_op: "greater_than", filter_value: 9 }, ["10"]],
    ["float", ["0.5", null], { filter_type: "number", filter_op: "is_null" }, [null]],
    ["text", ["a", "", null], { filter_type: "text", filter_op: "is_null" }, ["", null]],
    ["text", ["100%", "100 euros"], { filter_type: "text", filter_op: "contains", filter_value: "0%" }, ["100%"]],
    ["boolean", ["true", "False"], { filter_type: "boolean", filter_op: "equals", filter_value: false }, ["False"]],
    [
      "datetime",
      ["2026-02-27", "2026-03-01T00:00"],
      { filter_type: "datetime", filter_op: "less_than", filter_value: "2026-02-28" },
      ["2026-02-27"],
    ],
  ])("%s %#", async (type, values, filter, expected) => {
    expect(await valuesOf(await datasetOf(type, values), { filter })).toEqual({
      values: expected,
      total: expected.length,
    });
  });
});

test("cells that do not fit the column's type are like empty ones, not a failure", async () => {
  const texts = ["2026-02-30", "0000-01-01", "2026-01-01T00:00+99:00", "1e9999", "99999-01-01", "2025-02-29"];
  const dataset_id = await datasetOf("text", texts);
  const { column_config } = await getDatasetTable(context, {
    dataset_id,
    current_page_index: 0,
    page_size: 1,
    column_config_only: true,
  });
  const id = column_config[0]?.id ?? "";
  for (const data_type of ["datetime", "integer", "boolean"] as const) {
    await database.db.update(datasetColumns).set({ dataType: data_type }).where(eq(datasetColumns.id, id));
    expect((await valuesOf(dataset_id, { sort: by("descending") })).values).toEqual(texts);
  }
});

test.each<[string, ColumnType, string[]]>([
  ["more digits than the database can cast are last", "float", ["1", "2", `0.${"1".repeat(20_000)}`]],
  ["spaces that only Unicode knows are no part of a value", "float", ["1", "\u20031.5", "2"]],
  ["spaces that only Unicode knows are no part of a value", "boolean", ["false", "\u2003true"]],
  [
    "spaces that only Unicode knows are no part of a value",
    "datetime",
    ["2026-01-01", "\u20032026-01-02", "2026-01-03"],
  ],
])("%s (%s)", async (_, type, texts) => {
  const dataset_id = await datasetOf(type, texts.toReversed());
  expect((await valuesOf(dataset_id, { sort: by("ascending") })).values).toEqual(texts);
});

test("an unknown column is refused by its place in the list", async () => {
  const dataset_id = await datasetOf("text", ["a"]);
  const refused = await valuesOf(dataset_id, { sort: [{ column_id: "other", type: "ascending" }] }).catch(
    (error: unknown) => (error instanceof Failure ? error.message : error),
  );
  expect(refused).toBe("sort.0: There is no column other.");
});
