import type { promptGates } from "@/db/schema";
import type { Context } from "@/lib/context";
import { checkExperiment } from "@/lib/evaluation/experiments/check-experiment";
import type { ReleaseRow } from "./loaders";

/** The least share of rows that both versions must have answered and had scored. */
const LEAST_COVERAGE = 0.95;

/** Whether the gate lets the release's version take the label. */
export const verdictOf = (context: Context, gate: typeof promptGates.$inferSelect, release: ReleaseRow) =>
  checkExperiment(context, {
    baseline_id: release.baselineRunId,
    candidate_id: release.candidateRunId,
    margin: gate.margin,
    power: gate.power,
    least_coverage: LEAST_COVERAGE,
    allow_uncalibrated: gate.allowUncalibrated,
  });
