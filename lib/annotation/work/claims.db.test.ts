import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { itemSeats, queueItems, queues } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { assignItems } from "@/lib/annotation/queues/assignment";
import { updateQueueStatus } from "@/lib/annotation/queues/queues";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import { claimAhead } from "./claim-ahead";
import { nextItem, releaseItem } from "./claims";
import { completeItem } from "./completions";
import { annotateDetail } from "./detail";
import { skipItem } from "./skip";
import { submitAnnotations } from "./submissions";

const database = suiteDatabase(32);
let organization: TestOrganization;
let manager: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  manager = await createCaller(database.db, organization, "Owner");
});

const query = { include_completed: false };
const people = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createCaller(database.db, organization)));
const next = async (context: Context, { queue_id }: TestQueue, exclude?: string[]) =>
  (await nextItem(context, { queue_id, ...query, ...(exclude ? { exclude } : {}) })).item;
const submit = (context: Context, { queue_id, labelId }: TestQueue, item_id: string, rating = 4) =>
  submitAnnotations(context, { queue_id, item_id, annotations: [{ label_id: labelId, value: { rating } }] });
const later = (context: Context, minutes: number): Context => ({
  ...context,
  now: () => new Date(Date.now() + minutes * 60_000),
});

describe("claiming", () => {
  test("64 parallel calls on 50 free items return 50 different items and 14 times none", async () => {
    const annotators = await people(64);
    const queue = await createTestQueue(manager, organization, { items: 50, annotators });
    const claimed = await Promise.all(annotators.map((annotator) => next(annotator, queue)));
    const ids = claimed.flatMap((item) => item?.id ?? []);
    expect(new Set(ids).size).toBe(50);
    expect(claimed.filter((item) => item === null)).toHaveLength(14);
  });

  test("20 annotators work through 2,000 items: each is completed once, and none is lost", async () => {
    const annotators = await people(20);
    const queue = await createTestQueue(manager, organization, { items: 2000, annotators });
    const done = await Promise.all(annotators.map((annotator) => workThrough(annotator, queue)));
    const ids = done.flat();
    expect(ids).toHaveLength(2000);
    expect(new Set(ids).size).toBe(2000);
    const [open] = await database.db
      .select({ count: sql<number>`count(*)::int` })
      .from(queueItems)
      .where(and(eq(queueItems.queueId, queue.queue_id), sql`status <> 'completed'`));
    expect(open?.count).toBe(0);
    const [row] = await database.db.select().from(queues).where(eq(queues.id, queue.queue_id));
    expect(row?.status).toBe("completed");
  }, 120_000);

  async function workThrough(annotator: Context, queue: TestQueue): Promise<string[]> {
    const done: string[] = [];
    let item = await next(annotator, queue);
    while (item) {
      await submit(annotator, queue, item.id);
      const completed = await completeItem(annotator, { queue_id: queue.queue_id, item_id: item.id });
      done.push(completed.completed_item_id);
      item = completed.next_item;
    }
    return done;
  }

  test("an item for three annotators goes to at most three parallel callers, once to each", async () => {
    const annotators = await people(8);
    const queue = await createTestQueue(manager, organization, { items: 1, annotators, annotationsRequired: 3 });
    const claimed = await Promise.all(annotators.map((annotator) => next(annotator, queue)));
    expect(claimed.filter((item) => item !== null)).toHaveLength(3);
    const holders = annotators.filter((_, index) => claimed[index]);
    const fourth = annotators.find((_, index) => !claimed[index]);
    for (const holder of holders) await submit(holder, queue, queue.itemIds[0] ?? "");
    if (!fourth) throw new Error("nobody was refused");
    await expect(submit(fourth, queue, queue.itemIds[0] ?? "")).rejects.toMatchObject({ kind: "conflict" });
  });

  test("a reload resumes the reserved item, and so do parallel reloads", async () => {
    const [annotator] = await people(1);
    if (!annotator) return;
    const queue = await createTestQueue(manager, organization, { items: 5, annotators: [annotator] });
    const first = await next(annotator, queue);
    const again = await Promise.all(Array.from({ length: 5 }, () => next(annotator, queue)));
    expect(new Set(again.map((item) => item?.id))).toEqual(new Set([first?.id]));
    const other = await next(annotator, queue, [first?.id ?? ""]);
    expect(other?.id).toBe(queue.itemIds[1]);
  });

  test("an expired reservation blocks no one, and its holder can submit until another annotator takes it", async () => {
    const [first, second] = await people(2);
    if (!first || !second) return;
    const queue = await createTestQueue(manager, organization, {
      items: 1,
      annotators: [first, second],
      reservationMinutes: 5,
    });
    const item = await next(first, queue);
    expect(await next(second, queue)).toBeNull();
    await submit(later(first, 6), queue, item?.id ?? "");
    expect(await next(later(second, 6), queue)).toBeNull();
    expect((await next(later(second, 20), queue))?.id).toBe(item?.id);
    await expect(submit(later(first, 20), queue, item?.id ?? "")).rejects.toMatchObject({
      detail: { code: "item_reserved" },
    });
  });

  test("priority goes before order, and items that the caller skipped come last", async () => {
    const [annotator, other] = await people(2);
    if (!annotator || !other) return;
    const queue = await createTestQueue(manager, organization, { items: 3, annotators: [annotator, other] });
    await database.db
      .update(queueItems)
      .set({ priority: 5 })
      .where(eq(queueItems.id, queue.itemIds[2] ?? ""));
    const urgent = await next(annotator, queue);
    expect(urgent?.id).toBe(queue.itemIds[2]);
    const skipped = await skipItem(annotator, { queue_id: queue.queue_id, item_id: urgent?.id ?? "" });
    expect(skipped.next_item?.id).toBe(queue.itemIds[0]);
    const seen = [skipped.next_item?.id ?? ""];
    seen.push((await next(annotator, queue, seen))?.id ?? "");
    expect(seen).toEqual([queue.itemIds[0], queue.itemIds[1]]);
    expect((await next(annotator, queue, seen))?.id).toBe(queue.itemIds[2]);
  });
});

