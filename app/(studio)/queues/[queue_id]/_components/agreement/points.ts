// The points of an annotator's agreement over time, in words.
import { dayText, estimateText, percentText, quantity } from "@/app/_ui/figure/numbers";
import type { AgreementPoint } from "@/lib/contracts/annotation/reports/pairs";

export type Point = AgreementPoint;

/** The day, or the numbers of the items: "11–20". */
export function nameOf(points: readonly Pick<Point, "date" | "items">[], index: number): string {
  const point = points[index];
  if (!point) return "";
  if (point.date !== null) return dayText(point.date);
  const before = points.slice(0, index).reduce((sum, { items }) => sum + items, 0);
  return point.items === 1 ? `${before + 1}` : `${before + 1}–${before + point.items}`;
}

export const detailOf = (name: string, { agreement, interval, items, date }: Point): string =>
  `${date === null ? `Items ${name}` : name}: ${estimateText(agreement, interval, percentText)}, ${quantity(items, "item")}`;

const TICKS = 8;

/** Every how many points one has a label below it. */
export const tickEvery = (points: number): number => Math.max(1, Math.ceil(points / TICKS));
