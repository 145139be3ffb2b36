// When a delivery is tried again: eight attempts within a day.
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The wait after each attempt. */
export const WAITS_MS = [5000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 7 * HOUR, 9 * HOUR] as const;
export const MAX_ATTEMPTS = WAITS_MS.length + 1;

/** When the next attempt is due after `attempts`; null after the last. */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const wait = WAITS_MS[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}
