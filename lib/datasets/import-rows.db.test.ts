import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { createEmptyDataset } from "./datasets";
import { importRows } from "./import";
import { addRows } from "./rows";
import { getDatasetTable } from "./table";

const database = suiteDatabase();
let context: Context;
let dataset_id: string;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
});
beforeEach(async () => {
  const columns = (["question", "score"] as const).map((name) => ({
    name,
    data_type: name === "score" ? ("integer" as const) : ("text" as const),
  }));
  ({ dataset_id } = await createEmptyDataset(context, { new_dataset_name: randomUUID(), columns, row: 0 }));
  await addRows(context, { dataset_id, rows: [{ cells: [{ column_name: "question", value: "First?" }] }] });
});

const add = (text: string, name = "more.csv", by = context) =>
  importRows(by, { dataset_id, file: new File([text], name) });

async function rows(): Promise<Record<string, unknown>[]> {
  const query = { dataset_id, current_page_index: 0, page_size: 100, column_config_only: false };
  const { table, column_config } = await getDatasetTable(context, query);
  return table.map((row) =>
    Object.fromEntries(column_config.map(({ id, name }) => [name, Object(Object(row)[id]).cellValue ?? null])),
  );
}

test.each([
  ["CSV, in another order and case", "more.csv", 'Score,QUESTION\n7,Second?\n,""\n'],
  ["JSON Lines", "more.jsonl", '{"question":"Second?","score":7}\n{"score":null,"question":""}\n'],
  ["a JSON array", "more.json", '[{"question":"Second?","score":7},{"question":""}]'],
])("rows of %s are added after the existing ones", async (_, name, text) => {
  expect(await add(text, name)).toEqual({ message: "2 rows added", rows_added: 2 });
  expect(await rows()).toEqual([
    { question: "First?", score: null },
    { question: "Second?", score: "7" },
    { question: "", score: null },
  ]);
});

test.each([
  ["a column that is not there", "question,colour\nx,red\n", /^file: Line 1: the dataset has no column "colour"\.$/],
  [
    "a value of another type",
    "score\n1\nmany\n",
    /Line 3: a value does not fit the column "score", whose type is integer/,
  ],
  ["two columns of one name", "question,question\na,b\n", /two columns are named/],
  ["a value without a column", "question,\na,b\n", /Line 2: a value is in a column without a name/],
  ["no rows", "question\n", /Has no rows/],
  ["nothing", "", /Is empty/],
])("%s is refused with its line, and no row is added", async (_, text, message) => {
  const failure = await add(text).catch((error) => error);
  expect(failure).toMatchObject({ kind: "invalid", detail: { fields: { file: [expect.any(String)] } } });
  expect(failure.message).toMatch(message);
  expect(await rows()).toHaveLength(1);
});

test("files sent at once each add all their rows in one block", async () => {
  await Promise.all(["a", "b", "c"].map((name) => add(`question\n${`${name}\n`.repeat(30)}`)));
  const names = (await rows()).slice(1).map(({ question }) => question);
  const blocks = names.filter((name, index) => name !== names[index - 1]);
  expect([names.length, blocks.toSorted()]).toEqual([90, ["a", "b", "c"]]);
});

test("another organization's dataset is not found", async () => {
  const stranger = await createCaller(database.db, await createOrganization(database.db));
  await expect(add("question\nx\n", "more.csv", stranger)).rejects.toMatchObject({ kind: "notFound" });
});
