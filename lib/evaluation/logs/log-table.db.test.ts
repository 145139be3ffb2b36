import { and, eq, lte } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { evalLogs } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { getEvalLogDetails as contract } from "@/lib/contracts/evaluation/log-table";
import { createTestLogs, createTestTemplate } from "../testing";
import { getEvalLogDetails, tableOfRuns } from "./log-table";
import { countNewest, totalOf } from "./total-rows";

const database = suiteDatabase();
let context: Context;
let judged: string;
let scored: string;

const at = (day: number) => new Date(Date.UTC(2026, 4, day));

beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
  judged = await createTestTemplate(context, {}, "judged");
  scored = await createTestTemplate(context, { output: "score", required_keys: [], instructions: null }, "scored");
  const pass = { output: "Passed", label: "Passed", score: 1, passed: true };
  const fail = { output: "Failed", label: "Failed", score: 0, passed: false };
  await createTestLogs(context, judged, [
    { mapping: { input: "Alpha", output: "100%" }, ...pass, createdAt: at(1) },
    { mapping: { input: "beta", output: "7" }, ...fail, createdAt: at(2), source: "sdk" },
    { mapping: { input: "Gamma" }, outcome: "error", status: "error", reason: "Slow.", createdAt: at(3) },
    { mapping: { input: "delta", output: "8" }, outcome: "unscored", createdAt: at(4) },
    { mapping: { input: "never shown" }, outcome: "error", status: "rate_limited", createdAt: at(5) },
    { mapping: { input: "deleted" }, deletedAt: at(6) },
  ]);
  await createTestLogs(
    context,
    scored,
    [0.1, 0.9, 0.25].map((score, index) => ({
      mapping: { text: `t${index}`, n: index },
      output: score,
      score,
      passed: score >= 0.5,
      createdAt: at(index + 1),
    })),
  );
});

type TableQuery = Record<string, unknown>;
const table = (query: TableQuery = {}, by = context) =>
  getEvalLogDetails(by, contract.query.parse({ eval_template_id: judged, ...query }));
const filter = (column_id: string, filter_type: string, filter_op: string, filter_value?: unknown) => ({
  column_id,
  filter_config: { filter_type, filter_op, ...(filter_value === undefined ? {} : { filter_value }) },
});
const inputs = async (query: TableQuery) => {
  const { table: rows, column_config: columns } = await table(query);
  const input = columns.find(({ name }) => name === "input")?.id ?? "";
  return rows.map((row) => (row as Record<string, { cell_value?: unknown }>)[input]?.cell_value);
};
const all = ["delta", "Gamma", "beta", "Alpha"];

test("shows finished runs, newest first, with columns for the template's inputs", async () => {
  const { column_config: columns, table: rows, metadata } = await table({ page_size: 3 });
  expect(columns.map(({ name, data_type, is_visible }) => `${name} ${data_type} ${is_visible}`)).toEqual([
    "Evaluation ID text true",
    "input text true",
    "output text true",
    "judged boolean true",
    "Criteria text false",
    "Created At datetime false",
    "Source text false",
    "Evaluation Feedback text false",
    "Feedback Explanation text false",
    "Prompt text false",
  ]);
  expect(columns[3]).toMatchObject({ origin_type: "evaluation", output_type: "Pass/Fail" });
  expect([metadata, rows.length]).toEqual([
    { total_rows: 4, total_pages: 2, is_estimated: false, searched_since: null },
    3,
  ]);
  expect(rows[1]).toMatchObject({
    column4: { cell_value: { output: null, reason: "Slow.", outcome: "error" }, status: "error" },
  });
  const again = await table({ page_size: 3 });
  expect(again.table.map(({ row_id }) => row_id)).toEqual(rows.map(({ row_id }) => row_id));
});

