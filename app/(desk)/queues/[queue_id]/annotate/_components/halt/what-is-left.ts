import { quantity } from "@/app/_ui/figure/numbers";

interface Counts {
  total: number;
  completed: number;
  skipped: number;
  in_review: number;
  /** Items that the annotator has completed. */
  own: number;
  /** Items that the annotator has skipped in this session. */
  ownSkipped: number;
  /** Whether annotators may take what is assigned to nobody. */
  takesUnassigned: boolean;
}

/** What the annotator has done, then why the queue is not finished: only reasons that are true, with their numbers. */
export function whatIsLeft(counts: Counts): string {
  if (counts.total === 0) return "This queue has no items yet. A manager must add them.";
  return [ownText(counts), queueText(counts)].filter(Boolean).join(" ");
}

function ownText({ own, ownSkipped }: Counts): string {
  if (own === 0) return "";
  return ownSkipped > 0
    ? `You have annotated ${quantity(own, "item")}.`
    : `You have annotated ${own === 1 ? "the one item that is" : `all ${quantity(own, "item")} that are`} for you.`;
}

function queueText({ total, completed, skipped, in_review, ownSkipped, takesUnassigned }: Counts): string {
  const open = total - completed - skipped;
  if (open <= 0) {
    return skipped > 0
      ? `${quantity(skipped, "item")} of the queue ${skipped === 1 ? "was" : "were"} skipped; the rest are completed.`
      : "Every item of this queue is completed.";
  }
  const passed = Math.min(ownSkipped, open - in_review);
  const rest = open - in_review - passed;
  const reasons = [
    in_review > 0 && `${in_review} ${in_review === 1 ? "waits" : "wait"} for review`,
    passed > 0 && `${passed} ${passed === 1 ? "was" : "were"} skipped by you`,
    rest > 0 &&
      `${rest} ${rest === 1 ? "is" : "are"} for other annotators${takesUnassigned ? "" : " or not assigned yet"}`,
  ].filter((reason) => reason !== false);
  return `Of the queue's ${quantity(total, "item")}, ${listText(reasons)}.`;
}

const listText = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
