let last: Promise<void> = Promise.resolve();

/**
 * Waits for a turn of one's own: between two large pieces of work, of whichever caller, all others are served. Call it
 * before work that keeps a processor for more than a few milliseconds.
 */
export function turn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setTimeout(resolve, 0)));
  return last;
}

/** After so much work without a break. */
const BUSY_MS = 10;

export interface Breaks {
  isDue(): boolean;
  take(): Promise<void>;
}

/** The breaks of work that consists of many small parts. Between two of them: `if (breaks.isDue()) await breaks.take()`. */
export function startBreaks(): Breaks {
  let dueAt = Date.now() + BUSY_MS;
  return {
    isDue: () => Date.now() >= dueAt,
    take: async () => {
      await turn();
      dueAt = Date.now() + BUSY_MS;
    },
  };
}