test("a template without inputs shows those of its latest run (case 23)", async () => {
  const { column_config: columns } = await table({ eval_template_id: scored });
  expect(columns.map(({ name }) => name)).toEqual([
    "Evaluation ID",
    "n",
    "text",
    "scored",
    "Created At",
    "Source",
    "Evaluation Feedback",
    "Feedback Explanation",
    "Prompt",
  ]);
});

test("shows zero rows for a template that never ran, and nothing of other organizations (case 22)", async () => {
  const empty = await createTestTemplate(context);
  expect(await table({ eval_template_id: empty })).toMatchObject({
    table: [],
    metadata: { total_rows: 0, total_pages: 0, is_estimated: false },
  });
  const other = await createCaller(database.db, await createOrganization(database.db));
  await expect(table({}, other)).rejects.toMatchObject({ kind: "notFound" });
});

describe("filters (case 24)", () => {
  test.each([
    ["text equals, in any case", filter("input", "text", "equals", "ALPHA"), ["Alpha"]],
    ["text by the column's id", filter("column2", "string", "equals", "beta"), ["beta"]],
    ["text in a list", filter("input", "text", "in", ["alpha", "BETA"]), ["beta", "Alpha"]],
    ["text not in a list", filter("input", "text", "not_in", ["alpha", "beta"]), ["delta", "Gamma"]],
    ["a pattern's signs are literal", filter("output", "text", "contains", "0%"), ["Alpha"]],
    ["not contains leaves out what has no value", filter("output", "text", "not_contains", "0"), ["delta", "beta"]],
    ["starts with", filter("input", "text", "starts_with", "DE"), ["delta"]],
    ["ends with", filter("input", "text", "ends_with", "a"), all],
    ["is null", filter("output", "text", "is_null"), ["Gamma"]],
    ["is not null", filter("output", "text", "is_not_null"), ["delta", "beta", "Alpha"]],
    ["a boolean by its word", filter("judged", "boolean", "equals", "passed"), ["Alpha"]],
    ["a boolean that is another", filter("judged", "boolean", "not_equals", true), ["beta"]],
    ["a verdict that is missing is null, not failed", filter("judged", "boolean", "is_null"), ["delta", "Gamma"]],
    ["a verdict that is there", filter("judged", "boolean", "is_not_null"), ["beta", "Alpha"]],
    ["a verdict's score in percent", filter("judged", "number", "greater_than_or_equal", 100), ["Alpha"]],
    ["numbers in texts", filter("output", "number", "between", [7, 8]), ["delta", "beta"]],
    ["numbers outside", filter("output", "number", "not_between", [7, 7.5]), ["delta"]],
    [
      "a time between",
      filter("Created At", "datetime", "between", ["2026-05-02T00:00:00Z", "2026-05-03T00:00:00Z"]),
      ["Gamma", "beta"],
    ],
    [
      "a time not between",
      filter("Created At", "date", "not_between", ["2026-05-02", "2026-05-03"]),
      ["delta", "Alpha"],
    ],
    ["a source", filter("Source", "categorical", "equals", "sdk"), ["beta"]],
  ])("%s", async (_, condition, found) => expect(await inputs({ filters: [condition] })).toEqual(found));

  test("are combined with AND, and sent as JSON in a query", async () => {
    const filters = [filter("input", "text", "ends_with", "a"), filter("output", "number", "less_than", 8)];
    expect(await inputs({ filters: JSON.stringify(filters) })).toEqual(["beta"]);
  });

  test.each([
    ["members in camel case", { columnId: "input", filterConfig: {} }],
    ["an operator that the type does not take", filter("input", "boolean", "contains", "x")],
    ["a between of one", filter("input", "number", "between", [1])],
    ["an empty list", filter("input", "text", "in", [])],
    ["no value", filter("input", "text", "equals")],
    ["an unknown type", filter("input", "colour", "equals", "red")],
    ["an unknown member", { ...filter("input", "text", "equals", "x"), colour: "red" }],
  ])("%s is refused by the contract (case 25)", (_, condition) => {
    expect(contract.query.safeParse({ eval_template_id: judged, filters: [condition] }).success).toBe(false);
  });

  test.each([
    ["an unknown column", filter("nothing", "text", "equals", "x")],
    ["a text as a number", filter("input", "number", "equals", "many")],
    ["a number as a time", filter("Created At", "datetime", "equals", 5)],
    ["a type that the column has not", filter("input", "boolean", "equals", true)],
    ["thumbs", filter("input", "thumbs", "equals", "up")],
  ])("%s is a 400 (case 25)", async (_, condition) => {
    await expect(table({ filters: [condition] })).rejects.toMatchObject({ kind: "invalid" });
  });

  test("an object instead of the list is refused (case 25)", () => {
    expect(contract.query.safeParse({ eval_template_id: judged, filters: {} }).success).toBe(false);
  });
});