describe("a completed queue", () => {
  test("offers no open item, and completed items only on request", async () => {
    const [annotator] = await people(1);
    if (!annotator) return;
    const queue = await createTestQueue(manager, organization, { items: 2, annotators: [annotator] });
    const done = (await next(annotator, queue))?.id ?? "";
    await submit(annotator, queue, done);
    await completeItem(annotator, { queue_id: queue.queue_id, item_id: done });
    await updateQueueStatus(manager, { queue_id: queue.queue_id, status: "completed" });
    expect(await next(annotator, queue)).toBeNull();
    expect((await claimAhead(annotator, { queue_id: queue.queue_id, count: 2, exclude: [] })).items).toEqual([]);
    const again = await nextItem(annotator, { queue_id: queue.queue_id, include_completed: true });
    expect(again.item?.id).toBe(done);
  });

  test("a paused queue still shows its next item", async () => {
    const [annotator] = await people(1);
    if (!annotator) return;
    const queue = await createTestQueue(manager, organization, { items: 1, annotators: [annotator] });
    await updateQueueStatus(manager, { queue_id: queue.queue_id, status: "paused" });
    expect((await next(annotator, queue))?.id).toBe(queue.itemIds[0]);
  });
});

describe("claiming ahead", () => {
  const ahead = async (context: Context, { queue_id }: TestQueue, exclude: string[]) =>
    (await nextItem(context, { queue_id, ...query, exclude, ahead: true })).item;
  /** Claims ahead until the server gives no more. */
  async function claimAll(context: Context, queue: TestQueue, claimed: string[]) {
    for (let item = await ahead(context, queue, claimed); item; item = await ahead(context, queue, claimed))
      claimed.push(item.id);
    return claimed;
  }
  const seatOf = async (itemId = "") => {
    const [seat] = await database.db.select().from(itemSeats).where(eq(itemSeats.itemId, itemId));
    return seat;
  };

  test("reserves several items, each once, and leaves some for others", async () => {
    const annotators = await people(4);
    const queue = await createTestQueue(manager, organization, { items: 24, annotators });
    const claimed = await Promise.all(
      annotators.map(async (annotator) => claimAll(annotator, queue, [(await next(annotator, queue))?.id ?? ""])),
    );
    const ids = claimed.flat();
    expect(new Set(ids).size).toBe(ids.length);
    expect(Math.max(...claimed.map((own) => own.length))).toBeGreaterThan(2);
    expect(ids.length).toBeLessThan(24);
  });

  test("reserves only one of the last items, and a reload resumes the current one", async () => {
    const [annotator, other] = await people(2);
    if (!annotator || !other) return;
    const queue = await createTestQueue(manager, organization, { items: 4, annotators: [annotator, other] });
    const claimed = await claimAll(annotator, queue, [(await next(annotator, queue))?.id ?? ""]);
    expect(claimed).toEqual(queue.itemIds.slice(0, 2));
    expect((await next(other, queue))?.id).toBe(queue.itemIds[2]);
    expect((await next(annotator, queue))?.id).toBe(queue.itemIds[0]);
  });

  test("a lost client's items return when they expire, and active work does not expire", async () => {
    const [annotator, other] = await people(2);
    if (!annotator || !other) return;
    const queue = await createTestQueue(manager, organization, {
      items: 20,
      annotators: [annotator, other],
      reservationMinutes: 5,
    });
    const claimed = await claimAll(annotator, queue, [(await next(annotator, queue))?.id ?? ""]);
    const [first = "", second = ""] = claimed;
    await annotateDetail(later(annotator, 4), { queue_id: queue.queue_id, item_id: first, reserve: true });
    const taken = await next(later(other, 8), queue);
    expect(claimed).not.toContain(taken?.id);
    expect((await next(later(other, 20), queue, [taken?.id ?? ""]))?.id).toBe(first);
    expect((await next(later(other, 20), queue, [taken?.id ?? "", first]))?.id).toBe(second);
  });

  test("counts work time from opening the item, not from claiming it", async () => {
    const [annotator] = await people(1);
    if (!annotator) return;
    const queue = await createTestQueue(manager, organization, { items: 20, annotators: [annotator] });
    const [first = "", second = ""] = await claimAll(annotator, queue, [(await next(annotator, queue))?.id ?? ""]);
    const about = { queue_id: queue.queue_id, item_id: second, reserve: true };
    // Resuming what is held ahead is no work either.
    await ahead(later(annotator, 1), queue, [first]);
    await annotateDetail(later(annotator, 3), about);
    await submit(later(annotator, 4), queue, second);
    expect((await seatOf(second))?.workMs).toBeGreaterThan(55_000);
    expect((await seatOf(second))?.workMs).toBeLessThan(65_000);
  });

  test("leaves out items that the caller skipped unless they are requested", async () => {
    const [annotator] = await people(1);
    if (!annotator) return;
    const queue = await createTestQueue(manager, organization, { items: 2, annotators: [annotator] });
    const [first = "", second = ""] = queue.itemIds;
    const { queue_id } = queue;
    const skipped = await skipItem(annotator, { queue_id, item_id: first, claim_next: false });
    expect(skipped.next_item).toBeNull();
    const fresh = { queue_id, ...query, include_skipped: false };
    expect((await nextItem(annotator, fresh)).item?.id).toBe(second);
    expect((await nextItem(annotator, { ...fresh, exclude: [second] })).item).toBeNull();
    expect((await nextItem(annotator, { queue_id, ...query, exclude: [second] })).item?.id).toBe(first);
  });
});

