import { countedOf } from "@/app/_ui/figure/numbers";

interface Counts {
  total: number;
  completed: number;
  skipped: number;
  in_review: number;
}

/** Why nothing more is handed out. No claim of an end while somebody is at work, or has nothing to work on. */
export function whatIsLeft({ total, completed, skipped, in_review }: Counts): string {
  if (total === 0) return "This queue has no items yet. Its managers add them.";
  const open = total - completed - skipped;
  if (open > 0) {
    const review = in_review > 0 ? " waiting for review," : "";
    const items = `${countedOf(open, total, "item")} ${open === 1 ? "is" : "are"}`;
    return `${items} not finished: skipped by you, with other annotators,${review} or not assigned to you.`;
  }
  return skipped > 0
    ? `${countedOf(skipped, total, "item")} ${skipped === 1 ? "was" : "were"} skipped; the rest is completed.`
    : "Every item of this queue is completed.";
}