describe("sort", () => {
  const scores = async (sort: object[]) => {
    const { table: rows } = await table({ eval_template_id: scored, sort });
    return rows.map((row) => (row as Record<string, { cell_value: { output: unknown } }>).column4?.cell_value.output);
  };

  test("follows the data type, by the first key first", async () => {
    expect(await scores([{ column_id: "scored", type: "ascending" }])).toEqual([0.1, 0.25, 0.9]);
    expect(
      await scores([
        { column_id: "column4", type: "descending" },
        { column_id: "n", type: "ascending" },
      ]),
    ).toEqual([0.9, 0.25, 0.1]);
    expect(await inputs({ sort: [{ column_id: "input", type: "ascending" }] })).toEqual([
      "Alpha",
      "beta",
      "delta",
      "Gamma",
    ]);
    const byVerdict = [
      { column_id: "judged", type: "ascending" },
      { column_id: "input", type: "descending" },
    ];
    expect(await inputs({ sort: byVerdict })).toEqual(["beta", "Alpha", "Gamma", "delta"]);
  });

  test("by an unknown column is a 400", async () => {
    await expect(table({ sort: [{ column_id: "nothing", type: "ascending" }] })).rejects.toMatchObject({
      kind: "invalid",
    });
  });
});

test("a search finds text in visible cells, and shows where", async () => {
  const { table: rows, metadata } = await table({ search: { key: "ALPH", type: ["text"] } });
  expect(metadata.total_rows).toBe(1);
  expect(rows[0]).toMatchObject({ column2: { search_results: { key_exists: true, start_index: 0, end_index: 4 } } });
  expect((await table({ search: "beta" })).metadata.total_rows).toBe(1);
});

test("facets count the filtered runs", async () => {
  const { facets } = await table({ facets: true, filters: [filter("input", "text", "not_equals", "delta")] });
  expect(facets?.verdict).toEqual([
    { value: "Failed", count: 1 },
    { value: "Passed", count: 1 },
    { value: null, count: 1 },
  ]);
  expect(facets?.outcome).toEqual([
    { value: "scored", count: 2 },
    { value: "error", count: 1 },
  ]);
});

describe("the total", () => {
  const first = { offset: 0, rows: 10, pageSize: 10 };
  test.each([
    ["of runs that were all counted is exact", { seen: 90, found: 45 }, null, first, 45, false],
    ["of many runs is their share of what is expected", { seen: 100, found: 25 }, 1_000, first, 250, true],
    ["is never less than what was counted", { seen: 100, found: 80 }, 50, first, 80, true],
    ["nor than what was shown", { seen: 100, found: 0 }, 1_000, { ...first, offset: 30 }, 40, true],
    ["on the last page is exact", { seen: 100, found: 0 }, 1_000, { ...first, offset: 30, rows: 3 }, 33, false],
    ["of nothing is exact", { seen: 100, found: 0 }, 1_000, { ...first, rows: 0 }, 0, false],
    [
      "beyond the last page is what was counted",
      { seen: 9, found: 9 },
      null,
      { ...first, offset: 50, rows: 0 },
      9,
      false,
    ],
  ] as const)("%s", (_, counts, expected, shown, total, isEstimated) => {
    expect(totalOf(counts, expected, shown)).toEqual({ total, isEstimated });
  });

  test("counts only the newest runs, and estimates the rest from the table's statistics", async () => {
    const finished = and(eq(evalLogs.organizationId, context.caller.organizationId), eq(evalLogs.templateId, scored));
    const low = lte(evalLogs.score, 0.5);
    expect(await countNewest(database.db, finished, low)).toEqual({
      ...{ seen: 3, found: 2, expected: null, since: null },
    });
    const some = await countNewest(database.db, finished, low, 1);
    expect(some).toEqual({ seen: 2, found: 1, expected: expect.any(Number), since: at(2) });
  });
});

