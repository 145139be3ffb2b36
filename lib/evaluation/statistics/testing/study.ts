// How often the intervals on screens cover the truth. Samples are drawn from a known truth, and the product's own
// functions make their intervals.
import type { Bounds } from "@/lib/estimate";
import type { Random } from "./random";

export interface Study {
  readonly name: string;
  /** Its intervals come from resampling, so a sample costs a hundred times as much. */
  readonly resamples?: boolean;
  /** The true value of each figure. */
  readonly truths: (rate: number) => Readonly<Record<string, number>>;
  /** The intervals of one sample of this many rows; null if the product gives none. */
  readonly draw: (random: Random, rows: number, rate: number) => Readonly<Record<string, Bounds | null>>;
}

export const times = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index));

/** A study of one figure. */
export const studyOf = (
  name: string,
  truth: (rate: number) => number,
  draw: (random: Random, rows: number, rate: number) => Bounds | null,
): Study => ({
  name,
  truths: (rate) => ({ [name]: truth(rate) }),
  draw: (random, rows, rate) => ({ [name]: draw(random, rows, rate) }),
});

/** From 0.02 to 0.98 in steps of 0.06. */
export const RATES: readonly number[] = times(17, (index) => Math.round(2 + 6 * index) / 100);

export interface Coverage {
  readonly rate: number;
  /**
   * The share of intervals that cover the truth. Null if less than a tenth of the samples have one: these are extreme,
   * or too few.
   */
  readonly coverage: number | null;
  readonly drawn: number;
}

const LEAST_DRAWN = 8;

/** By figure, for this many samples. */
export function coverageOf(
  study: Study,
  random: Random,
  { rows, rate, samples }: { rows: number; rate: number; samples: number },
): Map<string, Coverage> {
  const truths = Object.entries(study.truths(rate));
  const counts = truths.map(() => ({ drawn: 0, covering: 0 }));
  for (let sample = 0; sample < samples; sample++) {
    const intervals = study.draw(random, rows, rate);
    for (const [index, [figure, truth]] of truths.entries()) {
      const [interval, count] = [intervals[figure], counts[index]];
      if (!interval || !count) continue;
      count.drawn++;
      count.covering += Number(interval.low <= truth + 1e-9 && truth <= interval.high + 1e-9);
    }
  }
  return new Map(
    truths.map(([figure], index) => {
      const { drawn, covering } = counts[index] ?? { drawn: 0, covering: 0 };
      return [
        figure,
        {
          rate,
          coverage: drawn < LEAST_DRAWN || drawn * 10 < samples ? null : covering / drawn,
          drawn: drawn / samples,
        },
      ];
    }),
  );
}

/**
 * Coverage jumps from rate to rate if few results are possible, so we give its mean over rates near 0, between, and
 * near 1.
 */
export const NEIGHBOURHOODS = [
  { name: "near 0", holds: (rate: number) => rate < 0.35 },
  { name: "between", holds: (rate: number) => rate > 0.35 && rate < 0.65 },
  { name: "near 1", holds: (rate: number) => rate > 0.65 },
] as const;

export const BAND = { low: 0.93, high: 0.98 } as const;

/** The mean over each neighbourhood; null if less than half of its rates have intervals. */
export const neighbourhoodMeans = (all: readonly Coverage[]): (number | null)[] =>
  NEIGHBOURHOODS.map(({ holds }) => {
    const drawn = all.flatMap(({ rate, coverage }) => (coverage !== null && holds(rate) ? [coverage] : []));
    return 2 * drawn.length < all.filter(({ rate }) => holds(rate)).length || drawn.length === 0
      ? null
      : drawn.reduce((sum, one) => sum + one, 0) / drawn.length;
  });
