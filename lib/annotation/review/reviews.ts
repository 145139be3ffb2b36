// Reviewing: approve items, send them back, comment. Two reviewers at once take turns on the item's row, and the second
// sees the first one's decision.
import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { reviewThreads } from "@/db/schema";
import { loadDiscussion } from "@/lib/annotation/discussion/present-threads";
import {
  assertLabelsAttached,
  assertPeopleOfQueue,
  labelIdsOf,
  membersAmong,
  startThread,
} from "@/lib/annotation/discussion/threads";
import { chosenItemIds } from "@/lib/annotation/items/chosen-items";
import { assertIsWork, assertNotOwnWork, reviewAccess } from "@/lib/annotation/items/item-access";
import { holdWork, type ItemContext } from "@/lib/annotation/items/read-work";
import { annotatorsOf, assertAnnotators, notifyOfRework, sendBack } from "@/lib/annotation/items/rework";
import { approved } from "@/lib/annotation/items/rules/next-state";
import { writeHeld } from "@/lib/annotation/items/write-work";
import type { ItemRow, QueueAccess } from "@/lib/annotation/scope/loaders";
import type { Caller, Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/reviews";
import { MAX_REVIEWED } from "@/lib/contracts/limits";
import type { ReviewAction, ThreadAction } from "@/lib/contracts/shapes";
import { Failure, invalid, invalidField } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { nextAfterReview } from "./review-items";
import { rememberDecision } from "./undo-review";

type Remarks = Pick<Parameters<Verb<typeof contracts.reviewItem>>[1], "notes" | "label_comments">;

interface Review extends Remarks {
  access: QueueAccess;
  action: ReviewAction;
  /** The request that decides: an annotator is notified once of all that it sends back. */
  requestId: string;
}

export const reviewItem: Verb<typeof contracts.reviewItem> = async (context, input) => {
  const { db, caller } = context;
  const access = await reviewAccess(db, caller, input.queue_id);
  const item = await review(context, input.item_id, { ...input, access, requestId: randomUUID() });
  const [next, discussion] = await Promise.all([
    nextAfterReview(context, access, item),
    loadDiscussion(db, caller, input.item_id),
  ]);
  return { reviewed_item_id: input.item_id, action: input.action, next_item: next, ...discussion };
};

export const bulkReviewItems: Verb<typeof contracts.bulkReviewItems> = async (context, input) => {
  const access = await reviewAccess(context.db, context.caller, input.queue_id);
  if (input.action !== "approve" && !input.notes) throw feedbackMissing();
  const reviewed: string[] = [];
  const errors: { item_id: string; error: string }[] = [];
  const requestId = randomUUID();
  for (const itemId of await chosenItemIds(context.db, context.caller, access, input, MAX_REVIEWED)) {
    try {
      await review(context, itemId, { ...input, access, requestId, label_comments: [] });
      reviewed.push(itemId);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      errors.push({ item_id: itemId, error: error.message });
    }
  }
  return { reviewed: reviewed.length, reviewed_item_ids: reviewed, errors, action: input.action };
};

const feedbackMissing = () =>
  new Failure("invalid", "Say what should change, in notes or label_comments.", {
    code: "feedback_required",
    fields: { notes: ["Say what should change, here or in label_comments."] },
  });

function review(context: Context, itemId: string, { access, action, requestId, ...remarks }: Review): Promise<ItemRow> {
  return inTransaction(context, async ({ db, caller, now }) => {
    const key = { itemId, completes: action === "approve", changesQueue: action !== "comment" };
    const work = await holdWork(db, caller, access.queue, key, now());
    const { item } = work;
    assertIsWork(item);
    assertNotOwnWork(work, "You cannot review your own annotations.");
    const own = { item, reviewerId: caller.userId };
    if (action === "comment") await comment(db, caller, access, item, remarks);
    else if (action === "approve")
      await rememberDecision(db, { ...own, action }, () => approve(db, caller, work, remarks, now()));
    else
      await rememberDecision(db, { ...own, action: "request_changes" }, () =>
        requestChanges(db, caller, { access, item, requestId }, remarks, now()),
      );
    return item;
  });
}

function assertInReview(item: ItemRow): void {
  if (item.reviewStatus !== "pending_review") {
    throw invalid("This item is not waiting for review.", { code: "item_not_in_review" });
  }
}

const stamp = (caller: Caller, { notes }: Remarks, now: Date) => ({
  reviewedBy: caller.userId,
  reviewedAt: now,
  reviewNotes: notes || null,
});

async function approve(db: Database, caller: Caller, work: ItemContext, remarks: Remarks, now: Date): Promise<void> {
  const { item } = work;
  assertInReview(item);
  const [open] = await db
    .select({ id: reviewThreads.id })
    .from(reviewThreads)
    .where(
      and(
        eq(reviewThreads.itemId, item.id),
        eq(reviewThreads.blocking, true),
        sql`${reviewThreads.status} in ('open', 'reopened')`,
      ),
    )
    .limit(1);
  if (open) {
    throw invalid("This item has open blocking feedback. Resolve it before you approve the item.", {
      code: "open_feedback",
    });
  }
  await db
    .update(reviewThreads)
    .set({ status: "resolved", resolvedAt: now })
    .where(and(eq(reviewThreads.itemId, item.id), eq(reviewThreads.status, "addressed")));
  await writeRemarks(db, caller, work, item, remarks, { action: "approve", blocking: false });
  await writeHeld(db, work, approved(work, stamp(caller, remarks, now), now), now);
}

async function comment(db: Database, caller: Caller, access: QueueAccess, item: ItemRow, remarks: Remarks) {
  assertInReview(item);
  if (!remarks.notes && remarks.label_comments.length === 0) throw invalidField("notes", "A comment is required.");
  await writeRemarks(db, caller, access, item, remarks, { action: "comment", blocking: false });
}

/** Feedback on labels names its annotators. Notes without such feedback are for everybody who completed the item. */
async function requestChanges(
  db: Database,
  caller: Caller,
  { access, item, requestId }: Pick<Review, "access" | "requestId"> & { item: ItemRow },
  remarks: Remarks,
  now: Date,
): Promise<void> {
  if (item.reviewStatus !== "approved") assertInReview(item);
  const { notes, label_comments: labelComments } = remarks;
  if (!notes && labelComments.length === 0) throw feedbackMissing();
  const named = labelComments.flatMap((entry) => entry.target_annotator_id ?? []);
  const everybody = labelComments.length === 0 || named.length < labelComments.length;
  await writeRemarks(db, caller, access, item, remarks, { action: "request_changes", blocking: true });
  const targets = everybody ? "everybody" : named;
  const annotators = await sendBack(db, access.queue, item, targets, now, stamp(caller, remarks, now));
  await notifyOfRework(db, caller, { queue: access.queue, item, annotators, requestId });
}

/** A thread for each remark. Notes beside comments on labels summarize those, and do not block. */
async function writeRemarks(
  db: Database,
  caller: Caller,
  { queue }: QueueAccess,
  item: ItemRow,
  { notes, label_comments: labelComments }: Remarks,
  { action, blocking }: { action: ThreadAction; blocking: boolean },
): Promise<void> {
  const labelIds = labelComments.flatMap((entry) => entry.label_id ?? []);
  if (labelIds.length > 0) assertLabelsAttached(await labelIdsOf(db, queue.id), labelIds);
  const targets = labelComments.flatMap((entry) => entry.target_annotator_id ?? []);
  if (targets.length > 0) assertAnnotators(await annotatorsOf(db, item.id), targets);
  const mentioned = labelComments.flatMap((entry) => entry.mentioned_user_ids ?? []);
  assertPeopleOfQueue(await membersAmong(db, queue.id, mentioned), mentioned);
  const own = { item, authorId: caller.userId, action };
  if (notes) await startThread(db, { ...own, comment: notes, blocking: blocking && labelComments.length === 0 });
  for (const entry of labelComments) {
    await startThread(db, {
      ...own,
      comment: entry.comment,
      blocking,
      labelId: entry.label_id,
      targetAnnotatorId: entry.target_annotator_id,
      mentionedUserIds: [...new Set(entry.mentioned_user_ids)],
    });
  }
}
