import type { Output } from "@/lib/contracts/contract";
import type { compareEvalRunRows, compareEvalRuns } from "@/lib/contracts/evaluation/comparison";

export type ComparedEvaluation = Output<typeof compareEvalRuns>["evaluations"][number];
export type ComparedRow = Output<typeof compareEvalRunRows>["results"][number];

export const nameOf = ({ first, second }: ComparedEvaluation): string => first?.name ?? second?.name ?? "";
/** The key of a pair of evaluations. An evaluation in only one run has no partner. */
export const keyOf = ({ first, second }: ComparedEvaluation): string =>
  `${first?.evaluation_id ?? ""} ${second?.evaluation_id ?? ""}`;

export const testWords = { mcnemar_exact: "McNemar", wilcoxon_signed_rank: "Wilcoxon" } as const;
