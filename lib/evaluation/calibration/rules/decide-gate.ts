import type { Bounds } from "@/lib/estimate";
import { percentText } from "@/lib/percent-text";

interface Evidence {
  hasEnded: boolean;
  /** The share of cells that are scored; null if there are none. */
  coverage: number | null;
  leastCoverage: number;
  leastPassRate: number;
  /** Why the judge may not be a gate. */
  problems: readonly string[];
  rate: { interval: Bounds | null; reason: string | null };
}

/** A verdict is only as sure as its interval. An interval that includes the requirement is undecided. */
export function decideGate({ hasEnded, coverage, leastCoverage, leastPassRate, problems, rate }: Evidence) {
  const { interval } = rate;
  const reasons = [
    ...(hasEnded ? [] : ["The run is not completed."]),
    ...(coverage === null ? ["The run has no cells."] : []),
    ...(coverage !== null && coverage < leastCoverage
      ? [`${percentText(coverage)} of the cells are scored; ${percentText(leastCoverage)} at least are required.`]
      : []),
    ...problems,
    ...(interval === null ? [rate.reason ?? "There is no interval."] : []),
  ];
  if (reasons.length > 0 || interval === null) return { verdict: "refused" as const, reasons };
  const between = `${percentText(interval.low)} to ${percentText(interval.high)} (95 %)`;
  const reason = `The pass rate is ${between}; ${percentText(leastPassRate)} is required.`;
  if (interval.low >= leastPassRate) return { verdict: "passed" as const, reasons: [reason] };
  return { verdict: interval.high < leastPassRate ? ("failed" as const) : ("undecided" as const), reasons: [reason] };
}
