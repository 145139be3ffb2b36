// Figures of counted or sampled traces, each with its interval.
import type { ActivityFigures } from "@/lib/contracts/traces/activity";
import { Z_95 } from "@/lib/distributions";
import { type Bounds, wilson } from "@/lib/estimate";
import { SLICES } from "./slices";

/** What a statement counts of a group of traces. Latencies are those at the ranks of `ranksOf`. */
export interface Tally {
  requests: number;
  ended: number;
  errors: number;
  timed: number;
  p50: number | null;
  p50_low: number | null;
  p50_high: number | null;
  p95: number | null;
  p95_low: number | null;
  p95_high: number | null;
  tokens: number | null;
  with_tokens: number;
  cost: number | null;
  with_cost: number;
}

export const noTally: Tally = {
  ...{ requests: 0, ended: 0, errors: 0, timed: 0, tokens: null, with_tokens: 0, cost: null, with_cost: 0 },
  ...{ p50: null, p50_low: null, p50_high: null, p95: null, p95_low: null, p95_high: null },
};

/** The slices of each step that were read, and how many traces were in the slices together. Null if all were counted. */
export interface Sampling {
  slices: number;
}

/** Requests by slice, as sums over the slices that had some. */
export interface Spread {
  sum: number;
  squares: number;
}

export function figuresOf(tally: Tally, sampling: Sampling | null, spreads: readonly Spread[]): ActivityFigures {
  const factor = sampling ? SLICES / sampling.slices : 1;
  const scaled = (count: number) => Math.round(count * factor);
  const requests = scaled(tally.requests);
  return {
    requests,
    requests_interval: sampling ? countInterval(requests, spreads, sampling.slices) : null,
    ended: scaled(tally.ended),
    errors: scaled(tally.errors),
    error_rate: rateOf(tally.errors, tally.ended),
    latency_p50_ms: quantile(tally.p50, tally.p50_low, tally.p50_high),
    latency_p95_ms: quantile(tally.p95, tally.p95_low, tally.p95_high),
    total_tokens: tally.tokens === null ? null : scaled(tally.tokens),
    without_tokens: scaled(tally.requests - tally.with_tokens),
    cost_usd: tally.cost === null ? null : tally.cost * factor,
    without_cost: scaled(tally.requests - tally.with_cost),
  };
}

export const rateOf = (count: number, n: number) =>
  n === 0 ? { value: null, interval: null } : { value: count / n, interval: wilson(count / n, n) };

/** An end of the interval that lies outside of the sample leaves it without one. */
const quantile = (value: number | null, low: number | null, high: number | null) => ({
  value,
  interval: value === null || low === null || high === null ? null : { low, high },
});

/**
 * The interval of a total over steps, of each of which some slices were read: Cochran (1977), "Sampling Techniques",
 * 5.6: strata are the steps, and units the slices.
 */
function countInterval(requests: number, spreads: readonly Spread[], slices: number): Bounds {
  const variance = spreads.reduce((all, { sum, squares }) => {
    const between = Math.max(0, squares - (sum * sum) / slices) / (slices - 1);
    return all + (SLICES ** 2 * (1 - slices / SLICES) * between) / slices;
  }, 0);
  const half = Z_95 * Math.sqrt(variance);
  return { low: Math.max(0, Math.round(requests - half)), high: Math.round(requests + half) };
}
