import type { Random } from "./random";

/** How many of `n` trials with chance `p` succeed. Its time does not grow with `n`. */
export function binomial(n: number, p: number, random: Random): number {
  if (n === 0 || p <= 0) return 0;
  if (p >= 1) return n;
  if (p > 0.5) return n - binomial(n, 1 - p, random);
  return n * p < 10 ? byInversion(n, p, random) : byRejection(n, p, random);
}

/** Walks the distribution function from 0. That is short, because the mean is below 10. */
function byInversion(n: number, p: number, random: Random): number {
  const odds = p / (1 - p);
  let chance = (1 - p) ** n;
  let rest = random();
  let k = 0;
  while (rest > chance && k < n) {
    rest -= chance;
    k++;
    chance *= (odds * (n - k + 1)) / k;
  }
  return k;
}

/**
 * Algorithm BTRS: Hörmann (1993), "The generation of binomial random variates", Journal of Statistical Computation and
 * Simulation 46. The constants are the paper's fit of the hat to the distribution; p ≤ 0.5 and n·p ≥ 10.
 */
function byRejection(n: number, p: number, random: Random): number {
  const deviation = Math.sqrt(n * p * (1 - p));
  const b = 1.15 + 2.53 * deviation;
  const a = -0.0873 + 0.0248 * b + 0.01 * p;
  const centre = n * p + 0.5;
  const alpha = (2.83 + 5.1 / b) * deviation;
  const odds = p / (1 - p);
  const mode = Math.floor((n + 1) * p);
  const logChance = (k: number) => k * Math.log(odds) - logFactorial(k) - logFactorial(n - k);
  const logMode = logChance(mode);
  for (;;) {
    const u = random() - 0.5;
    const v = random();
    const s = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / s + b) * u + centre);
    if (s >= 0.07 && v <= 0.92 - 4.2 / b) return k;
    if (k < 0 || k > n || s === 0) continue;
    if (Math.log((v * alpha) / (a / (s * s) + b)) <= logChance(k) - logMode) return k;
  }
}

const smallFactorials = [1];
for (let k = 1; k < 16; k++) smallFactorials.push(k * (smallFactorials[k - 1] ?? 1));

/** Stirling's series, exact to double precision from 16 on. */
function logFactorial(k: number): number {
  const small = smallFactorials[k];
  if (small !== undefined) return Math.log(small);
  const inverse = 1 / k;
  const tail = inverse * (1 / 12 - inverse ** 2 * (1 / 360 - inverse ** 2 / 1260));
  return (k + 0.5) * Math.log(k) - k + 0.5 * Math.log(2 * Math.PI) + tail;
}
