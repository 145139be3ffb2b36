// Many items at once, for a desk that goes on without a network.
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "@/db/client";
import { itemSeats } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { transaction } from "@/db/transaction";
import { bulkRemoveItems } from "@/lib/annotation/contents/items";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import { claimAhead, releaseItems } from "./claim-ahead";
import { nextItem } from "./claims";
import { annotateDetail } from "./detail";
import { submitAnnotations } from "./submissions";

const database = suiteDatabase(8);
let organization: TestOrganization;
let manager: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  manager = await createCaller(database.db, organization, "Owner");
});

const people = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createCaller(database.db, organization)));
const next = async (context: Context, { queue_id }: TestQueue) =>
  (await nextItem(context, { queue_id, include_completed: false })).item?.id;
/** Claims ahead, so many at a time, until the server gives fewer. */
async function claimAll(context: Context, { queue_id }: TestQueue, count: number): Promise<string[]> {
  const claimed: string[] = [];
  for (;;) {
    const { items } = await claimAhead(context, { queue_id, count, exclude: claimed });
    claimed.push(...items.map(({ item }) => item.id));
    if (items.length < count) return claimed;
  }
}

/** Items that this connection has read since PostgreSQL last collected its figures, also in earlier transactions. */
async function rowsRead(db: Database): Promise<number> {
  const [items] = await db.execute<{ rows: number }>(sql`
    select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'queue_items'`);
  return items?.rows ?? 0;
}

describe("claiming many items ahead", () => {
  test("gives each person a quarter of the free items, in order and without overlap", async () => {
    const annotators = await people(3);
    const [first] = annotators;
    if (!first) return;
    const queue = await createTestQueue(manager, organization, { items: 200, annotators });
    const { items } = await claimAhead(first, { queue_id: queue.queue_id, count: 5, exclude: [] });
    expect(items.map(({ item }) => item.id)).toEqual(queue.itemIds.slice(0, 5));
    expect(items[0]).toMatchObject({ seat: { state: "reserved" }, labels: [{ label_id: queue.labelId }] });
    const all = await Promise.all(annotators.map((annotator) => claimAll(annotator, queue, 20)));
    const ids = all.flat();
    expect(new Set(ids).size).toBe(ids.length);
    expect(all[0]?.length).toBeGreaterThan(20);
    expect(ids.length).toBeLessThan(150);
    const [seat] = await database.db
      .select()
      .from(itemSeats)
      .where(eq(itemSeats.itemId, items[4]?.item.id ?? ""));
    expect(seat).toMatchObject({ workMs: 0, activeAt: null });
  });

  test("gives items whose work without a network counts as the client measured it, and within bounds", async () => {
    const [annotator] = await people(1);
    if (!annotator) return;
    const queue = await createTestQueue(manager, organization, { items: 40, annotators: [annotator] });
    const { queue_id, labelId } = queue;
    const [opened = "", ...ahead] = await claimAll(annotator, queue, 5);
    await annotateDetail(annotator, { queue_id, item_id: opened, reserve: true });
    const later = { ...annotator, now: () => new Date(Date.now() + 30 * 60_000) };
    const spent = async (item_id: string, work_ms?: number) => {
      const annotations = [{ label_id: labelId, value: { rating: 3 } }];
      const measured = work_ms === undefined ? {} : { work_ms };
      await submitAnnotations(later, { queue_id, item_id, annotations, complete: true, ...measured });
      const [seat] = await database.db.select().from(itemSeats).where(eq(itemSeats.itemId, item_id));
      return seat?.workMs;
    };
    expect(await spent(opened, 8500)).toBe(8500);
    expect(await spent(ahead[0] ?? "", 9500)).toBe(9500);
    expect(await spent(ahead[1] ?? "", 40_000_000)).toBe(300_000);
    expect(await spent(ahead[2] ?? "")).toBe(0);
    const never = queue.itemIds.at(-1) ?? "";
    expect(await spent(never, 9500)).toBe(0);
  });

  test("frees released items, but leaves removed items and those of others unchanged", async () => {
    const [one, two] = await people(2);
    if (!one || !two) return;
    const queue = await createTestQueue(manager, organization, { items: 60, annotators: [one, two] });
    const { queue_id } = queue;
    const claimed = await claimAll(one, queue, 5);
    const theirs = await next(two, queue);
    await bulkRemoveItems(manager, { queue_id, item_ids: claimed.slice(0, 1) });
    await releaseItems(one, { queue_id, item_ids: [...claimed, theirs ?? ""] });
    expect(await next(two, queue)).toBe(theirs);
    expect(await next(one, queue)).toBe(claimed[1]);
  });

  test("reads few rows of a queue that has no statistics yet", async () => {
    const [annotator] = await people(1);
    if (!annotator) return;
    const { queue_id } = await createTestQueue(manager, organization, { items: 3000, annotators: [annotator] });
    const { items } = await claimAhead(annotator, { queue_id, count: 20, exclude: [] });
    const exclude = items.map(({ item }) => item.id);
    await transaction(database.db, async (db) => {
      const before = await rowsRead(db);
      await claimAhead({ ...annotator, db }, { queue_id, count: 20, exclude });
      const read = (await rowsRead(db)) - before;
      // A plan that reads the queue for each item reads 60,000.
      expect(read).toBeLessThan(15_000);
      expect(read).toBeGreaterThan(20);
    });
  });
});
