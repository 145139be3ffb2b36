import { logGamma } from "@/lib/distributions";
import type { Bounds } from "@/lib/estimate";

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);
const LOG_20 = Math.log(20);

/**
 * The shares that `bad` of `requests` leave possible at 95 %, whenever one looks: those under which a uniform mixture of
 * shares is not 20 times as likely. Robbins (1970), "Statistical methods related to the law of the iterated logarithm",
 * The Annals of Mathematical Statistics 41.
 */
export function sharesOf(requests: number, bad: number): Bounds {
  const mixture = logBeta(bad + 1, requests - bad + 1);
  const isPossible = (share: number): boolean => {
    const log = (count: number, chance: number) => (count === 0 ? 0 : count * Math.log(chance));
    return mixture - log(bad, share) - log(requests - bad, 1 - share) < LOG_20;
  };
  const rate = bad / requests;
  const ends = ([0, 1] as const).map((end) => {
    if (isPossible(end)) return end;
    let [inside, outside]: [number, number] = [rate, end];
    for (let step = 0; step < 60; step++) {
      const middle = (inside + outside) / 2;
      if (isPossible(middle)) inside = middle;
      else outside = middle;
    }
    return inside;
  });
  return { low: ends[0] ?? 0, high: ends[1] ?? 1 };
}
