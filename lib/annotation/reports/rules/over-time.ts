// How an annotator agrees with the others over time, from the items in the order in which the annotator completed them.
import type { AgreementPoint } from "@/lib/contracts/annotation/reports/pairs";
import { estimateMean, LEAST_REPEATED_ROWS, sampleOf } from "@/lib/estimate";
import { groupBy } from "@/lib/group-by";
import { dateIn } from "./days";

export interface SharedItem {
  at: Date;
  own: string;
  others: readonly string[];
}

/** Points that a plot shows side by side. */
const MOST_POINTS = 30;
const TENS = 10;

/** Groups of ten items, or of as many tens as leave at most 30 groups. The last one may be smaller. */
export function byTens(items: readonly SharedItem[]): AgreementPoint[] {
  const size = TENS * Math.max(1, Math.ceil(items.length / (TENS * MOST_POINTS)));
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    pointOf(items.slice(index * size, (index + 1) * size), null),
  );
}

export function byDay(items: readonly SharedItem[], timeZone: string): AgreementPoint[] {
  const date = dateIn(timeZone);
  return [...groupBy(items, ({ at }) => date(at))].map(([day, group]) => pointOf(group, day));
}

function pointOf(items: readonly SharedItem[], date: string | null): AgreementPoint {
  const clusters = items.map(({ own, others }) => others.map((other) => (other === own ? 1 : 0)));
  const sample = sampleOf(clusters, "unit");
  const { mean, interval } = estimateMean(sample);
  const [first, last] = [items[0], items.at(-1)];
  if (mean === null || !first || !last) throw new Error("a point has items that others answered");
  return {
    from: first.at.toISOString(),
    to: last.at.toISOString(),
    date,
    items: items.length,
    comparisons: sample.values,
    agreement: mean,
    interval,
    interval_reason: interval
      ? null
      : `Some items have several other answers. An interval then needs ${LEAST_REPEATED_ROWS} items.`,
  };
}
