import type { Bounds } from "../../statistics/estimate";

interface Evidence {
  hasEnded: boolean;
  /** Scored cells of all; null where there are none. */
  coverage: number | null;
  leastCoverage: number;
  leastPassRate: number;
  /** Why the judge may not be a gate. */
  problems: readonly string[];
  rate: { interval: Bounds | null; reason: string | null };
}

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

/** A verdict is only as sure as its interval: what lies across the requirement is undecided. */
export function decideGate({ hasEnded, coverage, leastCoverage, leastPassRate, problems, rate }: Evidence) {
  const { interval } = rate;
  const reasons = [
    ...(hasEnded ? [] : ["The run is not completed."]),
    ...(coverage === null ? ["The run has no cells."] : []),
    ...(coverage !== null && coverage < leastCoverage
      ? [`${percent(coverage)} of the cells are scored; ${percent(leastCoverage)} at least are required.`]
      : []),
    ...problems,
    ...(interval === null ? [rate.reason ?? "There is no interval."] : []),
  ];
  if (reasons.length > 0 || interval === null) return { verdict: "refused" as const, reasons };
  const between = `${percent(interval.low)} to ${percent(interval.high)} (95 %)`;
  const reason = `The pass rate is ${between}; ${percent(leastPassRate)} is required.`;
  if (interval.low >= leastPassRate) return { verdict: "passed" as const, reasons: [reason] };
  return { verdict: interval.high < leastPassRate ? ("failed" as const) : ("undecided" as const), reasons: [reason] };
}
