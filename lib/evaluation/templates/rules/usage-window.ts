// The period that a template's usage covers, in equal steps.
import type { UsagePeriod } from "@/lib/contracts/evaluation/names";

export interface UsageWindow {
  /** The start of the first step. */
  from: Date;
  stepMs: number;
  steps: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const periods: Record<UsagePeriod, readonly [steps: number, stepMs: number]> = {
  "30m": [30, MINUTE_MS],
  "6h": [24, 15 * MINUTE_MS],
  "1d": [24, HOUR_MS],
  "7d": [7, DAY_MS],
  "30d": [30, DAY_MS],
  "90d": [90, DAY_MS],
};

/** This many whole steps; the last is the current one. */
function lastSteps(now: Date, steps: number, stepMs: number): UsageWindow {
  const current = Math.floor(now.getTime() / stepMs);
  return { from: new Date((current - steps + 1) * stepMs), stepMs, steps };
}

/** Days in UTC. */
export const lastDays = (now: Date, days: number): UsageWindow => lastSteps(now, days, DAY_MS);
export const windowOf = (now: Date, period: UsagePeriod): UsageWindow => lastSteps(now, ...periods[period]);
