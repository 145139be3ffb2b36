import { Z_95 } from "@/lib/distributions";
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
  /** How many rows would decide what is undecided; null if that is unknown. */
  neededRows: number | null;
}

/**
 * The number of rows from which Wilson's interval leaves out the requirement, if the rate stays as it is. Null if no
 * number does, because the rate is just the requirement.
 */
export function rowsToDecide(rate: number, leastPassRate: number): number | null {
  if (rate === leastPassRate) return null;
  // The ends of the interval are the rates that a score test just does not reject.
  return Math.ceil((Z_95 ** 2 * leastPassRate * (1 - leastPassRate)) / (rate - leastPassRate) ** 2);
}

/** A verdict is only as sure as its interval. An interval that includes the requirement is undecided. */
export function decideGate({ hasEnded, coverage, leastCoverage, leastPassRate, problems, rate, neededRows }: Evidence) {
  const { interval } = rate;
  const reasons = [
    ...(hasEnded ? [] : ["The run is not completed."]),
    ...(coverage === null ? ["The run has no cells."] : []),
    ...(coverage !== null && coverage < leastCoverage
      ? [
          `${percentText(coverage, [leastCoverage])} of the cells are scored; ${percentText(leastCoverage, [coverage])} at least are required.`,
        ]
      : []),
    ...problems,
    ...(interval === null ? [rate.reason ?? "There is no interval."] : []),
  ];
  if (reasons.length > 0 || interval === null) return { verdict: "refused" as const, reasons };
  const between = `${percentText(interval.low, [leastPassRate])} to ${percentText(interval.high, [leastPassRate])} (95 %)`;
  const reason = `The pass rate is ${between}; ${percentText(leastPassRate, [interval.low, interval.high])} is required.`;
  if (interval.low >= leastPassRate) return { verdict: "passed" as const, reasons: [reason] };
  if (interval.high < leastPassRate) return { verdict: "failed" as const, reasons: [reason] };
  const needed = neededRows === null ? [] : [`At this pass rate, ${neededRows} rows would decide it.`];
  return { verdict: "undecided" as const, reasons: [reason, ...needed] };
}
