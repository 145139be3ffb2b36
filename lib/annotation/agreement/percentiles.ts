// The percentiles of the resamples at which a bootstrap interval ends.
import { normalCdf, normalQuantile, studentQuantile } from "@/lib/distributions";
import type { Measure } from "./measure";

/** With more different rows, the acceleration is close to 0 and takes longer than the resamples. */
const MOST_ROWS = 300;

/**
 * Bias-corrected and accelerated: Efron (1987), "Better bootstrap confidence intervals", Journal of the American
 * Statistical Association 82. Widened as Student's t is for this many items: Hesterberg (2015), "What teachers should
 * know about the bootstrap", The American Statistician 69.
 */
export function percentilesOf<Row extends { readonly items: number }>(
  rows: readonly Row[],
  measure: (rows: readonly Row[]) => Measure,
  resampled: Float64Array,
): { low: number; high: number } {
  const items = rows.reduce((sum, row) => sum + row.items, 0);
  const reach = Math.sqrt(items / (items - 1)) * studentQuantile(0.975, items - 1);
  const bias = biasOf(measure(rows).value, resampled);
  const acceleration = rows.length > MOST_ROWS ? 0 : accelerationOf(rows, measure);
  const at = (z: number): number => {
    const rest = 1 - acceleration * (bias + z);
    return rest <= 0 ? Number(z > 0) : normalCdf(bias + (bias + z) / rest);
  };
  return { low: at(-reach), high: at(reach) };
}

/**
 * Φ⁻¹ of the share of resamples below the value itself, with ties counted half. Limited so that both ends stay within
 * the resamples.
 */
function biasOf(value: number | null, resampled: Float64Array): number {
  if (value === null) return 0;
  let below = 0;
  for (const one of resampled) below += Math.abs(one - value) < 1e-12 ? 0.5 : Number(one < value);
  return normalQuantile(Math.min(0.999, Math.max(0.001, below / resampled.length)));
}

/**
 * From the measure without each item in turn: the skewness of the items' influences, divided by six times the root of
 * their number.
 */
function accelerationOf<Row extends { readonly items: number }>(
  rows: readonly Row[],
  measure: (rows: readonly Row[]) => Measure,
): number {
  const without = rows.flatMap(({ items }, left) => {
    const rest = rows.flatMap((row, index) => {
      if (index !== left) return [row];
      return items > 1 ? [{ ...row, items: items - 1 }] : [];
    });
    const { value } = measure(rest);
    return value === null ? [] : [{ items, value }];
  });
  const items = without.reduce((sum, one) => sum + one.items, 0);
  const mean = without.reduce((sum, one) => sum + one.items * one.value, 0) / items;
  const moment = (power: number) => without.reduce((sum, one) => sum + one.items * (mean - one.value) ** power, 0);
  const spread = moment(2);
  return spread < 1e-24 ? 0 : moment(3) / (6 * spread ** 1.5);
}
