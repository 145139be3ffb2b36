import type { Context } from "@/lib/context";
import type { Output } from "@/lib/contracts/contract";
import type { checkExperiment as contract } from "@/lib/contracts/evaluation/experiments/gate";
import { checkExperiment } from "@/lib/evaluation/experiments/check-experiment";
import { type Experiment, experimentsInOrganization } from "@/lib/evaluation/experiments/loaders";
import type { GateRow } from "../present-gates";
import type { ReleaseRow } from "./loaders";

/** The least share of rows that both versions must have answered and had scored. */
const LEAST_COVERAGE = 0.95;

/** Whether the gate, as it is now, lets the release's version take the label. */
export async function verdictOf(
  context: Context,
  gate: GateRow,
  release: ReleaseRow,
): Promise<Output<typeof contract>> {
  const { db, caller } = context;
  const ids = { baseline_id: release.baselineRunId, candidate_id: release.candidateRunId };
  const [candidate] = await experimentsInOrganization(db, caller.organizationId, [ids.candidate_id]);
  if (!isOver(candidate, gate)) {
    const reasons = ["The gate names other rows or evaluations since this comparison. Compare again."];
    return { verdict: "refused", needed_rows: null, metrics: [], reasons };
  }
  return checkExperiment(context, {
    ...ids,
    margin: gate.margin,
    power: gate.power,
    least_coverage: LEAST_COVERAGE,
    allow_uncalibrated: gate.allowUncalibrated,
  });
}

/** Whether the experiment has the rows, the output column and the evaluations that the gate names. */
function isOver({ run, evaluations }: Experiment, gate: GateRow): boolean {
  const bindings = new Set(evaluations.map(({ bindingId }) => bindingId));
  return (
    run.datasetVersionId === gate.datasetVersionId &&
    run.outputColumnId === gate.outputColumnId &&
    gate.evaluationIds.every((id) => bindings.has(id))
  );
}
