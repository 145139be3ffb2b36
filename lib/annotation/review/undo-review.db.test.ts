import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { itemSeats, queueItems, queueMembers, queues, reviewThreads } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { addComment, resolveThread } from "@/lib/annotation/discussion/discussions";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { nextItem } from "@/lib/annotation/work/claims";
import { completeItem } from "@/lib/annotation/work/completions";
import { saveDraft } from "@/lib/annotation/work/drafts";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import { bulkReviewItems, reviewItem } from "./reviews";
import { undoReview } from "./undo-review";

const database = suiteDatabase(32);
let organization: TestOrganization;
let owner: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const member = () => createCaller(database.db, organization);
const itemOf = ({ queue_id, itemIds: [item_id = ""] }: TestQueue) => ({ queue_id, item_id });
const submit = (context: Context, queue: TestQueue, rating = 4) =>
  submitAnnotations(context, { ...itemOf(queue), annotations: [{ label_id: queue.labelId, value: { rating } }] });
const decide = (context: Context, queue: TestQueue, action: "approve" | "request_changes", change: object = {}) =>
  reviewItem(context, { ...itemOf(queue), action, notes: "Look again.", label_comments: [], ...change });
const undo = (context: Context, queue: TestQueue) => undoReview(context, itemOf(queue));

/** One item that two annotators have completed and that waits for review. */
async function inReview() {
  const annotators = [await member(), await member()] as const;
  const reviewer = await member();
  const options = { items: 1, annotators, annotationsRequired: 2, requiresReview: true, reviewers: [reviewer] };
  const queue = await createTestQueue(owner, organization, options);
  for (const annotator of annotators) {
    await submit(annotator, queue);
    await completeItem(annotator, itemOf(queue));
  }
  return { queue, reviewer, annotators };
}

/** Everything that a decision may change, as it is stored. */
async function stored(queue: TestQueue) {
  const { queue_id, item_id } = itemOf(queue);
  const [item] = await database.db.select().from(queueItems).where(eq(queueItems.id, item_id));
  const [{ status } = { status: null }] = await database.db.select().from(queues).where(eq(queues.id, queue_id));
  const seats = await database.db
    .select()
    .from(itemSeats)
    .where(eq(itemSeats.itemId, item_id))
    .orderBy(itemSeats.userId);
  const threads = await database.db.select().from(reviewThreads).where(eq(reviewThreads.itemId, item_id));
  return {
    status,
    item: { ...item, updatedAt: null },
    seats: seats.map((seat) => ({ ...seat, updatedAt: null, activeAt: null })),
    threads: threads.map((thread) => ({ ...thread, updatedAt: null })),
  };
}

