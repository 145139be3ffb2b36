const NOW_MS = 2000;
const MINUTE_MS = 60_000;

/** How long ago, as "just now", "3 s ago" or "2 min ago". */
export function agoText(ms: number): string {
  if (ms < NOW_MS) return "just now";
  return ms < MINUTE_MS ? `${Math.floor(ms / 1000)} s ago` : `${Math.floor(ms / MINUTE_MS)} min ago`;
}