describe("more runs than are counted (here two)", () => {
  const bounded = async (query: TableQuery) => {
    const { table: rows, metadata } = await tableOfRuns(
      context,
      contract.query.parse({ eval_template_id: judged, ...query }),
      2,
    );
    return [rows.map((row) => (row as Record<string, { cell_value?: unknown }>).column2?.cell_value), metadata];
  };
  const back = at(2).toISOString();
  const untilThen = filter("Created At", "datetime", "less_than_or_equal", back);

  test("a text search covers only the newest, says so, and can continue with older ones", async () => {
    const rare = filter("input", "text", "contains", "alp");
    expect(await bounded({ filters: [rare] })).toEqual([
      [],
      { total_rows: 0, total_pages: 0, is_estimated: false, searched_since: back },
    ]);
    const [found, metadata] = await bounded({ filters: [rare, untilThen] });
    expect(found).toEqual(["Alpha"]);
    expect(metadata).toMatchObject({ searched_since: null });
    expect((await bounded({ search: "gamma" }))[0]).toEqual(["Gamma"]);
  });

  test("sorting by an input covers only the newest", async () => {
    const [found, metadata] = await bounded({ sort: [{ column_id: "input", type: "ascending" }] });
    expect(found).toEqual(["beta", "delta", "Gamma"]);
    expect(metadata).toMatchObject({ total_rows: 3, searched_since: back });
  });

  test.each([
    ["a verdict", { sort: [{ column_id: "judged", type: "ascending" }] }, ["beta", "Alpha", "delta", "Gamma"]],
    ["time", { sort: [{ column_id: "Created At", type: "ascending" }] }, ["Alpha", "beta", "Gamma", "delta"]],
  ])("sorting by %s covers them all", async (_, query, expected) => {
    const [found, metadata] = await bounded(query);
    expect(found).toEqual(expected);
    expect(metadata).toMatchObject({ searched_since: null });
  });
});

test("verdicts of any length are stored, found and sorted", async () => {
  const id = await createTestTemplate(context, { output: "reason" }, "reasons");
  const long = Array.from({ length: 200 }, () => crypto.randomUUID()).join(" ");
  const reasons = [`b ${long}`, `a ${long}`, null];
  await createTestLogs(
    context,
    id,
    reasons.map((label) => ({ label, output: label })),
  );
  const sorted = async (type: string) => {
    const { table: rows } = await table({ eval_template_id: id, sort: [{ column_id: "reasons", type }] });
    return rows.map((row) => (row as Record<string, { cell_value: { output: unknown } }>).column4?.cell_value.output);
  };
  expect(await sorted("ascending")).toEqual([reasons[1], reasons[0], null]);
  expect(await sorted("descending")).toEqual([reasons[0], reasons[1], null]);
  const filters = [filter("reasons", "text", "equals", `A ${long.toUpperCase()}`)];
  expect((await table({ eval_template_id: id, filters })).table).toHaveLength(1);
});

test("a run can be found by its id", async () => {
  const [row] = (await table()).table;
  expect((await table({ filters: [filter("Evaluation ID", "text", "in", [row?.log_id, "x"])] })).table).toHaveLength(1);
  expect((await table({ filters: [filter("column1", "text", "equals", row?.log_id)] })).table).toHaveLength(1);
});
