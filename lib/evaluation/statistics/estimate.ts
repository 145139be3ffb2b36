// A mean with its 95 % interval.
import { studentQuantile, Z_95 } from "./distributions";

export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** How the interval of a mean was made. */
export type IntervalMethod = "wilson" | "t";

/** A mean, or null with its reason; likewise its interval. Null is what cannot be said, never 0. */
export interface Estimate {
  readonly mean: number | null;
  readonly interval: Bounds | null;
  readonly method: IntervalMethod | null;
  readonly standardError: number | null;
  readonly reason: string | null;
}

/**
 * Wilson's (1927) score interval of a proportion, "Probable inference, the law of succession, and statistical inference", Journal
 * of the American Statistical Association 22. `n` may be an effective sample size, and so no whole number.
 */
export function wilson(share: number, n: number): Bounds {
  const square = Z_95 ** 2;
  const centre = (share + square / (2 * n)) / (1 + square / n);
  const half = (Z_95 / (1 + square / n)) * Math.sqrt((share * (1 - share)) / n + square / (4 * n * n));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** What an estimate is made of: values of clusters (rows), each cluster with one value or several (repeats). */
export interface Sample {
  readonly values: number;
  readonly clusters: number;
  /** Over all values. */
  readonly mean: number;
  /** Σ over clusters of (the sum of its values − how many they are · mean)². */
  readonly squares: number;
  /** Each value is 0 or 1. */
  readonly isBinary: boolean;
}

export const sampleOf = (clusters: readonly (readonly number[])[]): Sample => {
  const values = clusters.flat();
  const sum = (all: readonly number[]) => all.reduce((total, value) => total + value, 0);
  const mean = sum(values) / values.length;
  return {
    values: values.length,
    clusters: clusters.length,
    mean,
    squares: clusters.reduce((all, cluster) => all + (sum(cluster) - cluster.length * mean) ** 2, 0),
    isBinary: values.every((value) => value === 0 || value === 1),
  };
};

const withoutInterval = (mean: number | null, reason: string): Estimate => ({
  mean,
  interval: null,
  method: null,
  standardError: null,
  reason,
});

/**
 * The mean of values that come in clusters, with standard errors that are robust to what the values of a cluster have in common:
 * Liang & Zeger (1986), "Longitudinal data analysis using generalized linear models", Biometrika 73, with the factor G/(G − 1);
 * with one value a cluster it is the usual standard error. Proportions get Wilson's interval, over the effective sample size
 * where values are clustered: Franco et al. (2019), "Comparative study of confidence intervals for proportions in complex sample
 * surveys", Journal of Survey Statistics and Methodology 7. Others get t with G − 1 degrees of freedom.
 */
export function estimateMean({ values, clusters, mean, squares, isBinary }: Sample): Estimate {
  if (values === 0) return withoutInterval(null, "Nothing was scored.");
  if (isBinary) {
    const standardError = Math.sqrt((mean * (1 - mean)) / values);
    const clustered = clusters < values && clusters > 1 ? clusteredError(squares, clusters, values) : standardError;
    return {
      mean,
      interval: wilson(mean, effectiveSize(mean, clustered, { values, clusters })),
      method: "wilson",
      standardError: Math.max(standardError, clustered),
      reason: null,
    };
  }
  if (clusters < 2) return withoutInterval(mean, "One row has no spread, so there is no interval.");
  const standardError = clusteredError(squares, clusters, values);
  if (standardError === 0) return withoutInterval(mean, "All rows have the same score, so there is no interval.");
  const half = studentQuantile(0.975, clusters - 1) * standardError;
  return { mean, interval: { low: mean - half, high: mean + half }, method: "t", standardError, reason: null };
}

const clusteredError = (squares: number, clusters: number, values: number): number =>
  Math.sqrt((clusters / (clusters - 1)) * squares) / values;

/** Never more than there are values; as many as clusters where nothing varies, so that the design's effect is 0/0. */
function effectiveSize(share: number, error: number, { values, clusters }: { values: number; clusters: number }) {
  if (clusters === values) return values;
  if (share === 0 || share === 1 || clusters === 1) return clusters;
  return Math.min(values, (share * (1 - share)) / error ** 2);
}
