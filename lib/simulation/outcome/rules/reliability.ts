// How reliable an agent is: over trials of the same row, and what that says of others.
import { wilson } from "@/lib/evaluation/statistics/estimate";
import { seeded } from "../../conversation/rules/random";

/** Trials of one row that count. */
export interface Trials {
  passed: number;
  counted: number;
}

export interface PassHat {
  k: number;
  value: number;
  /** 95 %, by bootstrap over rows, or by Wilson's score where all are alike; null of fewer than two. */
  interval: [number, number] | null;
  rows: number;
}

/**
 * Chance that k trials of a row, drawn without replacement from those that were made, all pass: C(c, k) / C(n, k), the unbiased
 * estimator of p^k (Yao et al., tau-bench, 2024). Null where fewer than k were made.
 */
export function passHat({ passed, counted }: Trials, k: number): number | null {
  if (k < 1 || counted < k) return null;
  let chance = 1;
  for (let index = 0; index < k; index += 1) chance *= Math.max(0, passed - index) / (counted - index);
  return chance;
}

const RESAMPLES = 2_000;

/** The mean over rows for each k from 1 to the most trials that a row has, at most `most`. */
export function reliabilityOf(rows: readonly Trials[], seed: number, most = 10): PassHat[] {
  const highest = Math.min(most, Math.max(0, ...rows.map(({ counted }) => counted)));
  return Array.from({ length: highest }, (_, index) => {
    const k = index + 1;
    const values = rows.map((row) => passHat(row, k)).filter((value) => value !== null);
    return { k, value: mean(values), interval: bootstrap(values, seed), rows: values.length };
  });
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Percentile interval of the mean, 95 %; deterministic for a seed. */
function bootstrap(values: readonly number[], seed: number): [number, number] | null {
  if (values.length < 2) return null;
  const [first = 0] = values;
  if (values.every((value) => value === first)) {
    const { low, high } = wilson(first, values.length);
    return [low, high];
  }
  const random = seeded("bootstrap", seed);
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let left = values.length; left > 0; left -= 1) sum += values[Math.floor(random() * values.length)] ?? 0;
    return sum / values.length;
  }).toSorted((one, other) => one - other);
  return [means[Math.floor(RESAMPLES * 0.025)] ?? 0, means[Math.ceil(RESAMPLES * 0.975) - 1] ?? 0];
}
