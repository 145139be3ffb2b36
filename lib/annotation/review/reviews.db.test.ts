import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { itemSeats, queueMembers, reviewThreads } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { leaveQueues } from "@/lib/accounts/leave-queues";
import { bulkRemoveItems, listItems } from "@/lib/annotation/contents/items";
import { addComment, reopenThread, resolveThread } from "@/lib/annotation/discussion/discussions";
import { createLabel } from "@/lib/annotation/labels/labels";
import { addQueueLabel } from "@/lib/annotation/queues/queue-labels";
import { getQueue, updateQueue } from "@/lib/annotation/queues/queues";
import { getQueueProgress } from "@/lib/annotation/reports/progress";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { nextItem, releaseItem } from "@/lib/annotation/work/claims";
import { completeItem } from "@/lib/annotation/work/completions";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import * as contracts from "@/lib/contracts/annotation/reviews";
import type { ReviewAction } from "@/lib/contracts/shapes";
import { bulkReviewItems, reviewItem } from "./reviews";

const database = suiteDatabase(32);
let organization: TestOrganization;
let owner: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const member = () => createCaller(database.db, organization);
const itemOf = (queue: TestQueue, index = 0) => ({ queue_id: queue.queue_id, item_id: queue.itemIds[index] ?? "" });
const later = (context: Context, minutes: number): Context => ({
  ...context,
  now: () => new Date(Date.now() + minutes * 60_000),
});
const submit = (context: Context, queue: TestQueue, rating = 4, index = 0) =>
  submitAnnotations(context, {
    ...itemOf(queue, index),
    annotations: [{ label_id: queue.labelId, value: { rating } }],
  });
const complete = (context: Context, queue: TestQueue, index = 0) => completeItem(context, itemOf(queue, index));
const next = async (context: Context, { queue_id }: TestQueue) =>
  (await nextItem(context, { queue_id, include_completed: false })).item;
const state = async (queue: TestQueue, index = 0) => {
  const listed = await listItems(owner, { queue_id: queue.queue_id, page: 1, limit: 100, ordering: "order" });
  return listed.results[index];
};
/** A review, its answer as the contract says it. */
const review = async (context: Context, queue: TestQueue, action: ReviewAction, change: object = {}, index = 0) =>
  contracts.reviewItem.response.parse(
    await reviewItem(context, { ...itemOf(queue, index), action, label_comments: [], ...change }),
  );

/** A reviewed queue in which every annotator has submitted and completed every item. */
async function inReview(annotators: Context[], items = 1): Promise<{ queue: TestQueue; reviewer: Context }> {
  const reviewer = await member();
  const queue = await createTestQueue(owner, organization, {
    items,
    annotators,
    annotationsRequired: annotators.length,
    requiresReview: true,
    reviewers: [reviewer],
  });
  for (const annotator of annotators) {
    for (let index = 0; index < items; index++) {
      await submit(annotator, queue, 4, index);
      await complete(annotator, queue, index);
    }
  }
  return { queue, reviewer };
}

