import { countText } from "@/app/_ui/figure/numbers";
import type { getQueueProgress } from "@/lib/contracts/annotation/queues/progress";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import type { Output } from "@/lib/contracts/contract";

/** The first of some queues, and how many there are. */
export interface QueuePage {
  count: number;
  results: Queue[];
}

export interface Awaiting {
  /** Active queues in which the person has a role. */
  open: QueuePage;
  /** Queues that the person manages and has not opened yet. */
  drafts: QueuePage;
}

/** The newest queue first, whatever the order of the page. */
export const newestFirst = ({ count, results }: QueuePage): QueuePage => ({
  count,
  results: results.toSorted((left, right) => right.created_at.localeCompare(left.created_at)),
});

/** What the head says of the person's queues. */
export function summaryOf({ open, drafts }: Awaiting): string {
  // The empty list below says it.
  if (open.count === 0 && drafts.count === 0) return "Your queues";
  const summary = open.count === 1 ? "One queue is open for you" : `${openText(open.count)} queues are open for you`;
  if (drafts.count === 0) return `${summary}.`;
  return `${summary}. ${drafts.count === 1 ? "One draft is" : `${countText(drafts.count)} drafts are`} unfinished.`;
}

const openText = (count: number): string => (count === 0 ? "No" : countText(count));

interface Progress {
  reviewable: Output<typeof getQueueProgress>["reviewable"];
  user_progress: { left: number; skipped: number };
}

export const annotatesIn = (queue: Pick<Queue, "viewer_roles">): boolean =>
  queue.viewer_roles.some((role) => role !== "reviewer");

/** Whether the person has nothing to annotate: skipped items come back when nothing else is left. */
export const isDone = ({ user_progress: { left, skipped } }: Progress): boolean => left === 0 && skipped === 0;

/** The earliest due date first, queues without one last. ISO dates sort as texts. */
const byDueDate = (left: Due, right: Due): number =>
  (left.due_date ?? "~") < (right.due_date ?? "~") ? -1 : Number(left.due_date !== right.due_date);

type Due = Pick<Queue, "due_date">;

const hasOpenItems = ({ item_count = 0, completed_count = 0 }: Pick<Queue, "item_count" | "completed_count">) =>
  completed_count < item_count;

/** Queues with work for the person first, those due first among them, otherwise in their order. Until the progress of all is known, those with open items first. */
export function workFirst<Q extends Pick<Queue, "viewer_roles" | "due_date" | "item_count" | "completed_count">>(
  queues: readonly Q[],
  progress: readonly (Progress | undefined)[],
): Q[] {
  const waits = (queue: Q, index: number): boolean => {
    const own = progress[index];
    return own !== undefined && ((annotatesIn(queue) && !isDone(own)) || (own.reviewable ?? 0) > 0);
  };
  if (queues.some((_, index) => progress[index] === undefined)) {
    return [...queues.filter(hasOpenItems), ...queues.filter((queue) => !hasOpenItems(queue))];
  }
  return [...queues.filter(waits).toSorted(byDueDate), ...queues.filter((queue, index) => !waits(queue, index))];
}
