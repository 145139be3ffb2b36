// A mean with its 95 % interval.
import { poissonLimit, studentQuantile, Z_95 } from "@/lib/distributions";

export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** How a mean's interval was made: for passes, for scores from 0 to 1, or for other numbers. */
export type IntervalMethod = "wilson" | "wilson_effective" | "t";

/** A mean, or null with its reason, and likewise its interval. Null means unknown, never 0. */
export interface Estimate {
  readonly mean: number | null;
  readonly interval: Bounds | null;
  readonly method: IntervalMethod | null;
  readonly standardError: number | null;
  readonly reason: string | null;
}

/**
 * Wilson's (1927) score interval of a proportion, "Probable inference, the law of succession, and statistical
 * inference", Journal of the American Statistical Association 22.
 */
export function scoreInterval(share: number, n: number): Bounds {
  const square = Z_95 ** 2;
  const centre = (share + square / (2 * n)) / (1 + square / n);
  const half = (Z_95 / (1 + square / n)) * Math.sqrt((share * (1 - share)) / n + square / (4 * n * n));
  // Of none and of all, one end is exact, which rounding would miss.
  return {
    low: share === 0 ? 0 : Math.max(0, centre - half),
    high: share === 1 ? 1 : Math.min(1, centre + half),
  };
}

/**
 * Wilson's interval with the correction of Brown, Cai & DasGupta (2001), "Interval estimation for a binomial
 * proportion", Statistical Science 16. If one to three passed, or all but one to three, the end near 0 or 1 is
 * Poisson's limit, because Wilson's leaves out rates for which such samples are common. `n` may be an effective sample
 * size, so it need not be whole.
 */
export function wilson(share: number, n: number): Bounds {
  const { low, high } = scoreInterval(share, n);
  const [fromBelow, fromAbove] = [rareLimit(share * n, n) ?? low, rareLimit(n - share * n, n) ?? 1 - high];
  return { low: Math.min(low, fromBelow), high: Math.max(high, 1 - fromAbove) };
}

/** Null if Wilson's own end is kept: for a count of zero, of more than a few, and of half or more. */
function rareLimit(count: number, n: number): number | null {
  const few = n > 50 ? 3 : 2;
  // A count that is a sum of shares can be off a whole number by rounding.
  return count < 1e-9 || count > few + 1e-9 || count >= n / 2 ? null : poissonLimit(count) / n;
}

/** "unit": verdicts, and scores that are defined from 0 to 1. "number": scores on any other scale. */
export type Scale = "unit" | "number";

/** The data of an estimate: values in clusters (rows), each cluster with one or several values (trials). */
export interface Sample {
  readonly values: number;
  readonly clusters: number;
  /** Over all values. */
  readonly mean: number;
  /** Σ over clusters of (the sum of its values − their count · mean)². */
  readonly squares: number;
  /** Σ over clusters of the square of the count of their values. Without it, all clusters count as equally large. */
  readonly countSquares?: number;
  /** What values are possible, whatever this sample has: five stars that are all 1 are not passes. */
  readonly scale: Scale;
  /** Each value of this sample is 0 or 1. */
  readonly isBinary: boolean;
  /** Each value of this sample is from 0 to 1. */
  readonly isShare: boolean;
}

export const sampleOf = (clusters: readonly (readonly number[])[], scale: Scale): Sample => {
  const values = clusters.flat();
  const sum = (all: readonly number[]) => all.reduce((total, value) => total + value, 0);
  const mean = sum(values) / values.length;
  return {
    values: values.length,
    clusters: clusters.length,
    mean,
    squares: clusters.reduce((all, cluster) => all + (sum(cluster) - cluster.length * mean) ** 2, 0),
    countSquares: clusters.reduce((all, { length }) => all + length ** 2, 0),
    scale,
    isBinary: values.every((value) => value === 0 || value === 1),
    isShare: values.every((value) => value >= 0 && value <= 1),
  };
};

const withoutInterval = (mean: number | null, reason: string): Estimate => ({
  mean,
  interval: null,
  method: null,
  standardError: null,
  reason,
});

/** With fewer rows, an interval over repeated trials covers less than 95 % if the rows differ (bench/intervals.ts). */
export const LEAST_REPEATED_ROWS = 10;

/** With fewer rows, the interval covers less than 95 % if scores pile up at one end (bench/intervals.ts). */
const LEAST_ROWS = { share: 40, number: 60 };

