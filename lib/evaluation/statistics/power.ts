// How many pairs a difference needs, and the smallest difference that a number of pairs can show: two-sided at 5 %.
import { normalCdf, normalQuantile, Z_95 } from "@/lib/distributions";

const POWER = 0.8;
const reach = Z_95 + normalQuantile(POWER);

/**
 * Pairs of scores for a mean difference with this standard deviation: ((z₁₋α⸝₂ + z₁₋β)·σ/δ)². Null for no difference.
 */
export const pairsForMean = (difference: number, deviation: number): number | null =>
  difference === 0 ? null : Math.max(2, Math.ceil(((reach * deviation) / difference) ** 2));

/** The mean difference that `pairs` pairs can show with 80 % power. */
export const detectableMean = (pairs: number, deviation: number): number => (reach * deviation) / Math.sqrt(pairs);

/**
 * Pairs for McNemar's test if a share of `differing` pairs differs and one side passes `difference` more of all pairs:
 * Connor (1987), "Sample size for testing differences in proportions for the paired-sample design", Biometrics 43. Null
 * for none.
 */
export function pairsForShare(difference: number, differing: number): number | null {
  if (difference === 0) return null;
  const spread = Math.sqrt(Math.max(0, differing - difference ** 2));
  return Math.ceil(((Z_95 * Math.sqrt(differing) + normalQuantile(POWER) * spread) / difference) ** 2);
}

/** The chance that McNemar's test shows such a difference with that many pairs, by the same approximation. */
export function powerForShare(pairs: number, difference: number, differing: number): number {
  const spread = Math.sqrt(Math.max(0, differing - difference ** 2));
  const beyond = Math.abs(difference) * Math.sqrt(pairs) - Z_95 * Math.sqrt(differing);
  return spread === 0 ? Number(beyond > 0) : normalCdf(beyond / spread);
}

/**
 * The difference of pass rates that `pairs` pairs can show with 80 % power; null if even pairs that all differ one way
 * could not.
 */
export function detectableShare(pairs: number, differing: number): number | null {
  if (differing === 0 || powerForShare(pairs, differing, differing) < POWER) return null;
  let [low, high] = [0, differing];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (powerForShare(pairs, middle, differing) < POWER) low = middle;
    else high = middle;
  }
  return high;
}