describe("skipping and releasing", () => {
  test("an item is skipped only when no other annotator is left for it", async () => {
    const [alone, other] = await people(2);
    if (!alone || !other) return;
    const shared = await createTestQueue(manager, organization, { items: 1, annotators: [alone, other] });
    await skipItem(alone, { queue_id: shared.queue_id, item_id: shared.itemIds[0] ?? "" });
    expect(await statusOf(shared)).toBe("pending");
    const item = await next(other, shared);
    expect(item?.id).toBe(shared.itemIds[0]);

    const single = await createTestQueue(alone, organization, { items: 2 });
    const result = await skipItem(alone, {
      queue_id: single.queue_id,
      item_id: single.itemIds[0] ?? "",
      reason: "unreadable",
    });
    expect(await statusOf(single)).toBe("skipped");
    expect(result.next_item?.id).toBe(single.itemIds[1]);
    const [seat] = await database.db
      .select()
      .from(itemSeats)
      .where(eq(itemSeats.itemId, single.itemIds[0] ?? ""));
    expect(seat).toMatchObject({ state: "skipped", userId: alone.caller.userId, skipReason: "unreadable" });
  });

  const statusOf = async (queue: TestQueue) => {
    const [row] = await database.db
      .select()
      .from(queueItems)
      .where(eq(queueItems.id, queue.itemIds[0] ?? ""));
    return row?.status;
  };

  test("only the holder or a manager can release a reserved item", async () => {
    const [holder, other] = await people(2);
    if (!holder || !other) return;
    const queue = await createTestQueue(manager, organization, { items: 1, annotators: [holder, other] });
    const item = await next(holder, queue);
    const input = { queue_id: queue.queue_id, item_id: item?.id ?? "" };
    await expect(releaseItem(other, input)).rejects.toMatchObject({ kind: "invalid" });
    expect(await next(other, queue)).toBeNull();
    await releaseItem(manager, input);
    expect((await next(other, queue))?.id).toBe(item?.id);
    expect(await releaseItem(other, input)).toEqual({ released: true });
    expect(await releaseItem(other, input)).toEqual({ released: true });
  });

  test("a person outside the queue cannot skip, not even an Owner", async () => {
    const creator = await createCaller(database.db, organization);
    const queue = await createTestQueue(creator, organization, { items: 1 });
    const input = { queue_id: queue.queue_id, item_id: queue.itemIds[0] ?? "" };
    await expect(skipItem(manager, input)).rejects.toMatchObject({ kind: "forbidden" });
  });
});

