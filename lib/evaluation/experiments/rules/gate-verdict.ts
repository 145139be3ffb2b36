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

const signed = (value: number): string => `${value > 0 ? "+" : value < 0 ? "−" : "±"}${Math.abs(value).toFixed(3)}`;

/** What the test says, in words. */
export function presentDecision({ verdict, bounds, neededPairs, pairs }: NotWorse, margin: number) {
  const low = bounds ? signed(bounds.low) : "unknown";
  if (verdict === "undecided")
    return {
      verdict: "undecided" as const,
      reasons: [
        `${pairs} rows are too few: a decision needs about ${neededPairs}, ${(neededPairs ?? 0) - pairs} more.`,
      ],
    };
  return verdict === "not_worse"
    ? { verdict: "passed" as const, reasons: [`The difference is above ${low}; a loss of ${margin} matters.`] }
    : {
        verdict: "failed" as const,
        reasons: [`A difference of ${low} cannot be excluded; a loss of ${margin} matters.`],
      };
}

/** The worst of all, where a failure counts more than what is missing. */
export function overall(verdicts: readonly Verdict[]): Verdict {
  const order = ["failed", "refused", "undecided", "passed"] as const;
  return order.find((verdict) => verdicts.includes(verdict)) ?? "refused";
}
