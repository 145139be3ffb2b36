// The distributions that intervals and tests are read from.

/**
 * Φ(x): the power series of Marsaglia (2004), "Evaluating the normal distribution", Journal of Statistical Software
 * 11(4). Far from 0 the series is 0.5 less almost 0.5, so there the tail itself is computed.
 */
export function normalCdf(x: number): number {
  if (Math.abs(x) > 3) return x > 0 ? 1 - normalTail(x) : normalTail(-x);
  let [sum, term] = [x, x];
  for (let n = 3; Math.abs(term) > 1e-17; n += 2) {
    term *= (x * x) / n;
    sum += term;
  }
  return 0.5 + sum * Math.exp(-0.5 * x * x - 0.5 * Math.log(2 * Math.PI));
}

/** 1 − Φ(x) for x of 3 or more: the continued fraction of Abramowitz & Stegun (1964), 26.2.14, from its 100th term. */
function normalTail(x: number): number {
  let below = x;
  for (let n = 100; n > 0; n--) below = x + n / below;
  return Math.exp(-0.5 * x * x) / (Math.sqrt(2 * Math.PI) * below);
}

/** The x at which a distribution that grows with x has come to `p`, to the double's precision; between the two bounds. */
function quantileOf(cdf: (x: number) => number, p: number, low: number, high: number): number {
  let [below, above] = [low, high];
  for (let step = 0; step < 200; step++) {
    const middle = (below + above) / 2;
    if (middle <= below || middle >= above) break;
    if (cdf(middle) < p) below = middle;
    else above = middle;
  }
  return (below + above) / 2;
}

export const normalQuantile = (p: number): number => quantileOf(normalCdf, p, -8, 8);

/** Φ⁻¹(0.975): what a 95 % interval reaches to both sides, in standard errors. */
export const Z_95 = normalQuantile(0.975);

/** ln Γ(x) for x > 0: Lanczos' approximation with g = 7 and nine terms, to about 15 digits. */
export function logGamma(x: number): number {
  const terms = [
    676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
    -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
  ];
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const sum = terms.reduce((all, term, index) => all + term / (x + index), 0.9999999999998099);
  const t = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

/** I_x(a, b), the regularized incomplete beta function: its continued fraction (DLMF 8.17.22) by Lentz' method. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const tiny = 1e-300;
  const away = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let [c, d] = [1, 1 / away(1 - ((a + b) * x) / (a + 1))];
  let fraction = d;
  for (let m = 1; m <= 1000; m++) {
    const before = fraction;
    for (const term of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 / away(1 + term * d);
      c = away(1 + term / c);
      fraction *= c * d;
    }
    if (Math.abs(fraction - before) < 1e-15 * Math.abs(fraction)) break;
  }
  const front = a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b);
  return (Math.exp(front) * fraction) / a;
}

/** P(a, x), the regularized lower incomplete gamma function, by its power series (DLMF 8.7.1); for an x of at most some tens. */
function incompleteGamma(a: number, x: number): number {
  let [sum, term] = [1 / a, 1 / a];
  for (let n = 1; term > 1e-17 * sum; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum * Math.exp(a * Math.log(x) - x - logGamma(a));
}

/** The mean of a Poisson variable of which `count` or more are seen with a chance of 5 %: a limit from below for `count` > 0. */
export const poissonLimit = (count: number): number =>
  quantileOf((mean) => incompleteGamma(count, mean), 0.05, 0, count + 1);

function studentCdf(t: number, freedom: number): number {
  const tail = incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5) / 2;
  return t > 0 ? 1 - tail : tail;
}

/** The quantile of Student's t with that many degrees of freedom. */
export const studentQuantile = (p: number, freedom: number): number =>
  quantileOf((t) => studentCdf(t, freedom), p, -1e4, 1e4);

/** P(X ≤ k) of a binomial X of `n` trials with chance `p`. */
export const binomialCdf = (k: number, n: number, p: number): number =>
  k < 0 ? 0 : k >= n ? 1 : incompleteBeta(1 - p, n - k, k + 1);