describe("deciding a review", () => {
  test("approval completes the item, and the last approval completes the queue (case 64) (case 65)", async () => {
    const { queue, reviewer } = await inReview([await member()], 2);
    expect(await state(queue)).toMatchObject({ status: "in_progress", workflow_status: "in_review" });
    const first = await review(reviewer, queue, "approve", { notes: "Good." });
    expect(first).toMatchObject({ reviewed_item_id: queue.itemIds[0], action: "approve" });
    expect(first.next_item?.id).toBe(queue.itemIds[1]);
    expect(await state(queue)).toMatchObject({
      status: "completed",
      review_status: "approved",
      workflow_status: "completed",
      reviewed_by: reviewer.caller.userId,
      review_notes: "Good.",
      comment_count: 1,
    });
    expect((await state(queue))?.completed_at).not.toBeNull();
    expect((await getQueue(owner, { queue_id: queue.queue_id })).status).toBe("active");
    expect((await review(reviewer, queue, "approve", {}, 1)).next_item).toBeNull();
    expect((await getQueue(owner, { queue_id: queue.queue_id })).status).toBe("completed");
  });

  test("only reviewers and managers decide, and never on their own annotations", async () => {
    const annotator = await member();
    const { queue } = await inReview([annotator]);
    await expect(review(annotator, queue, "approve")).rejects.toMatchObject({ kind: "forbidden" });
    await expect(review(await member(), queue, "approve")).rejects.toMatchObject({ kind: "forbidden" });
    await database.db
      .update(queueMembers)
      .set({ roles: ["annotator", "reviewer"] })
      .where(and(eq(queueMembers.queueId, queue.queue_id), eq(queueMembers.userId, annotator.caller.userId)));
    await expect(review(annotator, queue, "approve")).rejects.toMatchObject({
      kind: "forbidden",
      message: "You cannot review your own annotations.",
    });
  });

  test("only items that wait for review can be reviewed; other queues' items are not found", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1, requiresReview: true });
    await expect(review(owner, queue, "approve")).rejects.toMatchObject({ detail: { code: "item_not_in_review" } });
    const stranger = await createCaller(database.db, await createOrganization(database.db), "Owner");
    await expect(review(stranger, queue, "approve")).rejects.toMatchObject({ kind: "notFound" });
    const other = await createTestQueue(owner, organization, { items: 1 });
    const foreign = { queue_id: queue.queue_id, item_id: other.itemIds[0] ?? "" };
    await expect(reviewItem(owner, { ...foreign, action: "approve", label_comments: [] })).rejects.toMatchObject({
      kind: "notFound",
    });
  });

  test("a request for changes needs feedback, about labels and annotators of the item", async () => {
    const { queue, reviewer } = await inReview([await member()]);
    for (const action of ["request_changes", "reject"] as const) {
      await expect(review(reviewer, queue, action, { notes: "" })).rejects.toMatchObject({
        detail: { code: "feedback_required" },
      });
    }
    const about = (entry: object) =>
      review(reviewer, queue, "request_changes", { label_comments: [{ comment: "Look again.", ...entry }] });
    const loose = await createLabel(owner, { name: "Loose", type: "text", settings: {}, allow_notes: false });
    await expect(about({ label_id: loose.id })).rejects.toMatchObject({ kind: "invalid" });
    await expect(about({ target_annotator_id: reviewer.caller.userId })).rejects.toMatchObject({
      detail: { code: "not_annotator" },
    });
    expect(await state(queue)).toMatchObject({ review_status: "pending_review", comment_count: 0 });
  });

  test("a comment on a label can mention only people of the queue", async () => {
    const one = await member();
    const { queue, reviewer } = await inReview([one]);
    const mention = (userId: string) =>
      review(reviewer, queue, "request_changes", {
        label_comments: [{ comment: "Look again, @you.", mentioned_user_ids: [userId] }],
      });
    await expect(mention((await member()).caller.userId)).rejects.toMatchObject({ kind: "invalid" });
    const { review_comments: comments } = await mention(one.caller.userId);
    expect(comments).toMatchObject([{ mentioned_users: [{ id: one.caller.userId }] }]);
  });

  test("a comment changes only the discussion", async () => {
    const { queue, reviewer } = await inReview([await member()]);
    await expect(review(reviewer, queue, "comment")).rejects.toMatchObject({ kind: "invalid" });
    const { review_threads: threads } = await review(reviewer, queue, "comment", { notes: "Hard case." });
    expect(threads).toMatchObject([{ action: "comment", scope: "item", blocking: false, status: "open" }]);
    expect(await state(queue)).toMatchObject({
      workflow_status: "in_review",
      comment_count: 1,
      open_feedback_count: 0,
    });
    await review(reviewer, queue, "approve");
  });

  test("open blocking feedback prevents approval", async () => {
    const { queue, reviewer } = await inReview([await member()]);
    const { thread } = await addComment(reviewer, {
      ...itemOf(queue),
      comment: "Who checked the source?",
      blocking: true,
      mentioned_user_ids: [],
    });
    await expect(review(reviewer, queue, "approve")).rejects.toMatchObject({ detail: { code: "open_feedback" } });
    expect(await state(queue)).toMatchObject({ open_feedback_count: 1 });
    await resolveThread(reviewer, { ...itemOf(queue), thread_id: thread.id });
    await review(reviewer, queue, "approve");
    expect(await state(queue)).toMatchObject({ review_status: "approved" });
  });

  test("a bulk decision reports the items that it cannot decide and decides the rest", async () => {
    const { queue, reviewer } = await inReview([await member()], 3);
    await review(reviewer, queue, "approve", {}, 1);
    const unknown = crypto.randomUUID();
    const result = await bulkReviewItems(reviewer, {
      queue_id: queue.queue_id,
      item_ids: [...queue.itemIds, unknown],
      action: "approve",
    });
    expect(result).toEqual({
      reviewed: 2,
      reviewed_item_ids: [queue.itemIds[0], queue.itemIds[2]],
      errors: [
        { item_id: queue.itemIds[1], error: "This item is not waiting for review." },
        { item_id: unknown, error: "Item not found." },
      ],
      action: "approve",
    });
    await expect(
      bulkReviewItems(reviewer, { queue_id: queue.queue_id, item_ids: queue.itemIds, action: "reject" }),
    ).rejects.toMatchObject({ detail: { code: "feedback_required" } });
  });

  test("a bulk decision covers all items that match a filter", async () => {
    const { queue, reviewer } = await inReview([await member()], 3);
    await review(reviewer, queue, "approve", {}, 1);
    const filter = { status: ["in_review" as const] };
    const result = await bulkReviewItems(reviewer, { queue_id: queue.queue_id, filter, action: "approve" });
    expect(result).toMatchObject({ reviewed: 2, errors: [] });
    expect(result.reviewed_item_ids.toSorted()).toEqual([queue.itemIds[0], queue.itemIds[2]].toSorted());
  });
});

