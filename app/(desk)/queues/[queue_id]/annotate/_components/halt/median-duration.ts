import { durationText } from "@/app/_ui/figure/numbers";

/** The median of durations in ms, as readable text; null if there are none. */
export function medianDuration(durations: readonly number[]): string | null {
  const median = medianOf(durations);
  return median === null ? null : durationText(median);
}

export function medianOf(durations: readonly number[]): number | null {
  const sorted = durations.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) return null;
  return (upper + lower) / 2;
}