describe("undoing a review decision", () => {
  test("removes an approval without a trace: the item waits for review in an active queue", async () => {
    const { queue, reviewer } = await inReview();
    const before = await stored(queue);
    await decide(reviewer, queue, "approve");
    expect((await stored(queue)).status).toBe("completed");
    expect(await undo(reviewer, queue)).toEqual({ undone_item_id: queue.itemIds[0], undone: "approve" });
    expect(await stored(queue)).toEqual(before);
    expect(await undo(reviewer, queue), "sent again").toMatchObject({ undone: "approve" });
    expect(await stored(queue)).toEqual(before);
    await decide(reviewer, queue, "approve");
    expect((await stored(queue)).item).toMatchObject({ status: "completed", reviewStatus: "approved" });
  });

  test("marks feedback that an approval resolved as addressed again", async () => {
    const { queue, reviewer, annotators } = await inReview();
    await decide(reviewer, queue, "request_changes");
    for (const annotator of annotators) {
      await submit(annotator, queue, 3);
      await completeItem(annotator, itemOf(queue));
    }
    const before = await stored(queue);
    expect(before.threads).toMatchObject([{ status: "addressed" }]);
    await decide(reviewer, queue, "approve");
    await undo(reviewer, queue);
    expect(await stored(queue)).toEqual(before);
  });

  test("removes the seats and comments of a request for changes, also for people who left", async () => {
    const { queue, reviewer, annotators } = await inReview();
    const before = await stored(queue);
    await database.db
      .delete(queueMembers)
      .where(and(eq(queueMembers.queueId, queue.queue_id), eq(queueMembers.userId, annotators[1].caller.userId)));
    await decide(reviewer, queue, "request_changes");
    expect((await stored(queue)).threads).toHaveLength(1);
    expect(await undo(reviewer, queue)).toMatchObject({ undone: "request_changes" });
    expect(await stored(queue)).toEqual(before);
    const offered = await nextItem(annotators[0], { queue_id: queue.queue_id, include_completed: false });
    expect(offered.item).toBeNull();
  });

  test("of a request for changes restores an earlier approval, its date and the completed queue", async () => {
    const { queue, reviewer } = await inReview();
    await decide(reviewer, queue, "approve");
    const before = await stored(queue);
    const other = await createCaller(database.db, organization, "Owner");
    await decide(other, queue, "request_changes");
    expect((await stored(queue)).status).toBe("active");
    await expect(undo(reviewer, queue)).rejects.toMatchObject({ detail: { code: "nothing_to_undo" } });
    await undo(other, queue);
    expect(await stored(queue)).toEqual(before);
  });

  test("works one by one for bulk decisions", async () => {
    const { queue, reviewer } = await inReview();
    const before = await stored(queue);
    await bulkReviewItems(reviewer, { queue_id: queue.queue_id, item_ids: queue.itemIds, action: "approve" });
    await undo(reviewer, queue);
    expect(await stored(queue)).toEqual(before);
  });

  const since: Record<string, (scene: Awaited<ReturnType<typeof inReview>>) => Promise<unknown>> = {
    "an annotator has kept a draft": ({ queue, annotators: [ana] }) =>
      saveDraft(ana, { ...itemOf(queue), annotations: [], item_notes: "x", revision: null }),
    "an annotator has submitted": ({ queue, annotators: [ana] }) => submit(ana, queue, 1),
    "somebody has commented": ({ queue, annotators: [ana] }) =>
      addComment(ana, { ...itemOf(queue), comment: "Why?", blocking: false, mentioned_user_ids: [] }),
    "the feedback was resolved": async ({ queue, reviewer }) => {
      const [thread] = (await stored(queue)).threads;
      await resolveThread(reviewer, { ...itemOf(queue), thread_id: thread?.id ?? "" });
    },
  };
  test.each(Object.keys(since))("is refused once %s", async (name) => {
    const scene = await inReview();
    await decide(scene.reviewer, scene.queue, "request_changes");
    await since[name]?.(scene);
    const before = await stored(scene.queue);
    await expect(undo(scene.reviewer, scene.queue)).rejects.toMatchObject({
      kind: "conflict",
      detail: { code: "item_changed_since" },
    });
    expect(await stored(scene.queue)).toEqual(before);
  });

  test("is refused to other people, and without a decision", async () => {
    const { queue, reviewer, annotators } = await inReview();
    await expect(undo(reviewer, queue)).rejects.toMatchObject({ detail: { code: "nothing_to_undo" } });
    await decide(reviewer, queue, "approve");
    await expect(undo(owner, queue)).rejects.toMatchObject({ detail: { code: "nothing_to_undo" } });
    await expect(undo(annotators[0], queue)).rejects.toMatchObject({ kind: "forbidden" });
  });

  test("and a concurrent submission cannot both succeed", async () => {
    for (let round = 0; round < 8; round++) {
      const { queue, reviewer, annotators } = await inReview();
      const before = await stored(queue);
      await decide(reviewer, queue, "request_changes");
      const [undone, submitted] = await Promise.allSettled([undo(reviewer, queue), submit(annotators[0], queue, 1)]);
      expect([undone.status, submitted.status].sort()).toEqual(["fulfilled", "rejected"]);
      if (undone.status === "fulfilled") expect(await stored(queue)).toEqual(before);
      else expect(undone.reason).toMatchObject({ detail: { code: "item_changed_since" } });
    }
  });

  test("ten times at once gives the same answer and has one effect", async () => {
    const { queue, reviewer } = await inReview();
    const before = await stored(queue);
    await decide(reviewer, queue, "approve");
    const answers = await Promise.all(Array.from({ length: 10 }, () => undo(reviewer, queue)));
    expect(new Set(answers.map((answer) => answer.undone))).toEqual(new Set(["approve"]));
    expect(await stored(queue)).toEqual(before);
  });
});