describe("rework", () => {
  /** The queue's counters, and the annotator's. */
  async function countsOf({ queue_id }: TestQueue, { caller }: Context) {
    const { in_progress, in_review, annotator_stats } = await getQueueProgress(owner, { queue_id });
    const own = annotator_stats.find((person) => person.user_id === caller.userId);
    return [
      { in_progress, in_review },
      { in_progress: own?.in_progress, completed: own?.completed },
    ];
  }

  test("goes to its annotator first without expiry, comes back resubmitted, and can be approved", async () => {
    const annotator = await member();
    const { queue, reviewer } = await inReview([annotator], 2);
    const sent = await review(reviewer, queue, "request_changes", { notes: "Too kind." }, 1);
    expect(sent.review_threads).toMatchObject([{ action: "request_changes", blocking: true, status: "open" }]);
    expect(await state(queue, 1)).toMatchObject({
      status: "in_progress",
      review_status: "rejected",
      workflow_status: "needs_changes",
      review_notes: "Too kind.",
      open_feedback_count: 1,
      completed_at: null,
    });
    expect(await countsOf(queue, annotator)).toEqual([
      { in_progress: 1, in_review: 1 },
      { in_progress: 1, completed: 1 },
    ]);
    // A day later it is still there: rework does not expire.
    const tomorrow = later(annotator, 24 * 60);
    const own = async () => (await getQueueProgress(tomorrow, { queue_id: queue.queue_id })).user_progress;
    expect(await own()).toMatchObject({ left: 1, sent_back: 1 });
    expect((await next(tomorrow, queue))?.id).toBe(queue.itemIds[1]);
    expect(await next(later(owner, 24 * 60), queue)).toBeNull();
    await submit(tomorrow, queue, 2, 1);
    await complete(tomorrow, queue, 1);
    expect(await own()).toMatchObject({ left: 0, sent_back: 0 });
    expect(await state(queue, 1)).toMatchObject({
      review_status: "pending_review",
      workflow_status: "resubmitted",
      open_feedback_count: 0,
    });
    expect(await countsOf(queue, annotator)).toEqual([
      { in_progress: 0, in_review: 2 },
      { in_progress: 0, completed: 2 },
    ]);
    const approved = await review(reviewer, queue, "approve", {}, 1);
    expect(approved.review_threads).toMatchObject([{ status: "resolved" }]);
    expect(await state(queue, 1)).toMatchObject({ status: "completed", review_status: "approved" });
  });

  test("goes to the addressed annotator only, and the other cannot see or change the item", async () => {
    const [one, two] = [await member(), await member()];
    const { queue, reviewer } = await inReview([one, two]);
    await review(reviewer, queue, "request_changes", {
      notes: "Nearly.",
      label_comments: [{ label_id: queue.labelId, target_annotator_id: one.caller.userId, comment: "This is a 2." }],
    });
    expect(await next(two, queue)).toBeNull();
    await expect(submit(two, queue, 1)).rejects.toMatchObject({
      kind: "forbidden",
      message: "This item was sent back to a different annotator.",
    });
    const seenBy = async (context: Context) =>
      (await listItems(context, { queue_id: queue.queue_id, page: 1, ordering: "order" })).count;
    expect([await seenBy(one), await seenBy(two), await seenBy(reviewer)]).toEqual([1, 0, 1]);
    expect((await next(one, queue))?.id).toBe(queue.itemIds[0]);
    await submit(one, queue, 2);
    await complete(one, queue);
    expect(await state(queue)).toMatchObject({ workflow_status: "resubmitted" });
    expect(await seenBy(two)).toBe(1);
  });

  test("without a named annotator goes to all, and returns to reviewers when all are done", async () => {
    const [one, two] = [await member(), await member()];
    const { queue, reviewer } = await inReview([one, two]);
    await review(reviewer, queue, "reject", { notes: "Read the instructions again." });
    await submit(one, queue, 1);
    await complete(one, queue);
    expect(await state(queue)).toMatchObject({ workflow_status: "needs_changes", open_feedback_count: 1 });
    await submit(two, queue, 1);
    await complete(two, queue);
    expect(await state(queue)).toMatchObject({ workflow_status: "resubmitted", open_feedback_count: 0 });
  });

  test("ends when the feedback is resolved, and starts again when it is reopened", async () => {
    const annotator = await member();
    const { queue, reviewer } = await inReview([annotator]);
    const sent = await review(reviewer, queue, "request_changes", { notes: "Too kind." });
    const thread = { ...itemOf(queue), thread_id: sent.review_threads[0]?.id ?? "" };
    await expect(resolveThread(annotator, thread)).rejects.toMatchObject({ kind: "forbidden" });
    const resolved = await resolveThread(reviewer, { ...thread, comment: "I misread it." });
    expect(resolved.thread).toMatchObject({ status: "resolved", comments: [{}, { action: "resolve" }] });
    expect(await state(queue)).toMatchObject({ workflow_status: "in_review", reserved_by: null });
    expect(await next(annotator, queue)).toBeNull();
    await expect(resolveThread(reviewer, thread)).rejects.toMatchObject({ detail: { code: "thread_resolved" } });
    expect((await reopenThread(reviewer, thread)).thread.status).toBe("reopened");
    expect(await state(queue)).toMatchObject({ workflow_status: "needs_changes", open_feedback_count: 1 });
    expect((await next(annotator, queue))?.id).toBe(queue.itemIds[0]);
    await expect(reopenThread(reviewer, thread)).rejects.toMatchObject({ detail: { code: "thread_open" } });
  });

  test("an approved item is closed to annotators until a reviewer sends it back, reopening the queue", async () => {
    const annotator = await member();
    const { queue, reviewer } = await inReview([annotator]);
    await review(reviewer, queue, "approve");
    await expect(submit(annotator, queue, 1)).rejects.toMatchObject({ detail: { code: "item_approved" } });
    await review(reviewer, queue, "request_changes", { notes: "On second thought…" });
    expect((await getQueue(owner, { queue_id: queue.queue_id })).status).toBe("active");
    await submit(annotator, queue, 1);
    await complete(annotator, queue);
    expect(await state(queue)).toMatchObject({ workflow_status: "resubmitted" });
  });

  test("goes to another annotator if it is released or its annotator has left", async () => {
    const [one, two] = [await member(), await member()];
    const { queue, reviewer } = await inReview([one]);
    await updateQueue(owner, {
      queue_id: queue.queue_id,
      annotator_ids: [owner, one, two, reviewer].map((person) => person.caller.userId),
      annotator_roles: { [reviewer.caller.userId]: ["reviewer"] },
    });
    await review(reviewer, queue, "request_changes", { notes: "Too kind." });
    expect(await next(two, queue)).toBeNull();
    await releaseItem(owner, itemOf(queue));
    expect((await next(two, queue))?.id).toBe(queue.itemIds[0]);
    await submit(two, queue, 2);
    await complete(two, queue);
    expect(await state(queue)).toMatchObject({ workflow_status: "resubmitted", open_feedback_count: 0 });
    await leaveQueues(database.db, organization.id, two.caller.userId);
    await review(reviewer, queue, "request_changes", { notes: "Still too kind." });
    expect((await next(one, queue))?.id).toBe(queue.itemIds[0]);
  });

  test("an item enters review when fewer annotators suffice, and leaves it for a late required label", async () => {
    const [one, two] = [await member(), await member()];
    const queue = await createTestQueue(owner, organization, {
      items: 1,
      annotators: [one, two],
      annotationsRequired: 2,
      requiresReview: true,
    });
    await submit(one, queue);
    await complete(one, queue);
    await updateQueue(owner, { queue_id: queue.queue_id, annotations_required: 1 });
    expect(await state(queue)).toMatchObject({ status: "in_progress", workflow_status: "in_review" });
    const late = await createLabel(owner, { name: "Late", type: "thumbs_up_down", settings: {}, allow_notes: false });
    await addQueueLabel(owner, { queue_id: queue.queue_id, label_id: late.id, required: true });
    expect(await state(queue)).toMatchObject({ workflow_status: "in_progress" });
    expect((await next(one, queue))?.id).toBe(queue.itemIds[0]);
  });

  test("removing an item removes its discussion (case 47)", async () => {
    const { queue, reviewer } = await inReview([await member()]);
    await review(reviewer, queue, "comment", { notes: "Hard case." });
    await bulkRemoveItems(owner, { queue_id: queue.queue_id, item_ids: queue.itemIds });
    const left = await database.db
      .select()
      .from(reviewThreads)
      .where(eq(reviewThreads.itemId, queue.itemIds[0] ?? ""));
    expect(left).toEqual([]);
  });
});

