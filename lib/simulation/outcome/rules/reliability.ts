// How reliable an agent is over trials of the same row, and what that says about other rows.
import { LEAST_REPEATED_ROWS, wilson } from "@/lib/estimate";
import { meanOf } from "@/lib/mean";

/** Trials of one row that passed or failed. */
export interface Trials {
  passed: number;
  decided: number;
}

export interface PassHat {
  k: number;
  value: number;
  /**
   * 95 %, Wilson's over the effective number of rows. Null with fewer than two rows, or with fewer than
   * LEAST_REPEATED_ROWS if rows are repeated.
   */
  interval: [number, number] | null;
  rows: number;
}

/**
 * The chance that k trials of a row all pass, drawn without replacement from its actual trials: C(c, k) / C(n, k), the
 * unbiased estimator of p^k (Yao et al., tau-bench, 2024). Null with fewer than k trials.
 */
export function passHat({ passed, decided }: Trials, k: number): number | null {
  if (k < 1 || decided < k) return null;
  let chance = 1;
  for (let index = 0; index < k; index += 1) chance *= Math.max(0, passed - index) / (decided - index);
  return chance;
}

/** The mean over rows for each k, from 1 to the most trials of any row, up to `most`. */
export function reliabilityOf(rows: readonly Trials[], most = 10): PassHat[] {
  const highest = Math.min(most, Math.max(0, ...rows.map(({ decided }) => decided)));
  return Array.from({ length: highest }, (_, index) => {
    const k = index + 1;
    const able = rows.filter(({ decided }) => decided >= k);
    const values = able.flatMap((row) => passHat(row, k) ?? []);
    const draws = able.reduce((sum, { decided }) => sum + decided, 0) / k;
    return { k, value: meanOf(values) ?? 0, interval: intervalOf(values, draws), rows: values.length };
  });
}

/**
 * 95 % interval of the mean of shares: Wilson's, over the sample size at which passes would vary as the rows do,
 * because trials of one row are related. It is the number of rows if nothing varies, and never more than the trials
 * allow for draws of k. Franco et al. (2019), "Comparative study of confidence intervals for proportions in complex
 * sample surveys", Journal of Survey Statistics and Methodology 7.
 */
function intervalOf(values: readonly number[], draws: number): [number, number] | null {
  const rows = values.length;
  if (rows < (draws > rows ? LEAST_REPEATED_ROWS : 2)) return null;
  const value = meanOf(values) ?? 0;
  const variance = values.reduce((sum, one) => sum + (one - value) ** 2, 0) / (rows - 1);
  const size = variance < 1e-12 ? rows : Math.min(draws, (value * (1 - value) * rows) / variance);
  const { low, high } = wilson(value, size);
  return [low, high];
}
