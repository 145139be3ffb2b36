// What reviewers see and move among, what annotators do not, and what they say to one another.
import { beforeAll, describe, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { listItems } from "@/lib/annotation/contents/items";
import { addComment, getDiscussion, reopenThread, resolveThread } from "@/lib/annotation/discussion/discussions";
import { createLabel } from "@/lib/annotation/labels/labels";
import { getQueueAgreement } from "@/lib/annotation/reports/agreement-report";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { nextItem } from "@/lib/annotation/work/claims";
import { completeItem } from "@/lib/annotation/work/completions";
import { annotateDetail } from "@/lib/annotation/work/detail";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import * as contracts from "@/lib/contracts/annotation/discussions";
import { itemDetail } from "@/lib/contracts/annotation/item-detail";
import { reviewItem } from "./reviews";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const member = () => createCaller(database.db, organization);
const itemOf = (queue: TestQueue, index = 0) => ({ queue_id: queue.queue_id, item_id: queue.itemIds[index] ?? "" });
const annotate = async (context: Context, queue: TestQueue, index = 0, rating = 4) => {
  const annotations = [{ label_id: queue.labelId, value: { rating } }];
  await submitAnnotations(context, { ...itemOf(queue, index), annotations });
  await completeItem(context, itemOf(queue, index));
};
const next = async (context: Context, { queue_id, itemIds }: TestQueue, query: object = {}) => {
  const { item } = await nextItem(context, { queue_id, include_completed: false, ...query });
  return item && itemIds.indexOf(item.id);
};
/** The item as its contract says it. */
const detail = async (context: Context, queue: TestQueue, query: object = {}, index = 0) =>
  itemDetail.parse(await annotateDetail(context, { ...itemOf(queue, index), reserve: false, ...query }));
const sendBack = (context: Context, queue: TestQueue, index: number, target?: Context) =>
  reviewItem(context, {
    ...itemOf(queue, index),
    action: "request_changes",
    ...(target ? {} : { notes: "Look again." }),
    label_comments: target
      ? [{ label_id: queue.labelId, target_annotator_id: target.caller.userId, comment: "Look again." }]
      : [],
  });

interface Cast {
  queue: TestQueue;
  reviewer: Context;
  annotators: Context[];
}

async function cast(items: number, annotatorCount = 1): Promise<Cast> {
  const reviewer = await member();
  const annotators = await Promise.all(Array.from({ length: annotatorCount }, member));
  const queue = await createTestQueue(owner, organization, {
    items,
    annotators,
    annotationsRequired: annotatorCount,
    requiresReview: true,
    reviewers: [reviewer],
  });
  return { queue, reviewer, annotators };
}

function only<T>(values: readonly T[]): T {
  const [value] = values;
  if (value === undefined) throw new Error("nobody is there");
  return value;
}

describe("moving between items", () => {
  test("offers a reviewer items that wait for review, except own work, without claiming them (case 67)", async () => {
    const { queue, reviewer, annotators } = await cast(5);
    const annotator = only(annotators);
    for (const index of [0, 1]) await annotate(annotator, queue, index);
    await annotate(owner, queue, 3);
    expect(await next(owner, queue, { view_mode: "review" })).toBe(0);
    expect(await next(reviewer, queue, { view_mode: "review" })).toBe(0);
    expect(await next(reviewer, queue, { review_status: "pending_review", exclude: [queue.itemIds[0]] })).toBe(1);
    expect(await next(owner, queue, { view_mode: "review", exclude: queue.itemIds.slice(0, 2) })).toBeNull();
    expect(await next(reviewer, queue, { view_mode: "review", exclude: queue.itemIds.slice(0, 2) })).toBe(3);
    expect(await next(owner, queue, { view_mode: "review", before: queue.itemIds[4] })).toBe(1);
    expect(await next(reviewer, queue, { view_mode: "review", before: queue.itemIds[4] })).toBe(3);
    expect(await next(reviewer, queue, { view_mode: "review", before: crypto.randomUUID() })).toBeNull();
    expect((await detail(reviewer, queue)).item.reserved_by).toBeNull();
    await reviewItem(reviewer, { ...itemOf(queue), action: "approve", label_comments: [] });
    expect(await next(reviewer, queue, { view_mode: "review" })).toBe(1);
    for (const view_mode of ["comparison", "submissions"]) expect(await next(reviewer, queue, { view_mode })).toBe(0);
    expect(await next(reviewer, queue, { view_mode: "comparison", exclude_review_status: "approved" })).toBe(1);
    expect(await next(reviewer, queue, { include_all_annotations: true, review_status: "approved" })).toBe(0);
  });

  test("leads a reviewer through items with differing answers to a label, own work included", async () => {
    const { queue, reviewer, annotators } = await cast(4, 2);
    const first = only(annotators);
    for (const index of [0, 1, 2, 3]) await annotate(first, queue, index, 4);
    for (const index of [0, 1, 2, 3]) await annotate(owner, queue, index, index % 2 ? 2 : 4);
    await getQueueAgreement(owner, { queue_id: queue.queue_id });
    const view = { view_mode: "comparison", disagreement_label: queue.labelId };
    expect(await next(reviewer, queue, view)).toBe(1);
    expect(await next(reviewer, queue, { ...view, exclude: [queue.itemIds[1]] })).toBe(3);
    expect(await next(reviewer, queue, { ...view, disagreement_label: crypto.randomUUID() })).toBeNull();
    const shown = await detail(reviewer, queue, view, 1);
    expect([shown.prev_item_id, shown.next_item_id]).toEqual([null, queue.itemIds[3]]);
    expect(await next(owner, queue, view)).toBe(1);
    expect((await detail(first, queue, view, 1)).annotations).toHaveLength(1);
  });

  test("gives annotators only their own work in these views, in the states that they name", async () => {
    const { queue, reviewer, annotators } = await cast(3);
    const annotator = only(annotators);
    await annotate(annotator, queue, 0);
    expect(await next(annotator, queue, { review_status: "pending_review", view_mode: "review" })).toBeNull();
    await sendBack(reviewer, queue, 0);
    expect(await next(annotator, queue, { exclude_review_status: "rejected" })).toBe(1);
    expect(await next(annotator, queue, { exclude_review_status: "pending_review" })).toBe(0);
    expect(await next(annotator, queue, { review_status: "rejected", exclude: [queue.itemIds[0]] })).toBeNull();
  });

  test("during a review leads only to adjacent items in review", async () => {
    const { queue, reviewer, annotators } = await cast(5);
    for (const index of [0, 2, 4]) await annotate(only(annotators), queue, index);
    const shown = await detail(reviewer, queue, { view_mode: "review" }, 2);
    expect([shown.prev_item_id, shown.next_item_id]).toEqual([queue.itemIds[0], queue.itemIds[4]]);
    const plain = await detail(only(annotators), queue, {}, 2);
    expect([plain.prev_item_id, plain.next_item_id]).toEqual([queue.itemIds[1], queue.itemIds[3]]);
  });
});

describe("the item detail", () => {
  test("reserves nothing for a reviewer who opens reviewed items or others' work (case 69)", async () => {
    const { queue, reviewer, annotators } = await cast(2);
    const annotator = only(annotators);
    expect((await detail(owner, queue, { reserve: true, view_mode: "review" }, 1)).seat).toBeNull();
    await annotate(annotator, queue, 0);
    await sendBack(reviewer, queue, 0);
    await nextItem(annotator, { queue_id: queue.queue_id, include_completed: false });
    expect((await detail(owner, queue, { reserve: true })).seat).toBeNull();
    expect((await detail(annotator, queue, { reserve: true })).seat).toEqual({ state: "reserved", expires_at: null });
  });

  test("shows annotators own values only, and reviewers all in a review, own outside it (case 72)", async () => {
    const { queue, reviewer, annotators } = await cast(1, 2);
    for (const annotator of annotators) await annotate(annotator, queue);
    const seen = async (context: Context, query: object) =>
      (await detail(context, queue, query)).annotations.map((score) => score.annotator);
    const views = [{ view_mode: "review" }, { view_mode: "comparison" }, { include_all_annotations: true }];
    for (const view of views) {
      for (const annotator of annotators) expect(await seen(annotator, view)).toEqual([annotator.caller.userId]);
      expect(await seen(reviewer, view)).toHaveLength(2);
    }
    expect(await seen(reviewer, {})).toEqual([]);
    expect(await seen(reviewer, { view_mode: "annotate" })).toEqual([]);
    const other = only(annotators).caller.userId;
    expect(await seen(reviewer, { annotator_id: other })).toEqual([other]);
  });

  test("lists filter by review; others' rework is hidden from annotators, not from reviewers (case 46)", async () => {
    const { queue, reviewer, annotators } = await cast(5, 2);
    const [one, two] = [only(annotators), only(annotators.slice(1))];
    for (const index of [0, 1, 2, 3]) {
      await annotate(one, queue, index);
      await annotate(two, queue, index);
    }
    await sendBack(reviewer, queue, 1, one);
    await sendBack(reviewer, queue, 2);
    await annotate(one, queue, 2);
    await annotate(two, queue, 2);
    await reviewItem(reviewer, { ...itemOf(queue, 3), action: "approve", label_comments: [] });
    const listed = async (context: Context, query: object) => {
      const { results } = await listItems(context, { queue_id: queue.queue_id, page: 1, ordering: "order", ...query });
      return results.map((item) => queue.itemIds.indexOf(item.id));
    };
    expect(await listed(owner, { status: ["in_review"] })).toEqual([0]);
    expect(await listed(owner, { status: ["resubmitted"] })).toEqual([2]);
    expect(await listed(owner, { status: ["needs_changes"] })).toEqual([1]);
    expect(await listed(owner, { status: ["in_review", "resubmitted", "completed"] })).toEqual([0, 2, 3]);
    expect(await listed(owner, { review_status: "pending_review" })).toEqual([0, 2]);
    expect(await listed(reviewer, {})).toEqual([0, 1, 2, 3, 4]);
    expect(await listed(one, {})).toEqual([0, 1, 2, 3, 4]);
    expect(await listed(two, {})).toEqual([0, 2, 3, 4]);
    const taken = await createTestQueue(owner, organization, { items: 2, annotators });
    await annotate(one, taken, 0);
    const others = await listItems(two, { queue_id: taken.queue_id, page: 1, ordering: "order" });
    expect(others.results.map((item) => item.id)).toEqual(taken.itemIds);
    expect((await detail(two, taken, {}, 1)).prev_item_id).toBe(taken.itemIds[0]);
    await expect(detail(two, queue, {}, 1)).rejects.toMatchObject({ kind: "forbidden" });
  });
});

describe("discussion", () => {
  const say = async (context: Context, queue: TestQueue, change: object) =>
    contracts.addComment.response.parse(
      await addComment(context, { ...itemOf(queue), comment: "…", blocking: false, mentioned_user_ids: [], ...change }),
    );

  test("threads address everyone or one person; replies inherit this, and counts cover visible threads", async () => {
    const { queue, reviewer, annotators } = await cast(1, 2);
    const [one, two] = [only(annotators), only(annotators.slice(1))];
    await annotate(one, queue);
    const open = await say(one, queue, { comment: "Which scale?", mentioned_user_ids: [reviewer.caller.userId] });
    expect(open.comment).toMatchObject({
      reviewer_id: one.caller.userId,
      mentioned_users: [{ id: reviewer.caller.userId }],
      thread_scope: "item",
    });
    await say(reviewer, queue, { comment: "One to five.", thread_id: open.thread.id });
    const private_ = await say(reviewer, queue, {
      comment: "You rate too high.",
      label_id: queue.labelId,
      target_annotator_id: one.caller.userId,
    });
    expect(private_.thread).toMatchObject({ scope: "score", target_annotator_id: one.caller.userId });
    const texts = async (context: Context) =>
      (await getDiscussion(context, itemOf(queue))).review_comments.map((comment) => comment.comment);
    expect(await texts(two)).toEqual(["Which scale?", "One to five."]);
    for (const context of [one, reviewer, owner]) {
      expect(await texts(context)).toEqual(["Which scale?", "One to five.", "You rate too high."]);
    }
    expect((await detail(two, queue)).item.comment_count).toBe(2);
    const shown = await detail(one, queue);
    expect(shown.item.comment_count).toBe(3);
    expect(shown.review_threads.map((thread) => thread.comments.length)).toEqual([2, 1]);
    await expect(say(two, queue, { thread_id: private_.thread.id })).rejects.toMatchObject({ kind: "notFound" });
    await expect(say(two, queue, { thread_id: crypto.randomUUID() })).rejects.toMatchObject({ kind: "notFound" });
  });

  test("annotators cannot block or address others, outsiders cannot comment, mentions need queue members", async () => {
    const { queue, reviewer, annotators } = await cast(1, 2);
    const [one, two] = [only(annotators), only(annotators.slice(1))];
    const label = await createLabel(owner, { name: "Loose", type: "text", settings: {}, allow_notes: false });
    const refusals: [Context, object, string][] = [
      [one, { blocking: true }, "forbidden"],
      [one, { target_annotator_id: two.caller.userId }, "forbidden"],
      [await member(), {}, "forbidden"],
      [reviewer, { target_annotator_id: two.caller.userId }, "invalid"],
      [reviewer, { label_id: label.id }, "invalid"],
      [reviewer, { mentioned_user_ids: [(await member()).caller.userId] }, "invalid"],
    ];
    for (const [context, change, kind] of refusals)
      await expect(say(context, queue, change)).rejects.toMatchObject({ kind });
    expect((await getDiscussion(owner, itemOf(queue))).review_threads).toEqual([]);
  });

  test("only its author or a reviewer closes and reopens a thread, without changing the item", async () => {
    const { queue, reviewer, annotators } = await cast(1, 2);
    const [one, two] = [only(annotators), only(annotators.slice(1))];
    const { thread } = await say(one, queue, { content: "Which scale?" });
    const at = { ...itemOf(queue), thread_id: thread.id };
    await expect(resolveThread(two, at)).rejects.toMatchObject({ kind: "forbidden" });
    expect((await resolveThread(one, at)).thread).toMatchObject({ status: "resolved" });
    const reopened = await reopenThread(reviewer, { ...at, comment: "Not answered." });
    expect(reopened.thread).toMatchObject({ status: "reopened", resolved_at: null });
    expect(reopened.thread.comments.at(-1)).toMatchObject({ action: "reopen", comment: "Not answered." });
    expect((await detail(one, queue)).item).toMatchObject({ status: "pending", review_status: null });
  });
});