describe("concurrent decisions", () => {
  const outcomes = async (calls: Promise<unknown>[]) =>
    (await Promise.allSettled(calls)).map(({ status }) => status).sort();

  test("eight approvals have one effect", async () => {
    const { queue } = await inReview([await member()]);
    const calls = Array.from({ length: 8 }, () => review(owner, queue, "approve", { notes: "Good." }));
    expect(await outcomes(calls)).toEqual(["fulfilled", ...Array(7).fill("rejected")]);
    expect(await state(queue)).toMatchObject({ review_status: "approved", comment_count: 1 });
  });

  test("a request for changes undoes a concurrent approval or makes it fail", async () => {
    for (let round = 0; round < 5; round++) {
      const { queue, reviewer } = await inReview([await member()]);
      const [approved, sent] = await Promise.allSettled([
        review(owner, queue, "approve"),
        review(reviewer, queue, "request_changes", { notes: "Too kind." }),
      ]);
      expect(sent.status).toBe("fulfilled");
      if (approved.status === "rejected") {
        expect(approved.reason).toMatchObject({ detail: { code: "item_not_in_review" } });
      }
      const seats = await database.db
        .select()
        .from(itemSeats)
        .where(eq(itemSeats.itemId, queue.itemIds[0] ?? ""));
      expect(await state(queue)).toMatchObject({ status: "in_progress", review_status: "rejected" });
      expect(seats).toMatchObject([{ state: "reserved", expiresAt: null }]);
    }
  });

  test("a late submission never changes an approved item", async () => {
    for (let round = 0; round < 5; round++) {
      const annotator = await member();
      const { queue, reviewer } = await inReview([annotator]);
      const [approved, submitted] = await Promise.allSettled([
        review(reviewer, queue, "approve"),
        submit(annotator, queue, 1),
      ]);
      expect([approved.status, submitted.status]).toEqual(["fulfilled", "rejected"]);
      expect(await state(queue)).toMatchObject({ review_status: "approved", annotations_completed: 1 });
    }
  });

  test("the last two reworks, completed at once, return the item to review once", async () => {
    const [one, two] = [await member(), await member()];
    const { queue, reviewer } = await inReview([one, two]);
    await review(reviewer, queue, "request_changes", { notes: "Again, please." });
    await Promise.all([submit(one, queue, 1), submit(two, queue, 1)]);
    await Promise.all([complete(one, queue), complete(two, queue)]);
    expect(await state(queue)).toMatchObject({ workflow_status: "resubmitted", annotations_completed: 2 });
  });
});
