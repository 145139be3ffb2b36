import { binomial } from "./binomial";
import type { Measure } from "./measure";
import { percentilesOf } from "./percentiles";
import { type Random, seededRandom } from "./random";

/**
 * A 95 % interval, or the reason why there is none. Resamples for which the measure is 0/0 are counted but not used.
 */
export type Interval = { readonly resamples: number; readonly undefinedResamples: number } & (
  | { readonly low: number; readonly high: number }
  | { readonly low: null; readonly high: null; readonly reason: string }
);

export const noInterval = (reason: string, resamples = 0, undefinedResamples = 0): Interval => ({
  low: null,
  high: null,
  reason,
  resamples,
  undefinedResamples,
});

/** With fewer items, the interval covers less than 95 % (bench/intervals.ts). */
export const LEAST_ITEMS = 60;

/**
 * Bootstrap over items: Efron & Tibshirani (1993), "An Introduction to the Bootstrap", ch. 13 and 14. A row stands for
 * `items` equal items, so drawing as many items with replacement is one multinomial draw over the rows, whose cost does
 * not grow with the number of items. All measures see the same resamples; the seed fixes them.
 */
export function bootstrap<Row extends { readonly items: number }, Name extends string>(
  rows: readonly Row[],
  measures: Readonly<Record<Name, (rows: readonly Row[]) => Measure>>,
  seed: string,
  resamples = 1000,
): Record<Name, Interval> {
  const random = seededRandom(seed);
  // Safe: the record's keys are exactly Name.
  const names = Object.keys(measures) as Name[];
  const values = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < resamples; round++) {
    const resample = drawn(rows, random);
    for (const [name, drawnValues] of values) {
      const { value } = measures[name](resample);
      if (value !== null) drawnValues.push(value);
    }
  }
  const intervals = [...values].map(
    ([name, drawnValues]) => [name, intervalOf(rows, measures[name], drawnValues, resamples)] as const,
  );
  // Safe: there is one entry per name.
  return Object.fromEntries(intervals) as Record<Name, Interval>;
}

function drawn<Row extends { readonly items: number }>(rows: readonly Row[], random: Random): Row[] {
  let left = rows.reduce((sum, row) => sum + row.items, 0);
  let toDraw = left;
  const resample: Row[] = [];
  for (const row of rows) {
    if (toDraw === 0) break;
    const items = binomial(toDraw, row.items / left, random);
    left -= row.items;
    toDraw -= items;
    if (items > 0) resample.push({ ...row, items });
  }
  return resample;
}

function intervalOf<Row extends { readonly items: number }>(
  rows: readonly Row[],
  measure: (rows: readonly Row[]) => Measure,
  values: readonly number[],
  resamples: number,
): Interval {
  const undefinedResamples = resamples - values.length;
  const none = (reason: string) => noInterval(reason, resamples, undefinedResamples);
  if (rows.reduce((sum, row) => sum + row.items, 0) < LEAST_ITEMS)
    return none(`Too few items: an interval needs at least ${LEAST_ITEMS}.`);
  if (undefinedResamples * 2 > resamples || values.length === 0)
    return none("The measure is undefined on more than half of the resamples.");
  const sorted = Float64Array.from(values).sort();
  const { low, high } = percentilesOf(rows, measure, sorted);
  return { low: quantile(sorted, low), high: quantile(sorted, high), resamples, undefinedResamples };
}

/** Interpolates linearly between order statistics. */
function quantile(sorted: Float64Array, at: number): number {
  const position = (sorted.length - 1) * at;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}
