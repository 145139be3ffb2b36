// How much of a task's work may begin, and when a failure is retried.

/**
 * How many evaluations may begin under a ceiling (in micro-dollars), if each costs as much as the most expensive so
 * far. While no cost is known, only one begins.
 */
export function roomUnder(ceiling: number, spent: number, maxCost: number | null): number {
  if (spent >= ceiling) return 0;
  if (maxCost === null) return 1;
  return maxCost === 0 ? Number.POSITIVE_INFINITY : Math.floor((ceiling - spent) / maxCost);
}

const FIRST_WAIT_S = 5;
const LONGEST_WAIT_S = 600;

/** Seconds until the next attempt: doubled each time, and at least what the gateway asks for. */
export const waitSeconds = (attempts: number, retryAfter: number): number =>
  Math.max(Math.min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** (attempts - 1)), retryAfter);
