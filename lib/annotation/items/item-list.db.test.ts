// The filters and orders of a queue's items, and the changes to all items that match.
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { datasetColumns, datasetRows, itemAssignees, queueItems, users } from "@/db/schema";
import {
  createCaller,
  createOrganization,
  createRows,
  suiteDatabase,
  type TestOrganization,
} from "@/db/testing/factories";
import { addItems, bulkRemoveItems, listItems, setItemPriority } from "@/lib/annotation/contents/items";
import { createLabel } from "@/lib/annotation/labels/labels";
import { assignItems } from "@/lib/annotation/queues/assignment";
import { addQueueLabel } from "@/lib/annotation/queues/queue-labels";
import { foldAll } from "@/lib/annotation/reports/fold";
import { foundBy } from "@/lib/annotation/sources/search";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { completeItem } from "@/lib/annotation/work/completions";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import { listItems as contract } from "@/lib/contracts/annotation/items";
import { type ItemFilters, type ItemOrdering, itemOrderings } from "@/lib/contracts/annotation/items/filters";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;
let ada: Context;
let bob: Context;
let queue: TestQueue;
let kind: string;

const STARS: readonly [ada: number | null, bob: number | null][] = [
  [5, 5],
  [5, 2],
  [3, null],
  [null, 2],
  [null, null],
  [1, 2],
];

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
  [ada, bob] = [await createCaller(database.db, organization), await createCaller(database.db, organization)];
  queue = await createTestQueue(owner, organization, {
    items: STARS.length,
    annotators: [ada, bob],
    annotationsRequired: 2,
  });
  const options = [{ label: "Good, kind" }, { label: "Bad" }];
  const settings = { rule_prompt: "", multi_choice: true, options, auto_annotate: false, strategy: null };
  kind = (await createLabel(owner, { name: "Kind", type: "categorical", settings, allow_notes: false })).id;
  await addQueueLabel(owner, { queue_id: queue.queue_id, label_id: kind, required: false });
  for (const [index, [first, second]] of STARS.entries()) {
    if (first !== null) await answer(ada, index, first, index === 0 ? ["Good, kind"] : undefined);
    if (second !== null) await answer(bob, index, second, index === 3 ? ["Good, kind", "Bad"] : undefined);
  }
  await foldAll(database.db, queue.queue_id);
});

async function answer(person: Context, index: number, rating: number, selected?: string[]) {
  const at = { queue_id: queue.queue_id, item_id: queue.itemIds[index] ?? "" };
  const annotations = [
    { label_id: queue.labelId, value: { rating } },
    ...(selected ? [{ label_id: kind, value: { selected } }] : []),
  ];
  await submitAnnotations(person, { ...at, annotations });
  await completeItem(person, at);
}

const list = (filters: ItemFilters, ordering: ItemOrdering = "order", who = owner, more = {}) =>
  listItems(who, { ...contract.query.parse({ ordering, limit: 100, ...filters, ...more }), queue_id: queue.queue_id });
const indexes = async (filters: ItemFilters, ordering?: ItemOrdering) => {
  const { results, count } = await list(filters, ordering);
  expect(count).toBe(results.length);
  return results.map(({ id }) => queue.itemIds.indexOf(id));
};
const refusal = (doing: Promise<unknown>) => doing.then(String, (error: unknown) => error);

