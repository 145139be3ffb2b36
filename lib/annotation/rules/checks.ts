// When an annotator is given a copy of a gold item or of earlier work instead of the next item, and what such checks do to
// the figures that the annotator sees.
import { createHash } from "node:crypto";

export interface CheckSettings {
  goldPercent: number;
  repeatPercent: number;
}

export type CheckKind = "gold_copy" | "repeat";

export interface Turn extends CheckSettings {
  queueId: string;
  userId: string;
  /** How many items of the queue the annotator has taken so far. */
  taken: number;
}

/** The check that is due, by a hash of the turn: people see no pattern in it, and asking again gives the same answer. */
export function dueCheck({ queueId, userId, taken, goldPercent, repeatPercent }: Turn): CheckKind | null {
  if (goldPercent + repeatPercent === 0) return null;
  const hash = createHash("sha256").update(`${queueId} ${userId} ${taken}`).digest();
  const percent = (100 * hash.readUInt32BE()) / 2 ** 32;
  if (percent < goldPercent) return "gold_copy";
  return percent < goldPercent + repeatPercent ? "repeat" : null;
}

const FULL_GAP = 10;

/** How many items an annotator completes after one before it may be repeated: ten, in small queues a quarter of the items. */
export const repeatGap = (items: number): number => Math.min(FULL_GAP, Math.max(1, Math.floor(items / 4)));

interface States {
  total: number;
  pending: number;
  in_progress: number;
  in_review: number;
  completed: number;
  skipped: number;
}

export type BegunChecks = Pick<States, "in_progress" | "in_review" | "completed" | "skipped">;

/**
 * A queue's counts as the annotator of these checks sees them: as if the checks had been among the pending items, so that
 * each moves the figures like any item. Only when fewer items are pending than checks were begun does the total give way.
 */
export function withChecks<T extends States>(counts: T, checks: BegunChecks): T {
  const begun = checks.in_progress + checks.in_review + checks.completed + checks.skipped;
  const pending = Math.max(0, counts.pending - begun);
  return {
    ...counts,
    total: counts.total - counts.pending + pending + begun,
    pending,
    in_progress: counts.in_progress + checks.in_progress,
    in_review: counts.in_review + checks.in_review,
    completed: counts.completed + checks.completed,
    skipped: counts.skipped + checks.skipped,
  };
}

interface Left {
  /** Items of work that the annotator holds or may take. */
  work: number;
  /** Items in hand, checks among them. */
  held: number;
  /** Checks that the annotator is through with. */
  finished: number;
}

/**
 * How many items an annotator has left, as the annotator sees it: as if the checks had been among them, so that each takes one
 * off when it is done with, like any item. Something is left as long as there is something to do.
 */
export const leftWithChecks = ({ work, held, finished }: Left): number =>
  Math.max(work - finished, held, Math.min(work, 1));
