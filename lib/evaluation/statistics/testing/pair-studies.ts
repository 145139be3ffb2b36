// Intervals of differences between two runs over the same rows.

import type { Bounds } from "@/lib/estimate";
import { comparePairs, type PairGroup } from "../compare-pairs";
import { bernoulli, betaOf, type Random } from "./random";
import { type Study, studyOf, times } from "./study";

const RESAMPLES = 500;

/** How often the second run passes what the first failed, and the reverse, for a given pass rate of the first. */
type Changes = (rate: number) => { rise: number; fall: number };

const lift = ({ rise, fall }: ReturnType<Changes>, rate: number): number => rise * (1 - rate) - fall * rate;

function passes(name: string, changes: Changes): Study {
  const pairOf = (random: Random, rate: number): PairGroup => {
    const first = bernoulli(random, rate);
    const { rise, fall } = changes(rate);
    return { pairs: 1, first, second: random() < (first === 1 ? fall : rise) ? 1 - first : first };
  };
  return studyOf(
    `difference of pass rates, ${name}`,
    (rate) => lift(changes(rate), rate),
    (random, rows, rate) =>
      without(comparePairs(grouped(times(rows, () => pairOf(random, rate))), "", "unit", 0).interval),
  );
}

/** Equal pairs as one group, as the product reads them. */
function grouped(pairs: readonly PairGroup[]): PairGroup[] {
  const groups = new Map<string, PairGroup>();
  for (const { first, second } of pairs) {
    const key = `${first} ${second}`;
    groups.set(key, { first, second, pairs: (groups.get(key)?.pairs ?? 0) + 1 });
  }
  return [...groups.values()];
}

const improved = (rate: number): number => Math.min(0.98, rate + 0.05);

/** Half of the rows keep their score; the others get a new one that is a little better on average. */
const scorePair = (random: Random, rate: number): PairGroup => {
  const first = betaOf(random, rate, 4);
  return { pairs: 1, first, second: random() < 0.5 ? first : betaOf(random, improved(rate), 4) };
};

const scoreLift = (rate: number): number => (improved(rate) - rate) / 2;
const scorePairs = (random: Random, rows: number, rate: number) => times(rows, () => scorePair(random, rate));

const without = (bounds: Bounds | null): Bounds | null => bounds && { low: bounds.low, high: bounds.high };

export const pairStudies: readonly Study[] = [
  passes("few rows change", () => ({ rise: 0.1, fall: 0.05 })),
  passes("many rows change", () => ({ rise: 0.3, fall: 0.2 })),
  passes("runs that have nothing in common", (rate) => ({ rise: improved(rate), fall: 1 - improved(rate) })),
  studyOf("difference of scores", scoreLift, (random, rows, rate) =>
    without(comparePairs(scorePairs(random, rows, rate), "", "unit", 0).interval),
  ),
  {
    ...studyOf("difference of scores, bootstrap", scoreLift, (random, rows, rate) =>
      without(comparePairs(scorePairs(random, rows, rate), String(random()), "unit", RESAMPLES).bootstrap),
    ),
    resamples: true,
  },
];
