// The items before and after the open one, and its position: only among what the caller may open.
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { queueItems } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { assignItems } from "@/lib/annotation/queues/assignment";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import { nextItem, releaseItem } from "./claims";
import { completeItem } from "./completions";
import { annotateDetail } from "./detail";
import { submitAnnotations } from "./submissions";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const member = () => createCaller(database.db, organization);
const open = (context: Context, { queue_id, itemIds }: TestQueue, index: number) =>
  annotateDetail(context, { queue_id, item_id: itemIds[index] ?? "", reserve: false });
const assign = (person: Context, { queue_id, itemIds }: TestQueue, ...indexes: number[]) =>
  assignItems(owner, {
    queue_id,
    item_ids: indexes.map((index) => itemIds[index] ?? ""),
    user_id: person.caller.userId,
    action: "add",
  });
async function finish(person: Context, { queue_id, itemIds, labelId }: TestQueue, index: number): Promise<void> {
  const item = { queue_id, item_id: itemIds[index] ?? "" };
  await submitAnnotations(person, { ...item, annotations: [{ label_id: labelId, value: 4 }] });
  await completeItem(person, item);
}
/** Indexes of the items around one: by its detail, and by `next-item?before=`. */
async function around(person: Context, queue: TestQueue, index: number) {
  const { prev_item_id, next_item_id } = await open(person, queue, index);
  const query = { queue_id: queue.queue_id, include_completed: false, before: queue.itemIds[index] ?? "" };
  const { item } = await nextItem(person, query);
  const indexOf = (id: string | null | undefined) => (id ? queue.itemIds.indexOf(id) : null);
  return [indexOf(prev_item_id), indexOf(next_item_id), indexOf(item?.id)];
}

describe("a queue without automatic assignment", () => {
  test("leads an annotator through assigned items and earlier completed ones", async () => {
    const [one, two] = [await member(), await member()];
    const queue = await createTestQueue(owner, organization, { items: 6, annotators: [one, two], autoAssign: false });
    await assign(one, queue, 1, 3, 5);
    await assign(two, queue, 0, 2);
    expect(await around(one, queue, 1)).toEqual([null, 3, null]);
    expect(await around(one, queue, 3)).toEqual([1, 5, 1]);
    await expect(open(one, queue, 0)).rejects.toMatchObject({ kind: "forbidden" });
    // Completed work stays, also when somebody else gets the item afterwards.
    await finish(one, queue, 3);
    await assignItems(owner, {
      queue_id: queue.queue_id,
      item_ids: [queue.itemIds[3] ?? ""],
      user_id: two.caller.userId,
      action: "set",
    });
    expect(await around(one, queue, 5)).toEqual([3, null, 3]);
    // Managers go everywhere.
    expect(await around(owner, queue, 3)).toEqual([2, 4, 2]);
  });

  test("leads past many items of other annotators", async () => {
    const [one, two] = [await member(), await member()];
    const options = { items: 1_000, annotators: [one, two], autoAssign: false };
    const queue = await createTestQueue(owner, organization, options);
    await assign(one, queue, 0, 990);
    await assign(two, queue, ...Array.from({ length: 900 }, (_, index) => index + 1));
    expect(await around(one, queue, 990)).toEqual([0, null, 0]);
    expect(await around(one, queue, 0)).toEqual([null, 990, null]);
  });
});

test("in a queue of free items, items assigned to others are left out", async () => {
  const [one, two] = [await member(), await member()];
  const queue = await createTestQueue(owner, organization, { items: 4, annotators: [one, two] });
  await assign(two, queue, 1);
  expect(await around(one, queue, 2)).toEqual([0, 3, 0]);
  expect(await around(two, queue, 2)).toEqual([1, 3, 1]);
});

test("a person who may not work in the queue gets no item", async () => {
  const queue = await createTestQueue(owner, organization, { items: 2 });
  const query = { queue_id: queue.queue_id, include_completed: false, before: queue.itemIds[1] ?? "" };
  expect((await nextItem(await member(), query)).item).toBeNull();
});

describe("the position in one's own work", () => {
  const own = async (person: Context, queue: TestQueue, index: number) =>
    (await open(person, queue, index)).progress.user_progress;

  test("is the item's own, however many items are completed", async () => {
    const [one, two] = [await member(), await member()];
    const queue = await createTestQueue(owner, organization, { items: 5, annotators: [one, two], autoAssign: false });
    await assign(one, queue, 1, 3);
    await assign(two, queue, 0);
    expect(await own(one, queue, 3)).toEqual({ total: 2, completed: 0, current_position: 2 });
    for (const index of [1, 3]) await finish(one, queue, index);
    expect(await own(one, queue, 1)).toEqual({ total: 2, completed: 2, current_position: 1 });
    expect(await own(one, queue, 3)).toEqual({ total: 2, completed: 2, current_position: 2 });
  });

  test("is the position in the queue if nothing is assigned", async () => {
    const one = await member();
    const queue = await createTestQueue(owner, organization, { items: 2, annotators: [one] });
    for (const index of [0, 1]) await finish(one, queue, index);
    expect(await own(one, queue, 1)).toEqual({ total: 2, completed: 2, current_position: 2 });
    expect(await own(one, queue, 0)).toEqual({ total: 2, completed: 2, current_position: 1 });
  });

  test("is unknown for an item that is not among the assigned ones", async () => {
    const one = await member();
    const queue = await createTestQueue(owner, organization, { items: 2, annotators: [one] });
    await assign(one, queue, 0);
    expect(await own(one, queue, 1)).toEqual({ total: 1, completed: 0, current_position: null });
  });
});

test("a removed item has no neighbours", async () => {
  const one = await member();
  const queue = await createTestQueue(owner, organization, { items: 2, annotators: [one] });
  await database.db
    .update(queueItems)
    .set({ deletedAt: new Date() })
    .where(eq(queueItems.id, queue.itemIds[1] ?? ""));
  const query = { queue_id: queue.queue_id, include_completed: false, before: queue.itemIds[1] ?? "" };
  expect((await nextItem(one, query)).item).toBeNull();
  await expect(releaseItem(one, { queue_id: queue.queue_id, item_id: queue.itemIds[1] ?? "" })).rejects.toMatchObject({
    kind: "notFound",
  });
});
