// Items follow the labels that their queue requires.
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { queueItems } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { listItems } from "@/lib/annotation/contents/items";
import { resolveThread } from "@/lib/annotation/discussion/discussions";
import { createLabel } from "@/lib/annotation/labels/labels";
import { getQueueProgress } from "@/lib/annotation/reports/progress";
import { reviewItem } from "@/lib/annotation/review/reviews";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { nextItem } from "@/lib/annotation/work/claims";
import { completeItem } from "@/lib/annotation/work/completions";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import { addQueueLabel, removeQueueLabel } from "./queue-labels";
import { updateQueue } from "./queues";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;
let annotator: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
  annotator = await createCaller(database.db, organization);
});

const statesOf = async ({ queue_id }: TestQueue) =>
  (await listItems(owner, { queue_id, page: 1, limit: 100, ordering: "order" })).results.map(
    (item) => item.workflow_status,
  );
const lateLabel = async () =>
  (
    await createLabel(owner, {
      name: `Late ${crypto.randomUUID()}`,
      type: "thumbs_up_down",
      settings: {},
      allow_notes: false,
    })
  ).id;
async function finish({ queue_id, labelId, itemIds }: TestQueue): Promise<void> {
  for (const item_id of itemIds) {
    await submitAnnotations(annotator, { queue_id, item_id, annotations: [{ label_id: labelId, value: 4 }] });
    await completeItem(annotator, { queue_id, item_id });
  }
}
/** A queue whose three items are complete but for a label that was required late. */
async function owing(options: object = {}): Promise<{ queue: TestQueue; label_id: string }> {
  const queue = await createTestQueue(owner, organization, { items: 3, annotators: [annotator], ...options });
  await finish(queue);
  const label_id = await lateLabel();
  await addQueueLabel(owner, { queue_id: queue.queue_id, label_id, required: true });
  expect(await statesOf(queue)).toEqual(Array(3).fill("in_progress"));
  return { queue, label_id };
}

const drops: Record<string, (queue: TestQueue, label_id: string) => Promise<unknown>> = {
  "is required no more": ({ queue_id }, label_id) => addQueueLabel(owner, { queue_id, label_id, required: false }),
  "is removed": ({ queue_id }, label_id) => removeQueueLabel(owner, { queue_id, label_id }),
  "is not among the queue's new labels": ({ queue_id, labelId }) =>
    updateQueue(owner, { queue_id, label_ids: [labelId] }),
};

test.each(Object.entries(drops))("items that owe only a label that %s are completed again", async (_, drop) => {
  const { queue, label_id } = await owing();
  await drop(queue, label_id);
  expect(await statesOf(queue)).toEqual(Array(3).fill("completed"));
  const { completed, user_progress } = await getQueueProgress(owner, { queue_id: queue.queue_id });
  expect({ completed, left: user_progress.left }).toEqual({ completed: 3, left: 0 });
});

test("in a queue with review, such items wait for review again", async () => {
  const { queue, label_id } = await owing({ requiresReview: true });
  await removeQueueLabel(owner, { queue_id: queue.queue_id, label_id });
  expect(await statesOf(queue)).toEqual(Array(3).fill("in_review"));
});

test("items that owe another label stay with their annotator", async () => {
  const { queue, label_id } = await owing();
  const { queue_id } = queue;
  await addQueueLabel(owner, { queue_id, label_id: await lateLabel(), required: true });
  await removeQueueLabel(owner, { queue_id, label_id });
  expect(await statesOf(queue)).toEqual(Array(3).fill("in_progress"));
  expect((await nextItem(annotator, { queue_id, include_completed: false })).item).not.toBeNull();
});

test("rework lasts until its feedback is resolved and no required label is owed", async () => {
  const queue = await createTestQueue(owner, organization, { items: 1, annotators: [annotator], requiresReview: true });
  const { queue_id } = queue;
  await finish(queue);
  const item = { queue_id, item_id: queue.itemIds[0] ?? "" };
  const sent = await reviewItem(owner, { ...item, action: "request_changes", notes: "Too kind.", label_comments: [] });
  const [first, second] = [await lateLabel(), await lateLabel()];
  for (const label_id of [first, second]) await addQueueLabel(owner, { queue_id, label_id, required: true });
  await removeQueueLabel(owner, { queue_id, label_id: first });
  expect(await statesOf(queue)).toEqual(["needs_changes"]);
  await resolveThread(owner, { ...item, thread_id: sent.review_threads[0]?.id ?? "" });
  expect(await statesOf(queue)).toEqual(["needs_changes"]);
  await removeQueueLabel(owner, { queue_id, label_id: second });
  expect(await statesOf(queue)).toEqual(["in_review"]);
});

/** Which transaction has last locked each item. */
const locksOf = ({ queue_id }: TestQueue) =>
  database.db
    .select({ id: queueItems.id, lock: sql<string>`xmax::text` })
    .from(queueItems)
    .where(eq(queueItems.queueId, queue_id))
    .orderBy(queueItems.id);

test("reordering labels or removing optional ones does not touch the items", async () => {
  const queue = await createTestQueue(owner, organization, { items: 2, annotators: [annotator] });
  const { queue_id, labelId } = queue;
  const second = await lateLabel();
  const before = await locksOf(queue);
  await updateQueue(owner, { queue_id, label_ids: [labelId, second] });
  await updateQueue(owner, { queue_id, label_ids: [second, labelId] });
  await updateQueue(owner, { queue_id, label_ids: [labelId] });
  expect(await locksOf(queue)).toEqual(before);
});
