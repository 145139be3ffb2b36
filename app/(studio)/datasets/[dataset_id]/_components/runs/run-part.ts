import type { Output } from "@/lib/contracts/contract";
import type { getEvalRunSummary } from "@/lib/contracts/evaluation/run-summary";

/** The results of one evaluation of a run. */
export type RunPart = Output<typeof getEvalRunSummary>["evaluations"][number];