const pairOf = (first: Context, second: Context) => [first.caller.userId, second.caller.userId];
const filters: [what: string, filters: () => ItemFilters, found: number[]][] = [
  ["nothing", () => ({}), [0, 1, 2, 3, 4, 5]],
  ["a part of a cell, in any case", () => ({ search: "ROW 3" }), [3]],
  ["a part of every cell", () => ({ search: "row" }), [0, 1, 2, 3, 4, 5]],
  ["a wildcard as it is", () => ({ search: "row %" }), []],
  ["the name of a column's id or a quote, which no cell has", () => ({ search: '": "' }), []],
  ["a value", () => ({ label_id: queue.labelId, value: "5" }), [0, 1]],
  ["a range", () => ({ label_id: queue.labelId, min_value: 2, max_value: 3 }), [1, 2, 3, 5]],
  ["one end of a range", () => ({ label_id: queue.labelId, max_value: 1 }), [5]],
  ["a category with a comma", () => ({ label_id: kind, value: "Good, kind" }), [0, 3]],
  ["another category of the same answer", () => ({ label_id: kind, value: "Bad" }), [3]],
  ["a value in other digits", () => ({ label_id: queue.labelId, value: ["5.0", "1e0"] }), [0, 1, 5]],
  ["any of several values", () => ({ label_id: queue.labelId, value: ["5", "1"] }), [0, 1, 5]],
  ["any of several categories, one with a comma", () => ({ label_id: kind, value: ["Good, kind", "Bad"] }), [0, 3]],
  ["a list of one value", () => ({ label_id: kind, value: ["Bad"] }), [3]],
  ["no answer", () => ({ label_id: kind, answered: false }), [1, 2, 4, 5]],
  ["an answer", () => ({ label_id: queue.labelId, answered: true }), [0, 1, 2, 3, 5]],
  ["who completed them", () => ({ completed_by: bob.caller.userId }), [0, 1, 3, 5]],
  ["two people's common items", () => ({ pair: pairOf(ada, bob) }), [0, 1, 5]],
  ["on which they differ", () => ({ pair: pairOf(ada, bob), pair_differs: true }), [1, 5]],
  ["on which they agree", () => ({ pair: pairOf(bob, ada), pair_differs: false }), [0]],
  [
    "a cell of their confusion",
    () => ({ pair: pairOf(ada, bob), label_id: queue.labelId, first_value: "1", second_value: "2" }),
    [5],
  ],
  ["a disagreement", () => ({ disagreement_label: queue.labelId }), [1, 5]],
  ["a time in the past", () => ({ added_until: "2020-01-01T00:00:00Z" }), []],
  ["a time of completion", () => ({ completed_since: "2020-01-01T00:00:00Z" }), [0, 1, 5]],
  [
    "several at once",
    () => ({
      search: "Row",
      completed_by: ada.caller.userId,
      status: ["completed"],
      label_id: queue.labelId,
      value: "2",
    }),
    [1, 5],
  ],
];

describe("item filters", () => {
  test.each(filters)("find items by %s", async (_, named, found) => {
    expect(await indexes(named())).toEqual(found);
  });

  test("do not search the cells of a deleted column", async () => {
    const { db } = database;
    const [rowId = ""] = await createRows(db, organization, ["Row of two columns"]);
    const [row] = await db.select().from(datasetRows).where(eq(datasetRows.id, rowId));
    if (!row) throw new Error("the row was not stored");
    const column = { id: randomUUID(), datasetId: row.datasetId, name: "note", dataType: "text", order: 1 } as const;
    await db.insert(datasetColumns).values(column);
    const cells = { ...row.cells, [column.id]: "A needle" };
    await db.update(datasetRows).set({ cells }).where(eq(datasetRows.id, rowId));
    const { queue_id } = await createTestQueue(owner, organization, { items: 0 });
    await addItems(owner, { queue_id, items: [{ source_type: "dataset_row", source_id: rowId }] });
    const found = async () =>
      (await listItems(owner, { ...contract.query.parse({ search: "needle" }), queue_id })).count;
    expect(await found()).toBe(1);
    await db.update(datasetColumns).set({ deletedAt: new Date() }).where(eq(datasetColumns.id, column.id));
    expect(await found()).toBe(0);
  });

  const wrong: [string, () => ItemFilters, string][] = [
    ["stars that are not a number", () => ({ label_id: queue.labelId, value: ["5", "five"] }), "value"],
    ["a value without a label", () => ({ value: "5" }), "value"],
    ["a range of categories", () => ({ label_id: kind, min_value: 2 }), "min_value"],
    ["a difference without a pair", () => ({ pair_differs: true }), "pair_differs"],
    ["a pair's value without a pair", () => ({ label_id: kind, first_value: "x" }), "first_value"],
  ];
  test.each(wrong)("refuse %s and name the field", async (_, named, field) => {
    expect(await refusal(list(named()))).toMatchObject({ kind: "invalid", detail: { fields: { [field]: [/./] } } });
  });
});

test("every column sorts both ways, and unknown values come last", async () => {
  for (const ordering of itemOrderings) expect(await indexes({}, ordering)).toHaveLength(STARS.length);
  expect((await indexes({}, "annotations_completed")).slice(-3)).toEqual([0, 1, 5]);
  expect(await indexes({}, "-annotations_completed")).toEqual([5, 1, 0, 3, 2, 4]);
  expect(await indexes({}, "status")).toEqual([4, 2, 3, 0, 1, 5]);
  for (const ordering of ["completed_at", "-completed_at"] as const)
    expect((await indexes({}, ordering)).slice(0, 3).toSorted()).toEqual([0, 1, 5]);
});

