// Whether the second of two is not worse than the first by a margin that matters, row by row.
import { normalQuantile, studentQuantile } from "@/lib/distributions";
import type { Bounds, Scale } from "@/lib/estimate";
import type { PairGroup } from "./compare-pairs";
import { differenceOf, LEAST_CHANGE } from "./difference";
import { scoreBounds } from "./mcnemar";

/**
 * A loss of the margin is overlooked in at most 5 % of all decisions. The limits are a little wider than 95 %, because
 * the rows that decide how many are enough are among those that decide.
 */
const LEVEL = 0.96;
/** How sure it is that the spread of the differences is not larger than assumed when it asks for rows. */
const SURE_OF_SPREAD = 0.8;
/** With fewer rows nothing is decided: neither Student's interval nor the estimated spread can be relied on. */
const LEAST_PAIRS = 50;

export interface NotWorse {
  verdict: "not_worse" | "worse" | "undecided";
  pairs: number;
  /** Second minus first; null without pairs. */
  difference: number | null;
  /** One-sided limits at 96 % each. */
  bounds: Bounds | null;
  /** Rows that a decision takes, so that no change passes with the power; null if these are enough. */
  neededPairs: number | null;
}

interface Requirement {
  /** The smallest loss that matters, above 0, in the scores' unit. */
  margin: number;
  /** The chance that a second without any loss passes. */
  power: number;
}

/**
 * A test of non-inferiority: "not worse" if the lower limit of the difference is above −margin. Passes have Tango's
 * limits (mcnemar.ts), scores have Student's. Unless the whole interval is above +margin, nothing passes before there are
 * enough rows for the power, so asking again with more rows does not raise the chance to overlook a loss.
 */
export function decideNotWorse(groups: readonly PairGroup[], scale: Scale, { margin, power }: Requirement): NotWorse {
  const pairs = sumOf(groups, () => 1);
  if (pairs < 2) return { verdict: "undecided", pairs, difference: null, bounds: null, neededPairs: LEAST_PAIRS };
  const difference = sumOf(groups, differenceOf) / pairs;
  const { bounds, variance } = isBinary(groups, scale) ? ofPasses(groups, pairs) : ofScores(groups, pairs, difference);
  const needed = Math.max(LEAST_PAIRS, pairsForMargin(variance, margin, power));
  const decided = { pairs, difference, bounds };
  // A clear loss needs no further rows: what has no loss hardly ever looks like this.
  if (pairs >= LEAST_PAIRS && bounds.high < -margin - LEAST_CHANGE)
    return { ...decided, verdict: "worse", neededPairs: null };
  // Nor does a clear gain: the better the second, the more its rows differ, and the more rows `needed` would ask for.
  if (pairs >= LEAST_PAIRS && bounds.low > margin + LEAST_CHANGE)
    return { ...decided, verdict: "not_worse", neededPairs: null };
  if (pairs < needed) return { ...decided, verdict: "undecided", neededPairs: needed };
  return { ...decided, verdict: bounds.low > -margin + LEAST_CHANGE ? "not_worse" : "worse", neededPairs: null };
}

/** ((z₁₋α + z₁₋β)·σ / margin)², for a true difference of 0; no more than the greatest exact integer. */
export const pairsForMargin = (variance: number, margin: number, power: number): number => {
  const pairs = ((normalQuantile(LEVEL) + normalQuantile(power)) ** 2 * variance) / margin ** 2;
  return Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(pairs));
};

/** Rows that a decision takes if this share of the verdicts changes, in either direction. */
export const pairsForChanges = (changed: number, { margin, power }: Requirement): number =>
  Math.max(LEAST_PAIRS, pairsForMargin(changed, margin, power));

const sumOf = (groups: readonly PairGroup[], of: (group: PairGroup) => number): number =>
  groups.reduce((all, group) => all + group.pairs * of(group), 0);

const isBit = (value: number): boolean => value === 0 || value === 1;
const isBinary = (groups: readonly PairGroup[], scale: Scale): boolean =>
  scale === "unit" && groups.every(({ first, second }) => isBit(first) && isBit(second));

interface Spread {
  bounds: Bounds;
  /** Of one row's difference, as large as it may be. */
  variance: number;
}

function ofPasses(groups: readonly PairGroup[], pairs: number): Spread {
  const count = (first: number, second: number) =>
    sumOf(groups, (group) => Number(group.first === first && group.second === second));
  const counts = { bothPass: count(1, 1), onlyFirst: count(1, 0), onlySecond: count(0, 1), bothFail: count(0, 0) };
  const share = (counts.onlyFirst + counts.onlySecond) / pairs;
  return { bounds: scoreBounds(counts, normalQuantile(LEVEL)), variance: upperShare(share, pairs) };
}

/** Wilson's upper limit of a share, one-sided. */
function upperShare(share: number, n: number): number {
  const z = normalQuantile(SURE_OF_SPREAD);
  const centre = share + z ** 2 / (2 * n);
  const half = z * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n * n));
  return Math.min(1, (centre + half) / (1 + z ** 2 / n));
}

function ofScores(groups: readonly PairGroup[], pairs: number, difference: number): Spread {
  const squares = sumOf(groups, (group) => (differenceOf(group) - difference) ** 2);
  const variance = squares / (pairs - 1);
  const half = studentQuantile(LEVEL, pairs - 1) * Math.sqrt(variance / pairs);
  // The sample variance of normal values has the standard error σ²·√(2 / (n − 1)).
  const upper = variance * (1 + normalQuantile(SURE_OF_SPREAD) * Math.sqrt(2 / (pairs - 1)));
  return { bounds: { low: difference - half, high: difference + half }, variance: upper };
}
