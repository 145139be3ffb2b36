/** How many times a cell is tried, including the first. */
export const MAX_ATTEMPTS = 6;
const BASE_MS = 500;
const LONGEST_MS = 30_000;
/** The longest wait that a provider can ask for. */
const LONGEST_ASKED_MS = 60_000;

/**
 * How many milliseconds a cell waits before its retry; null if there is no further retry. Waits as long as a provider
 * asks, plus up to a second so that retries spread out. Otherwise waits a random time up to a limit that doubles (full
 * jitter).
 */
export function pauseBefore(attempts: number, retryAfterSeconds: number | null, random: number): number | null {
  if (attempts >= MAX_ATTEMPTS) return null;
  if (retryAfterSeconds !== null) return Math.min(retryAfterSeconds * 1000, LONGEST_ASKED_MS) + random * 1000;
  return random * Math.min(BASE_MS * 2 ** attempts, LONGEST_MS);
}
