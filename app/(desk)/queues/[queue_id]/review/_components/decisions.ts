// What a reviewer may decide on an item, as the server will see it.
import type { ItemDetail } from "@/lib/contracts/annotation/annotating";

export interface Decisions {
  approve: boolean;
  requestChanges: boolean;
  /** Why not, or what has been decided; null where both are open. */
  because: string | null;
}

export const isOwnWork = ({ annotations, seat }: ItemDetail, userId: string): boolean =>
  seat?.state === "completed" || annotations.some((score) => score.annotator === userId);

export function decisionsOn(detail: ItemDetail, userId: string): Decisions {
  const { item, queue, review_threads } = detail;
  const none = (because: string): Decisions => ({ approve: false, requestChanges: false, because });
  if (item.review_status !== null && isOwnWork(detail, userId)) {
    return none("You annotated this item, so somebody else reviews it.");
  }
  switch (item.review_status) {
    case "pending_review": {
      const isBlocked = review_threads.some(
        ({ blocking, status }) => blocking && status !== "resolved" && status !== "addressed",
      );
      return {
        approve: !isBlocked,
        requestChanges: true,
        because: isBlocked ? "Feedback is open: resolve it before you approve." : null,
      };
    }
    case "approved":
      return { approve: false, requestChanges: true, because: `Approved by ${item.reviewed_by_name ?? "a reviewer"}.` };
    case "rejected":
      return none(`Sent back by ${item.reviewed_by_name ?? "a reviewer"}; its annotators have it.`);
    default:
      return none(
        queue.requires_review ? "Not in review yet: its annotations are not complete." : "This queue has no review.",
      );
  }
}
