// The decisions that a reviewer can make on an item, by the server's rules.
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";

export interface Decisions {
  approve: boolean;
  requestChanges: boolean;
  /** Why a decision is closed, or what was decided; null if both are open. */
  because: string | null;
}

export const isOwnWork = ({ annotations, seat }: ItemDetail, userId: string): boolean =>
  seat?.state === "completed" || annotations.some((score) => score.annotator === userId);

export function decisionsOn(detail: ItemDetail, userId: string): Decisions {
  const { item, queue, review_threads } = detail;
  const none = (because: string): Decisions => ({ approve: false, requestChanges: false, because });
  if (item.review_status !== null && isOwnWork(detail, userId)) {
    return none("You annotated this item, so another reviewer must review it.");
  }
  switch (item.review_status) {
    case "pending_review": {
      const isBlocked = review_threads.some(
        ({ blocking, status }) => blocking && status !== "resolved" && status !== "addressed",
      );
      return {
        approve: !isBlocked,
        requestChanges: true,
        because: isBlocked ? "There is open feedback. Resolve it before you approve." : null,
      };
    }
    case "approved":
      return { approve: false, requestChanges: true, because: `Approved by ${item.reviewed_by_name ?? "a reviewer"}.` };
    case "rejected":
      return none(`Sent back by ${item.reviewed_by_name ?? "a reviewer"} to its annotators.`);
    default:
      return none(
        queue.requires_review ? "Not in review yet: some annotations are missing." : "This queue does not use review.",
      );
  }
}
