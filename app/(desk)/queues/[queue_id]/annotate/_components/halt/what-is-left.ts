import { countedOf } from "@/app/_ui/figure/numbers";

interface Counts {
  total: number;
  completed: number;
  skipped: number;
  in_review: number;
  /** How many people annotate an item. */
  required: number;
}

/** Why no more items are assigned. Says that the queue is done only if no item is open. */
export function whatIsLeft({ total, completed, skipped, in_review, required }: Counts): string {
  if (total === 0) return "This queue has no items yet. A manager must add them.";
  const open = total - completed - skipped;
  if (open > 0) {
    const others = required > 1 ? " waiting for other annotators," : "";
    const review = in_review > 0 ? " waiting for review," : "";
    const items = `${countedOf(open, total, "item")} ${open === 1 ? "is" : "are"}`;
    return `${items} not finished:${others} skipped by you, assigned to other annotators,${review} or not assigned to you.`;
  }
  return skipped > 0
    ? `${countedOf(skipped, total, "item")} ${skipped === 1 ? "was" : "were"} skipped; the rest are completed.`
    : "Every item of this queue is completed.";
}
