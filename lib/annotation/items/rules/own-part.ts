// In queues with checks, an annotator sees of an item only the own part: how far others are, or what a reviewer decided,
// would tell work from checks, which nobody else gets.
import type { ItemStatus, ReviewStatus } from "@/lib/contracts/shapes";

export interface OwnPart {
  seat: "reserved" | "completed" | "skipped" | null;
  hasScored: boolean;
}

interface Item {
  status: ItemStatus;
  reviewStatus: ReviewStatus | null;
  openSeats: number;
}

/**
 * The item's state as far as the annotator's own part makes it; null if the annotator sees the item as it is: sent back to
 * the annotator, or closed by others. In SQL: scope/seen-state.ts.
 */
export function ownState(
  item: Item,
  own: OwnPart,
  requiresReview: boolean,
): Pick<Item, "status" | "reviewStatus"> | null {
  if (own.seat === "completed") {
    return requiresReview
      ? { status: "in_progress", reviewStatus: "pending_review" }
      : { status: "completed", reviewStatus: null };
  }
  if (item.reviewStatus === "rejected") return null;
  if (own.seat === "skipped") return { status: "skipped", reviewStatus: null };
  if (own.seat === null && item.openSeats === 0) return null;
  return { status: own.hasScored ? "in_progress" : "pending", reviewStatus: null };
}