describe("assignment", () => {
  test("in a manual queue, annotators get their assigned items and managers the unassigned ones", async () => {
    const [one, two] = await people(2);
    if (!one || !two) return;
    const queue = await createTestQueue(manager, organization, { items: 3, annotators: [one, two], autoAssign: false });
    expect(await next(one, queue)).toBeNull();
    await expect(submit(one, queue, queue.itemIds[0] ?? "")).rejects.toMatchObject({ kind: "forbidden" });
    const assigned = await assignItems(manager, {
      queue_id: queue.queue_id,
      item_ids: [queue.itemIds[1] ?? ""],
      user_id: one.caller.userId,
      action: "add",
    });
    expect(assigned).toEqual({ assigned: 1 });
    expect((await next(one, queue))?.id).toBe(queue.itemIds[1]);
    expect(await next(two, queue)).toBeNull();
    expect((await next(manager, queue))?.id).toBe(queue.itemIds[0]);
    await expect(submit(two, queue, queue.itemIds[1] ?? "")).rejects.toMatchObject({ kind: "forbidden" });
  });

  test("reading an item reserves it only on request, and for one reader at a time", async () => {
    const [one, two] = await people(2);
    if (!one || !two) return;
    const queue = await createTestQueue(manager, organization, { items: 1, annotators: [one, two] });
    const input = { queue_id: queue.queue_id, item_id: queue.itemIds[0] ?? "" };
    const plain = await annotateDetail(one, { ...input, reserve: false });
    expect(plain.item.reserved_by).toBeNull();
    const reserved = await annotateDetail(one, { ...input, reserve: true });
    expect(reserved.item.reserved_by).toBe(one.caller.userId);
    expect(reserved.seat?.state).toBe("reserved");
    await expect(annotateDetail(two, { ...input, reserve: true })).rejects.toMatchObject({
      detail: { code: "item_reserved" },
    });
    const afterExpiry = await annotateDetail(later(two, 61), { ...input, reserve: true });
    expect(afterExpiry.item.reserved_by).toBe(two.caller.userId);
  });
});
