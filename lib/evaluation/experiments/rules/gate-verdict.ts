import type { Output } from "@/lib/contracts/contract";
import type { checkExperiment } from "@/lib/contracts/evaluation/experiments/gate";
import { percentText } from "@/lib/percent-text";
import type { NotWorse } from "../../statistics/not-worse";

type Verdict = Output<typeof checkExperiment>["verdict"];

export interface Coverage {
  both: number;
  only_first: number;
  only_second: number;
  neither: number;
}

/** Why the scores of an evaluation cannot decide; null if they can. */
export function coverageProblem({ both, only_first, only_second, neither }: Coverage, least: number): string | null {
  const rows = both + only_first + only_second + neither;
  if (rows === 0) return "No row has a score.";
  const share = both / rows;
  if (share >= least) return null;
  return `${percentText(share, [least])} of the rows have a score in both experiments; ${percentText(least, [share])} at least are required.`;
}

const amount = (value: number): string => Math.abs(value).toFixed(3);
const signed = (value: number): string => `${value > 0 ? "+" : value < 0 ? "−" : "±"}${amount(value)}`;

/** What the test says, in words. */
export function presentDecision({ verdict, bounds, neededPairs, pairs }: NotWorse, margin: number) {
  if (verdict === "undecided")
    return {
      verdict: "undecided" as const,
      reasons: [
        `${pairs} rows are too few: a decision needs about ${neededPairs}, ${(neededPairs ?? 0) - pairs} more.`,
      ],
    };
  return verdict === "not_worse"
    ? { verdict: "passed" as const, reasons: [passedText(bounds, margin)] }
    : { verdict: "failed" as const, reasons: [failedText(bounds, margin)] };
}

function passedText(bounds: NotWorse["bounds"], margin: number): string {
  if (bounds && bounds.low > margin) return `At least ${amount(bounds.low)} better.`;
  return `The difference is above ${bounds ? signed(bounds.low) : "unknown"}; a loss of ${margin} matters.`;
}

function failedText(bounds: NotWorse["bounds"], margin: number): string {
  if (bounds && bounds.high < -margin) return `At least ${amount(bounds.high)} worse; a loss of ${margin} matters.`;
  return `A difference of ${bounds ? signed(bounds.low) : "unknown"} cannot be excluded; a loss of ${margin} matters.`;
}

/** The worst of all, where a failure counts more than what is missing. */
export function overall(verdicts: readonly Verdict[]): Verdict {
  const order = ["failed", "refused", "undecided", "passed"] as const;
  return order.find((verdict) => verdicts.includes(verdict)) ?? "refused";
}
