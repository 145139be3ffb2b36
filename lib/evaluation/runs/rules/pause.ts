/** How often a cell is tried, the first time included. */
export const MAX_ATTEMPTS = 6;
const BASE_MS = 500;
const LONGEST_MS = 30_000;
/** What a provider asks for is waited for up to here. */
const LONGEST_ASKED_MS = 60_000;

/**
 * How long a cell waits before it is tried again, in milliseconds; null where it is tried no more. What a provider asks for is held
 * to, and up to a second more so that not all come at once; else any time up to a bound that doubles (full jitter).
 */
export function pauseBefore(attempts: number, retryAfterSeconds: number | null, random: number): number | null {
  if (attempts >= MAX_ATTEMPTS) return null;
  if (retryAfterSeconds !== null) return Math.min(retryAfterSeconds * 1000, LONGEST_ASKED_MS) + random * 1000;
  return random * Math.min(BASE_MS * 2 ** attempts, LONGEST_MS);
}
