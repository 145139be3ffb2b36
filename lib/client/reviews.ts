// What the review desk reads and changes.
import { call } from "@/lib/client/call";
import { mutationFor, queryFor } from "@/lib/client/query";
import * as adjudications from "@/lib/contracts/annotation/adjudications";
import * as annotating from "@/lib/contracts/annotation/annotating";
import * as discussions from "@/lib/contracts/annotation/discussions";
import * as items from "@/lib/contracts/annotation/items";
import * as queues from "@/lib/contracts/annotation/queues";
import * as reviews from "@/lib/contracts/annotation/reviews";

/** Among which items a reviewer moves: those that wait for review, all annotated ones, or those with different values under a label. */
export type ReviewScope = { kind: "waiting" } | { kind: "all" } | { kind: "disagreement"; labelId: string };

const viewOf = (scope: ReviewScope) => ({
  view_mode: scope.kind === "waiting" ? "review" : "comparison",
  ...(scope.kind === "disagreement" ? { disagreement_label: scope.labelId } : {}),
});

/** An item with everybody's annotations; its neighbours are those of the scope. Nothing is reserved. */
export const reviewQuery = (queue_id: string, item_id: string, scope: ReviewScope) =>
  queryFor(annotating.annotateDetail, { queue_id, item_id, ...viewOf(scope) });

/** The first item of a scope; null when there is none for the caller. */
export async function firstToReview(queue_id: string, scope: ReviewScope): Promise<string | null> {
  const { item } = await call(annotating.nextItem, { queue_id, ...viewOf(scope) });
  return item?.id ?? null;
}

/** How many items wait for review, whoever may review them. */
export const waitingQuery = (queue_id: string) =>
  queryFor(items.listItems, { queue_id, review_status: "pending_review", limit: 1 });

const aboutItems = [items.listItems, queues.listQueues, queues.getQueue, queues.getQueueProgress];

export const reviewItem = mutationFor(reviews.reviewItem, { invalidates: aboutItems, showsErrors: true });
export const bulkReviewItems = mutationFor(reviews.bulkReviewItems, { invalidates: aboutItems, showsErrors: true });
export const adjudicateItem = mutationFor(adjudications.adjudicateItem, {
  invalidates: [annotating.annotateDetail],
  showsErrors: true,
});
export const withdrawAdjudication = mutationFor(adjudications.withdrawAdjudication, {
  invalidates: [annotating.annotateDetail],
});

// Their answers hold the whole discussion, so nothing has to be asked again: lib/client/discussion.ts.
export const addComment = mutationFor(discussions.addComment, { showsErrors: true });
export const resolveThread = mutationFor(discussions.resolveThread);
export const reopenThread = mutationFor(discussions.reopenThread);
