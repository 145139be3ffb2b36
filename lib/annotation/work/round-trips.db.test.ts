// The annotator's loop is as fast as it asks the database seldom: counted through the driver.
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { schemaOptions } from "@/db/client";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { fold } from "@/lib/annotation/reports/fold";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import { claimAhead, releaseItems } from "./claim-ahead";
import { nextItem, releaseItem } from "./claims";
import { completeItem } from "./completions";
import { annotateDetail } from "./detail";
import { saveDraft } from "./drafts";
import { skipItem } from "./skip";
import { submitAnnotations } from "./submissions";
import { undoItem } from "./undo";

const database = suiteDatabase(4);
let client: postgres.Sql;
let annotator: Context;
let queue: TestQueue;
let queries: string[] = [];

beforeAll(async () => {
  const organization = await createOrganization(database.db);
  // What the driver asks about types when a connection opens is not the loop's.
  client = postgres(database.url, { max: 1, fetch_types: false, debug: (_, query) => void queries.push(query) });
  const owner = await createCaller(database.db, organization, "Owner");
  annotator = { ...(await createCaller(database.db, organization)), db: drizzle(client, schemaOptions) };
  // More items than the server has connections, so that none may be the last.
  queue = await createTestQueue(owner, organization, { items: 500, annotators: [annotator] });
});
afterAll(async () => {
  await client.end();
});

async function statementsOf<T>(operation: () => Promise<T>): Promise<{ output: T; statements: number }> {
  queries = [];
  const output = await operation();
  return { output, statements: queries.length };
}

test("a loop of submit, complete and next item takes five statements", async () => {
  const { queue_id, labelId } = queue;
  // An annotator's first claim in a queue makes the row that later ones hold.
  const first = (await nextItem(annotator, { queue_id, include_completed: false })).item;
  await completeOne(first?.id ?? "");
  const again = await statementsOf(() => nextItem(annotator, { queue_id, include_completed: false }));
  // Access, the claim, which finds the item at hand, its renewal, and the item.
  expect(again.statements).toBe(4);
  const item_id = again.output.item?.id ?? "";
  const submitted = await statementsOf(() =>
    submitAnnotations(annotator, { queue_id, item_id, annotations: [{ label_id: labelId, value: 4 }] }),
  );
  expect(submitted).toEqual({ output: { submitted: 1, ignored: [] }, statements: 2 });
  const completed = await statementsOf(() => completeItem(annotator, { queue_id, item_id }));
  expect(completed.output.next_item).not.toBeNull();
  expect(completed.statements).toBe(3);
});

test("the desk's loop, which claims ahead, takes nine statements", async () => {
  const { queue_id, labelId } = queue;
  const item_id = (await nextItem(annotator, { queue_id, include_completed: false })).item?.id ?? "";
  while ((await fold(database.db, queue_id)) > 0);
  const { statements } = await statementsOf(async () => {
    await annotateDetail(annotator, { queue_id, item_id, reserve: true });
    const query = { include_completed: false, include_skipped: false, ahead: true, exclude: [item_id] };
    const { item } = await nextItem(annotator, { queue_id, ...query });
    await annotateDetail(annotator, { queue_id, item_id: item?.id ?? "", reserve: false });
    const annotations = [{ label_id: labelId, value: 4 }];
    await submitAnnotations(annotator, { queue_id, item_id, annotations, complete: true, mutation_id: "once" });
  });
  expect(statements).toBe(9);
});

test("claiming twenty items ahead with their forms takes three statements", async () => {
  const { queue_id } = queue;
  const { output, statements } = await statementsOf(() => claimAhead(annotator, { queue_id, count: 20, exclude: [] }));
  const exclude = output.items.map(({ item }) => item.id);
  while ((await fold(database.db, queue_id)) > 0);
  const more = await statementsOf(() => claimAhead(annotator, { queue_id, count: 20, exclude }));
  expect(more.output.items).toHaveLength(20);
  expect(more.statements).toBe(3);
  expect(statements).toBeGreaterThan(3);
  await releaseItems(annotator, { queue_id, item_ids: [...exclude, ...more.output.items.map(({ item }) => item.id)] });
});

test("undo, draft, skip and release take only statements to read, decide and write", async () => {
  const { queue_id, labelId } = queue;
  const item_id = (await nextItem(annotator, { queue_id, include_completed: false })).item?.id ?? "";
  const path = { queue_id, item_id };
  const annotations = [{ label_id: labelId, value: 4 }];
  const draft = await statementsOf(() => saveDraft(annotator, { ...path, annotations }));
  expect(draft.statements).toBe(2);
  await submitAnnotations(annotator, { ...path, annotations });
  await completeItem(annotator, path);
  expect((await statementsOf(() => undoItem(annotator, path))).statements).toBe(3);
  expect((await statementsOf(() => releaseItem(annotator, path))).statements).toBe(2);
  expect((await statementsOf(() => skipItem(annotator, { ...path, claim_next: false }))).statements).toBe(3);
  expect((await statementsOf(() => undoItem(annotator, path))).statements).toBe(3);
});

async function completeOne(item_id: string): Promise<void> {
  const { queue_id, labelId } = queue;
  await submitAnnotations(annotator, { queue_id, item_id, annotations: [{ label_id: labelId, value: 4 }] });
  await completeItem(annotator, { queue_id, item_id });
}
