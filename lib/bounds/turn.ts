let last: Promise<void> = Promise.resolve();

/**
 * Waits for a turn of one's own: between two large pieces of work, of whichever caller, all others are served. Call it
 * before work that keeps a processor for more than a few milliseconds.
 */
export function turn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setTimeout(resolve, 0)));
  return last;
}
