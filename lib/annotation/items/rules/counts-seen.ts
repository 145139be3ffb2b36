// How checks change the figures that their annotator sees.

interface States {
  total: number;
  pending: number;
  in_progress: number;
  in_review: number;
  completed: number;
  skipped: number;
}

type BegunChecks = Pick<States, "in_progress" | "in_review" | "completed" | "skipped">;

/**
 * A queue's counts as the annotator of these checks sees them: as if the checks had been among the pending items, so
 * that each changes the figures like any item. The total grows only if fewer items are pending than checks were begun.
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

interface OpenCounts {
  /** Work items that the annotator has reserved or may take. */
  work: number;
  /** Reserved items, including checks. */
  reserved: number;
  /** Checks that the annotator has finished. */
  finished: number;
}

/**
 * How many items the annotator has left, as the annotator sees it: as if the checks had been among them, so that each
 * finished check takes one off, like any item. Never below the items that are reserved, and never 0 while work is left.
 */
export const leftWithChecks = ({ work, reserved, finished }: OpenCounts): number =>
  Math.max(work - finished, reserved, Math.min(work, 1));
