// The time axis beside the tree.
import type { Span } from "@/lib/contracts/traces/traces";

export type Timed = Pick<Span, "started_at" | "ended_at">;

/** In milliseconds since 1970. */
export interface Axis {
  from: number;
  to: number;
}

/** A span that starts further from the others than this has a wrong clock, and would leave them no room. */
const FAR_MS = 30 * 86_400_000;

const startOf = ({ started_at }: Timed): number | null => (started_at === null ? null : Date.parse(started_at));
const endOf = ({ ended_at }: Timed): number | null => (ended_at === null ? null : Date.parse(ended_at));

/** From the first start to the last end, without spans whose clock is far off. Null without any time. */
export function axisOf(spans: readonly Timed[]): Axis | null {
  const starts = spans.flatMap((span) => startOf(span) ?? []).sort((one, other) => one - other);
  const middle = starts[Math.floor(starts.length / 2)];
  if (middle === undefined) return null;
  const axis = { from: middle, to: middle };
  for (const span of spans) {
    for (const time of [startOf(span), endOf(span)]) {
      if (time === null || Math.abs(time - middle) > FAR_MS) continue;
      axis.from = Math.min(axis.from, time);
      axis.to = Math.max(axis.to, time);
    }
  }
  return axis;
}

/** A span's start and length as shares of the axis; null if it has no time, or one far off the axis. */
export function barOf(span: Timed, { from, to }: Axis): { left: number; width: number } | null {
  const start = startOf(span);
  if (start === null || start < from || start > to) return null;
  if (to === from) return { left: 0, width: 1 };
  const end = Math.min(to, Math.max(start, endOf(span) ?? to));
  return { left: (start - from) / (to - from), width: (end - start) / (to - from) };
}
