import { beforeAll, describe, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { assignItems } from "@/lib/annotation/queues/assignment";
import { updateQueue } from "@/lib/annotation/queues/queues";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { completeItem } from "@/lib/annotation/work/completions";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import { utcDay } from "./rules/forecast";
import { getQueueWorkload } from "./workload";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;
let one: Context;
let other: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
  one = await createCaller(database.db, organization);
  other = await createCaller(database.db, organization);
});

async function answer(by: Context, queue: TestQueue, index: number) {
  const item = { queue_id: queue.queue_id, item_id: queue.itemIds[index] ?? "" };
  await submitAnnotations(by, { ...item, annotations: [{ label_id: queue.labelId, value: { rating: 4 } }] });
  await completeItem(by, { ...item, exclude: [] });
}
const partOf = async ({ queue_id }: TestQueue, { caller }: Context) => {
  const { annotators } = await getQueueWorkload(owner, { queue_id });
  const { assigned, done, left, done_per_day } = annotators.find(({ user_id }) => user_id === caller.userId) ?? {};
  return { assigned, done, left, done_per_day };
};
const inDays = (days: number) => utcDay(new Date(Date.now() + days * 24 * 3600 * 1000));

describe("the workload of a queue", () => {
  test("has no pace, no end and no personal shares before any work", async () => {
    const queue = await createTestQueue(owner, organization, { items: 4, annotators: [one] });
    const workload = await getQueueWorkload(owner, { queue_id: queue.queue_id });
    expect(workload).toMatchObject({ due_date: null, left: 4, completed_per_day: null, ends_on: null, late: null });
    expect(await partOf(queue, one)).toEqual({ assigned: null, done: 0, left: null, done_per_day: null });
  });

  test("says when it ends at the current pace and how many items miss the due date", async () => {
    const queue = await createTestQueue(owner, organization, { items: 12, annotators: [one, other] });
    const { queue_id } = queue;
    await answer(one, queue, 0);
    await answer(one, queue, 1);
    await answer(other, queue, 9);
    await updateQueue(owner, { queue_id, due_date: inDays(2) });
    expect(await getQueueWorkload(owner, { queue_id })).toMatchObject({
      due_date: inDays(2),
      left: 9,
      completed_per_day: 3,
      ends_on: inDays(3),
      days_late: 1,
      late: 3,
    });
    expect(await partOf(queue, one)).toEqual({ assigned: null, done: 2, left: null, done_per_day: 2 });
  });

  test("shows how many items each annotator has and how many are left", async () => {
    const queue = await createTestQueue(owner, organization, {
      items: 5,
      annotators: [one, other],
      annotationsRequired: 2,
      autoAssign: false,
    });
    const { queue_id, itemIds } = queue;
    const assign = (by: Context, item_ids: string[]) =>
      assignItems(owner, { queue_id, item_ids, user_ids: [by.caller.userId], action: "add" });
    await assign(one, itemIds.slice(0, 3));
    await assign(other, itemIds.slice(2, 4));
    await answer(one, queue, 0);
    await answer(other, queue, 2);
    expect(await partOf(queue, one)).toEqual({ assigned: 3, done: 1, left: 2, done_per_day: 1 });
    expect(await partOf(queue, other)).toEqual({ assigned: 2, done: 1, left: 1, done_per_day: 1 });
  });

  test("is hidden from annotators", async () => {
    const { queue_id } = await createTestQueue(owner, organization, { items: 1, annotators: [one] });
    await expect(getQueueWorkload(one, { queue_id })).rejects.toMatchObject({ kind: "forbidden" });
  });
});
