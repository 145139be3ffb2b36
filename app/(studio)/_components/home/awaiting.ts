import type { getQueueProgress } from "@/lib/contracts/annotation/queues/progress";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import type { Output } from "@/lib/contracts/contract";

export interface Awaiting {
  /** Active queues in which the person has a role. */
  open: Queue[];
  /** Queues that the person manages and has not opened yet. */
  drafts: Queue[];
  /** Queues whose exports the person may download. */
  managed: Queue[];
}

export function awaitingOf(queues: readonly Queue[]): Awaiting {
  const managed = queues.filter((queue) => queue.viewer_roles.includes("manager"));
  return {
    open: queues.filter((queue) => queue.status === "active" && queue.viewer_roles.length > 0),
    drafts: managed.filter((queue) => queue.status === "draft"),
    managed,
  };
}

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

/** Queues with work for the person first, those due first among them, otherwise in their order. Unsorted until the progress of all is known. */
export function workFirst<Q extends Pick<Queue, "viewer_roles" | "due_date">>(
  queues: readonly Q[],
  progress: readonly (Progress | undefined)[],
): Q[] {
  const waits = (queue: Q, index: number): boolean => {
    const own = progress[index];
    return own !== undefined && ((annotatesIn(queue) && !isDone(own)) || (own.reviewable ?? 0) > 0);
  };
  if (queues.some((_, index) => progress[index] === undefined)) return [...queues];
  return [...queues.filter(waits).toSorted(byDueDate), ...queues.filter((queue, index) => !waits(queue, index))];
}