/**
 * The mean of clustered values. Its standard error is robust to what the values of a cluster have in common: Liang &
 * Zeger (1986), "Longitudinal data analysis using generalized linear models", Biometrika 73, with the factor G/(G − 1).
 * With one value per cluster it is the usual standard error. Proportions get Wilson's interval, over the effective
 * sample size if values are clustered: Franco et al. (2019), "Comparative study of confidence intervals for proportions
 * in complex sample surveys", Journal of Survey Statistics and Methodology 7. Scores from 0 to 1 get the same interval,
 * over the sample size at which passes would vary as much, adjusted for degrees of freedom: Korn & Graubard (1998),
 * "Confidence intervals for proportions with small expected number of positive counts estimated from survey data",
 * Survey Methodology 24. Other values get t with G − 1. Passes in clusters of different sizes count as the number of
 * equally large clusters that would vary as much (Kish).
 */
export function estimateMean({ values, clusters, mean, squares, scale, isBinary, ...sample }: Sample): Estimate {
  if (values === 0) return withoutInterval(null, "Nothing was scored.");
  const isShare = scale === "unit" && sample.isShare;
  const alike = Math.min(clusters, values ** 2 / (sample.countSquares ?? values ** 2 / clusters));
  if (isShare && isBinary) {
    const standardError = Math.sqrt((mean * (1 - mean)) / values);
    const clustered = clusters < values && clusters > 1 ? clusteredError(squares, clusters, values) : standardError;
    if (clusters < values && Math.round(alike) < LEAST_REPEATED_ROWS)
      return {
        ...withoutInterval(mean, `Too few rows: an interval over repeats needs at least ${LEAST_REPEATED_ROWS}.`),
        standardError: Math.max(standardError, clustered),
      };
    return {
      mean,
      interval: wilson(mean, effectiveSize(mean, clustered, { values, clusters, alike })),
      method: "wilson",
      standardError: Math.max(standardError, clustered),
      reason: null,
    };
  }
  if (clusters < 2) return withoutInterval(mean, "One row has no spread, so it has no interval.");
  const standardError = clusteredError(squares, clusters, values);
  if (!varies({ values, clusters, mean, squares }))
    return withoutInterval(mean, "All rows have the same score, so there is no interval.");
  const t = studentQuantile(0.975, clusters - 1);
  const least = isShare ? LEAST_ROWS.share : LEAST_ROWS.number;
  if (clusters < least)
    return {
      ...withoutInterval(mean, `Too few rows: an interval of scores needs at least ${least}.`),
      standardError,
    };
  if (isShare) {
    const size = ((mean * (1 - mean)) / standardError ** 2) * (Z_95 / t) ** 2;
    return { mean, interval: wilson(mean, size), method: "wilson_effective", standardError, reason: null };
  }
  const half = t * standardError;
  return { mean, interval: { low: mean - half, high: mean + half }, method: "t", standardError, reason: null };
}

/**
 * Whether the clusters differ by more than rounding. Sums of equal floats, here and in SQL, leave deviations other than
 * 0, so a spread below a billionth of the mean counts as none.
 */
export const varies = ({ values, clusters, mean, squares }: Pick<Sample, "values" | "clusters" | "mean" | "squares">) =>
  squares * clusters > (1e-9 * mean * values) ** 2;

const clusteredError = (squares: number, clusters: number, values: number): number =>
  Math.sqrt((clusters / (clusters - 1)) * squares) / values;

interface Sizes {
  values: number;
  clusters: number;
  alike: number;
}

/** At most the number of values. If nothing varies, the design effect is 0/0 and this is the number of clusters. */
function effectiveSize(share: number, error: number, { values, clusters, alike }: Sizes): number {
  if (clusters === values) return values;
  const size = share === 0 || share === 1 ? alike : Math.min(values, (share * (1 - share)) / error ** 2);
  return size * forUnevenness(clusters, alike);
}

/** The square of the coefficient of variation of clusters' sizes from which they count as uneven. */
const UNEVEN = 0.1;

/**
 * Korn and Graubard's factor for degrees of freedom if clusters differ in size: their error is then underestimated. It
 * comes in gradually, because it would make intervals of equal clusters too wide (bench/intervals.ts).
 */
function forUnevenness(clusters: number, alike: number): number {
  const variation = clusters / alike - 1;
  if (variation < 1e-9) return 1;
  const factor = (Z_95 / studentQuantile(0.975, alike - 1)) ** 2;
  return 1 - Math.min(1, variation / UNEVEN) * (1 - factor);
}
