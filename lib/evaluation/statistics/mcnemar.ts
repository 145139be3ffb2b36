// Pairs of pass and fail: whether the change could be chance, and how large it is.
import { binomialCdf, Z_95 } from "@/lib/distributions";
import type { Bounds } from "@/lib/estimate";

/** The number of pairs by the results of the first and the second. */
export interface PairedCounts {
  readonly bothPass: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly bothFail: number;
}

/**
 * The exact two-sided test: how likely the differing pairs split this unevenly if both directions are equally likely.
 * McNemar (1947), "Note on the sampling error of the difference between correlated proportions", Psychometrika 12, with
 * the binomial distribution. 1 if no pair differs.
 */
export function mcNemarExact({ onlyFirst, onlySecond }: PairedCounts): number {
  return Math.min(1, 2 * binomialCdf(Math.min(onlyFirst, onlySecond), onlyFirst + onlySecond, 0.5));
}

/** With fewer pairs, or fewer that differ, the interval covers far more or far less than 95 % (bench/intervals.ts). */
const LEAST_PAIRS = 20;
const LEAST_DIFFERING = 4;

/** Why the difference has no interval; null if it has one. */
export function noIntervalOf({ bothPass, onlyFirst, onlySecond, bothFail }: PairedCounts): string | null {
  if (bothPass + onlyFirst + onlySecond + bothFail < LEAST_PAIRS)
    return `Too few rows: an interval of a difference needs at least ${LEAST_PAIRS}.`;
  return onlyFirst + onlySecond < LEAST_DIFFERING
    ? `Too few rows differ: an interval of a difference needs at least ${LEAST_DIFFERING}.`
    : null;
}

/**
 * 95 % interval of the second's pass rate minus the first's: the differences that a score test does not reject. Tango
 * (1998), "Equivalence test and confidence interval for the difference in proportions for the paired-sample design",
 * Statistics in Medicine 17. Null if there is a reason against it.
 */
export const pairedDifference = (counts: PairedCounts): Bounds | null =>
  noIntervalOf(counts) === null ? scoreBounds(counts, Z_95) : null;

/** The differences that the score test does not reject: those within `z` standard errors. */
export function scoreBounds(counts: PairedCounts, z: number): Bounds {
  const { bothPass, onlyFirst, onlySecond, bothFail } = counts;
  const difference = (onlySecond - onlyFirst) / (bothPass + onlyFirst + onlySecond + bothFail);
  return { low: whereScoreIs(counts, z, -1, difference), high: whereScoreIs(counts, -z, difference, 1) };
}

/**
 * The difference between the two bounds at which the score has fallen to `target`. The score falls as the difference
 * grows.
 */
function whereScoreIs(counts: PairedCounts, target: number, low: number, high: number): number {
  let [below, above] = [low, high];
  for (let step = 0; step < 60; step++) {
    const middle = (below + above) / 2;
    if (scoreAt(counts, middle) > target) below = middle;
    else above = middle;
  }
  return (below + above) / 2;
}

/**
 * How many standard errors the observed change lies above a difference, given the likeliest share of pairs that fell.
 */
function scoreAt({ bothPass, onlyFirst, onlySecond, bothFail }: PairedCounts, difference: number): number {
  const n = bothPass + onlyFirst + onlySecond + bothFail;
  const b = (2 * n - onlySecond + onlyFirst) * difference - onlyFirst - onlySecond;
  const c = -onlyFirst * difference * (1 - difference);
  const fallen = (Math.sqrt(Math.max(0, b * b - 8 * n * c)) - b) / (4 * n);
  const variance = n * (2 * fallen + difference * (1 - difference));
  return (onlySecond - onlyFirst - n * difference) / Math.sqrt(Math.max(variance, Number.MIN_VALUE));
}

/**
 * How far differing pairs lean one way, from 0 to 0.5: Cohen (1988), "Statistical Power Analysis", ch. 5. Null if none
 * differs.
 */
export function cohensG({ onlyFirst, onlySecond }: PairedCounts): number | null {
  const differing = onlyFirst + onlySecond;
  return differing === 0 ? null : Math.abs(onlySecond / differing - 0.5);
}
