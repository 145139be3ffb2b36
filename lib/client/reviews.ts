// Queries and mutations of the review desk.

import { call } from "@/lib/client/call";
import { mutationFor, queryFor } from "@/lib/client/query";
import * as operations from "./operations";

/** The items that a reviewer goes through: items in review, all annotated items, or items with different values under a label. */
export type ReviewScope = { kind: "waiting" } | { kind: "all" } | { kind: "disagreement"; labelId: string };

const viewOf = (scope: ReviewScope) => ({
  view_mode: scope.kind === "waiting" ? "review" : "comparison",
  ...(scope.kind === "disagreement" ? { disagreement_label: scope.labelId } : {}),
});

/** An item with all annotations; its neighbours are those within the scope. Reserves nothing. */
export const reviewQuery = (queue_id: string, item_id: string, scope: ReviewScope) =>
  queryFor(operations.annotateDetail, { queue_id, item_id, ...viewOf(scope) });

/** The first item of a scope; null if there is none for the caller. */
export async function firstToReview(queue_id: string, scope: ReviewScope): Promise<string | null> {
  const { item } = await call(operations.nextItem, { queue_id, ...viewOf(scope) });
  return item?.id ?? null;
}

/** The number of items in review, for all reviewers together. */
export const waitingQuery = (queue_id: string) =>
  queryFor(operations.listItems, { queue_id, review_status: "pending_review", limit: 1 });

const aboutItems = [operations.listItems, operations.listQueues, operations.getQueue, operations.getQueueProgress];

export const reviewItem = mutationFor(operations.reviewItem, { invalidates: aboutItems, showsErrors: true });
export const bulkReviewItems = mutationFor(operations.bulkReviewItems, { invalidates: aboutItems, showsErrors: true });
export const undoReview = mutationFor(operations.undoReview, { invalidates: aboutItems, showsErrors: true });
/** Undoes decisions one by one. Returns how many could not be undone, and why the first could not. */
export const undoReviews = {
  mutationKey: [operations.undoReview.name],
  mutationFn: async ({ queue_id, itemIds }: { queue_id: string; itemIds: readonly string[] }) => {
    const refusals: string[] = [];
    for (const item_id of itemIds) {
      try {
        await call(operations.undoReview, { queue_id, item_id });
      } catch (error) {
        refusals.push(error instanceof Error ? error.message : "Unknown cause.");
      }
    }
    return { staying: refusals.length, because: refusals[0] };
  },
  meta: { invalidates: aboutItems },
};
export const adjudicateItem = mutationFor(operations.adjudicateItem, {
  invalidates: [operations.annotateDetail],
  showsErrors: true,
});
export const withdrawAdjudication = mutationFor(operations.withdrawAdjudication, {
  invalidates: [operations.annotateDetail],
});

// Their answers contain the whole discussion, so nothing is fetched again: lib/client/discussion.ts.
export const addComment = mutationFor(operations.addComment, { showsErrors: true });
export const resolveThread = mutationFor(operations.resolveThread);
export const reopenThread = mutationFor(operations.reopenThread);
