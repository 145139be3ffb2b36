/** The median of durations in ms as "24 s" or "3 min 10 s"; null of none. */
export function medianDuration(durations: readonly number[]): string | null {
  const sorted = durations.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) return null;
  const seconds = Math.round((upper + lower) / 2000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
