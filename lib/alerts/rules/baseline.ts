// What a share was in the week before, by the part of the day, as limits that a test can use.
import type { AlertBaseline, PartLimits } from "@/db/schema";
import { binomialCdf } from "@/lib/distributions";
import type { Tally } from "./detector";

/**
 * Applications have daily cycles: a minute is compared with the same three hours of the days before, or with longer parts
 * where the week had few requests.
 */
export const PARTS_OF_DAY = 8;
const FEWER = [PARTS_OF_DAY, 4, 2] as const;
const ENOUGH = 500;
export const BASELINE_DAYS = 7;

export const partOf = (minute: number, parts: number): number => Math.floor(((minute % 1440) * parts) / 1440);

export const partAt = (baseline: AlertBaseline | null, minute: number): PartLimits | undefined =>
  baseline?.parts[partOf(minute, baseline.parts.length)];

/**
 * The limits from tallies of hours. Each is an end of Clopper & Pearson's (1934) interval that fails with the chance
 * `risk`, widened by `margin`. Where hours differ by more than chance, requests of an hour are not independent: then the
 * sample counts as smaller by Pearson's dispersion (McCullagh & Nelder (1989), "Generalized Linear Models", 4.5).
 */
export function baselineOf(
  day: number,
  hours: readonly Tally[],
  { risk, margin }: { risk: number; margin: number },
): AlertBaseline {
  const length = FEWER.find((parts) => sumOf(hours).requests >= parts * ENOUGH) ?? 1;
  const parts = Array.from({ length }, (_, part) => hours.filter(({ at }) => partOf(at, length) === part));
  const effect = dispersionOf(parts);
  return {
    day,
    parts: parts.map((own) => {
      const { requests, bad } = sumOf(own);
      const [n, k] = [requests / effect, bad / effect];
      const above = (n > 0 ? upperBound(k, n, risk) : 1) * (1 + margin);
      const low = n > 0 ? 1 - upperBound(n - k, n, risk) : 0;
      const below = 1 - low / (1 + margin);
      return { requests, bad, above: above < 1 ? above : null, below: below < 1 ? below : null };
    }),
  };
}

export const sumOf = (tallies: readonly Tally[]): { requests: number; bad: number } =>
  tallies.reduce((sum, { requests, bad }) => ({ requests: sum.requests + requests, bad: sum.bad + bad }), {
    requests: 0,
    bad: 0,
  });

/** How many times as much hours differ as independent requests would make them; at least 1. */
function dispersionOf(parts: readonly (readonly Tally[])[]): number {
  let [squares, freedom] = [0, 0];
  for (const hours of parts) {
    const { requests, bad } = sumOf(hours);
    const share = bad / requests;
    if (!(share > 0 && share < 1)) continue;
    for (const hour of hours)
      squares += (hour.bad - hour.requests * share) ** 2 / (hour.requests * share * (1 - share));
    freedom += hours.length - 1;
  }
  return freedom > 0 ? Math.max(1, squares / freedom) : 1;
}

/** The share at which `k` of `n` or fewer would have the chance `risk`. */
function upperBound(k: number, n: number, risk: number): number {
  if (k >= n) return 1;
  let [low, high] = [k / n, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (binomialCdf(k, n, middle) > risk) low = middle;
    else high = middle;
  }
  return high;
}
