// How many statements the answers about items cost: round trips, whatever the item has and however many there are.
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { schemaOptions } from "@/db/client";
import { openDriver } from "@/db/driver";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { addComment } from "@/lib/annotation/discussion/discussions";
import { fold } from "@/lib/annotation/reports/fold";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { annotateDetail } from "@/lib/annotation/work/detail";
import { saveDraft } from "@/lib/annotation/work/drafts";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import { listItems } from "./items";
import { getItem } from "./single-item";

const database = suiteDatabase();
let client: postgres.Sql;
let annotator: Context;
let owner: Context;
let queue: TestQueue;
let sent: string[] = [];

beforeAll(async () => {
  const organization = await createOrganization(database.db);
  client = openDriver(database.url, { max: 1, fetch_types: false, debug: (_, query) => void sent.push(query) });
  const db = drizzle(client, schemaOptions);
  const manager = await createCaller(database.db, organization, "Owner");
  const person = await createCaller(database.db, organization);
  queue = await createTestQueue(manager, organization, { items: 100, annotators: [person] });
  const item = { queue_id: queue.queue_id, item_id: queue.itemIds[0] ?? "" };
  const annotations = [{ label_id: queue.labelId, value: { rating: 4 } }];
  await submitAnnotations(person, { ...item, annotations, item_notes: "odd" });
  await saveDraft(person, { ...item, annotations });
  await addComment(manager, { ...item, comment: "Why four?", mentioned_user_ids: [], blocking: true });
  while ((await fold(database.db, queue.queue_id)) > 0);
  annotator = { ...person, db };
  owner = { ...manager, db };
  await db.execute("select 1");
});
afterAll(async () => {
  await client.end();
});

async function statementsOf<T>(operation: () => Promise<T>): Promise<{ answer: T; statements: string[] }> {
  sent = [];
  const answer = await operation();
  return { answer, statements: sent };
}

test.each([1, 100])("a list of %s items takes four statements: access, count, page, items", async (limit) => {
  const { answer, statements } = await statementsOf(() =>
    listItems(owner, { queue_id: queue.queue_id, page: 1, limit, ordering: "order" }),
  );
  expect(answer.results).toHaveLength(limit);
  expect(statements).toHaveLength(4);
});

test("a search runs once, for the page and its count", async () => {
  const search = (page: number, text: string) =>
    listItems(owner, { queue_id: queue.queue_id, page, limit: 30, ordering: "order", search: text });
  const { answer, statements } = await statementsOf(() => search(4, "Row"));
  expect(answer).toMatchObject({ count: 100, results: { length: 10 } });
  expect(statements).toHaveLength(3);
  expect(statements.filter((each) => each.includes("ilike"))).toHaveLength(1);
  expect(await search(1, "nothing like it")).toMatchObject({ count: 0, results: [] });
  await expect(search(5, "Row")).rejects.toMatchObject({ kind: "notFound" });
});

test("one item takes three statements: access, item, and everything that belongs to it", async () => {
  const { statements } = await statementsOf(() =>
    getItem(annotator, { queue_id: queue.queue_id, item_id: queue.itemIds[0] ?? "" }),
  );
  expect(statements).toHaveLength(3);
});

// One reads all that tells who may see the item and what may be done with it, the other what it is on the desk.
test.each([
  ["an annotator", () => annotator, {}],
  ["an owner", () => owner, {}],
  ["a reviewer among what waits", () => owner, { view_mode: "review" }],
])("the detail of %s takes two statements", async (_, who, view) => {
  const item = { queue_id: queue.queue_id, item_id: queue.itemIds[0] ?? "" };
  const { answer, statements } = await statementsOf(() => annotateDetail(who(), { ...item, reserve: false, ...view }));
  expect(answer.review_threads).toHaveLength(1);
  expect(statements).toHaveLength(2);
});
