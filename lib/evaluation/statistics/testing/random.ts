// Random samples for studies of intervals, reproducible by seed.
import { seededRandom } from "@/lib/annotation/agreement/random";

export type Random = () => number;
export const randomOf = (seed: string): Random => seededRandom(seed);

export const bernoulli = (random: Random, rate: number): number => Number(random() < rate);

export function binomialOf(random: Random, trials: number, rate: number): number {
  let passed = 0;
  for (let trial = 0; trial < trials; trial++) passed += bernoulli(random, rate);
  return passed;
}

/** By Box and Muller. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/**
 * Marsaglia & Tsang (2000), "A simple method for generating gamma variables"; for a shape below 1, via the shape plus
 * 1.
 */
function gamma(random: Random, shape: number): number {
  if (shape < 1) return gamma(random, shape + 1) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = normal(random);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** A beta variable with this mean; a small concentration piles it up at 0 and 1. */
export function betaOf(random: Random, mean: number, concentration: number): number {
  const [a, b] = [gamma(random, mean * concentration), gamma(random, (1 - mean) * concentration)];
  return a + b === 0 ? mean : a / (a + b);
}
