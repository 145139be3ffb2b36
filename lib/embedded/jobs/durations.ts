// Times as the SDK spells them: "1d2h30m", an ISO instant, a Retry-After header.

const second = 1000;
const spelling = /^(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/;
const unitsMs = [7 * 86_400 * second, 86_400 * second, 3600 * second, 60 * second, second];

/** Milliseconds of a spelled duration; null when it is not one. The SDK spells zero as an empty text. */
export function durationMs(text: string): number | null {
  const match = spelling.exec(text);
  if (!match) return null;
  return unitsMs.reduce((sum, unit, index) => sum + unit * Number(match[index + 1] ?? 0), 0);
}

/** The instant that a duration from `now`, or an ISO instant, names. */
export function instantOf(text: string, now: Date): Date {
  const duration = durationMs(text);
  if (duration !== null) return new Date(now.getTime() + duration);
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) throw new Error(`"${text}" is neither a duration nor an instant`);
  return instant;
}

const firstDelayMs = 5 * second;
const longestDelayMs = 3600 * second;

/** When to try again after failed attempt number `attempt` (from 0): the Retry-After value, else doubling with jitter. */
export function retryAt(attempt: number, retryAfter: string | null, now: Date, random = Math.random()): Date {
  if (retryAfter !== null) {
    const seconds = Number(retryAfter);
    const instant = Number.isFinite(seconds) ? new Date(now.getTime() + seconds * second) : new Date(retryAfter);
    if (!Number.isNaN(instant.getTime())) return instant;
  }
  const delay = Math.min(firstDelayMs * 2 ** attempt, longestDelayMs);
  return new Date(now.getTime() + delay * (1 + random / 5));
}
