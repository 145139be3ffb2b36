// Limits a minute count in fixed windows, so that the promise of the reset headers holds.

export const WINDOW_MS = 60_000;

/** Where the window that is open at `now` ends; both in milliseconds since 1970. */
export const windowEnd = (now: number): number => (Math.floor(now / WINDOW_MS) + 1) * WINDOW_MS;