test("answers, fields and annotators can be sorted by", async () => {
  const stars = `label:${queue.labelId}` as const;
  expect(await indexes({}, stars)).toEqual([5, 1, 3, 2, 0, 4]);
  expect(await indexes({}, `-${stars}`)).toEqual([0, 2, 3, 1, 5, 4]);
  expect(await indexes({}, `label:${kind}`)).toEqual([0, 3, 1, 2, 4, 5]);
  expect(await indexes({}, "-field:input")).toEqual([5, 4, 3, 2, 1, 0]);
  for (const unknown of ["label:none", "field:none"] as const)
    expect(await indexes({}, unknown)).toEqual([0, 1, 2, 3, 4, 5]);
  await database.db.update(users).set({ name: "Bob" }).where(eq(users.id, bob.caller.userId));
  await database.db.update(users).set({ name: "ada" }).where(eq(users.id, ada.caller.userId));
  // Bob alone has completed the fourth.
  expect(await indexes({}, "completed_by")).toEqual([0, 1, 2, 5, 3, 4]);
  for (const ordering of ["completed_by", "-completed_by"] as const)
    expect((await indexes({}, ordering)).at(-1)).toBe(4);
  expect(await refusal(list({}, "label:x", ada))).toMatchObject({ kind: "forbidden" });
});

test("a page includes answers and cells on request, and then has at most 100 items", async () => {
  const { results } = await list({}, "order", owner, { include_answers: true, include_fields: true, limit: 1 });
  expect(results[0]).toMatchObject({
    source_fields: { input: "Row 0" },
    completed_by: [{ id: expect.any(String) }, { id: expect.any(String) }],
  });
  expect(results[0]?.answers).toHaveLength(3);
  expect(results[0]?.answers).toContainEqual(
    expect.objectContaining({ annotator_id: ada.caller.userId, label_id: kind, value: { selected: ["Good, kind"] } }),
  );
  expect((await list({})).results[0]).not.toHaveProperty("answers");
  expect(await refusal(list({}, "order", owner, { include_answers: true, limit: 101 }))).toMatchObject({
    detail: { fields: { limit: [/./] } },
  });
});

describe("changes to all items that match a filter", () => {
  const stored = () =>
    database.db
      .select({ id: queueItems.id, priority: queueItems.priority })
      .from(queueItems)
      .where(eq(queueItems.queueId, queue.queue_id))
      .orderBy(queueItems.order);

  test("set priorities, assign and remove matching items only", async () => {
    const { queue_id } = queue;
    expect(
      await setItemPriority(owner, { queue_id, filter: { completed_by: ada.caller.userId }, priority: 7 }),
    ).toEqual({ changed: 4 });
    expect((await stored()).map(({ priority }) => priority)).toEqual([7, 7, 7, 0, 0, 7]);
    expect(await indexes({}, "-priority")).toEqual([5, 2, 1, 0, 4, 3]);
    await setItemPriority(owner, { queue_id, item_ids: [queue.itemIds[0] ?? ""], priority: -1 });
    expect((await stored())[0]?.priority).toBe(-1);
    const user_ids = [bob.caller.userId];
    expect(await assignItems(owner, { queue_id, filter: { search: "Row 4" }, user_ids, action: "add" })).toEqual({
      assigned: 1,
    });
    const assigned = await database.db.select().from(itemAssignees).where(eq(itemAssignees.queueId, queue_id));
    expect(assigned.map(({ itemId }) => itemId)).toEqual([queue.itemIds[4]]);
    expect(await indexes({}, "assigned_to")).toEqual([4, 0, 1, 2, 3, 5]);
    expect(await bulkRemoveItems(owner, { queue_id, filter: { search: "Row 4" } })).toEqual({ removed: 1 });
    expect(await indexes({})).toEqual([0, 1, 2, 3, 5]);
  });

  test("are allowed to managers only", async () => {
    const { queue_id } = queue;
    expect(await refusal(setItemPriority(ada, { queue_id, filter: {}, priority: 1 }))).toMatchObject({
      kind: "forbidden",
    });
  });
});

test("the search reads only the queue's own rows, however many others there are", async () => {
  const texts = Array.from({ length: 5000 }, (_, index) => `Another row ${index} of many, which nobody looks for`);
  await createRows(database.db, organization, texts);
  await database.db.execute(sql`analyze dataset_rows`);
  const plan = await database.db.execute<{ "QUERY PLAN": string }>(
    sql`explain ${foundBy(organization.id, queue.queue_id, "Row 2345 of")}`,
  );
  expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).not.toContain("Seq Scan on dataset_rows");
});
