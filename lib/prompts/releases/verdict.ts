import type { Context } from "@/lib/context";
import type { Output } from "@/lib/contracts/contract";
import type { checkExperiment as contract } from "@/lib/contracts/evaluation/experiments/gate";
import { distinctIds } from "@/lib/distinct-ids";
import { judgeExperiments } from "@/lib/evaluation/experiments/check-experiment";
import { type Experiment, experimentsInOrganization } from "@/lib/evaluation/experiments/loaders";
import type { GateRow } from "../present-gates";
import { type EvaluationNow, evaluationProblem } from "../rules/evaluation-problem";
import { evaluationsNow } from "./evaluations-now";
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
  const compared = await experimentsInOrganization(db, caller.organizationId, [ids.baseline_id, ids.candidate_id]);
  const reasons = compared.every((one) => isOver(one, gate))
    ? problemsOf(compared, await evaluationsNow(db, caller.organizationId, gate))
    : ["The gate names other rows or evaluations since this comparison. Compare again."];
  if (reasons.length > 0) return { verdict: "refused", needed_rows: null, metrics: [], reasons };
  const { margin, power, allowUncalibrated: allow_uncalibrated } = gate;
  const requirement = { margin, power, least_coverage: LEAST_COVERAGE, allow_uncalibrated };
  return judgeExperiments(context, { ...ids, ...requirement }, new Set(distinctIds(gate.evaluationIds)));
}

const problemsOf = (
  experiments: readonly Experiment[],
  named: readonly (EvaluationNow & { id: string })[],
): string[] => {
  const evaluations = experiments.flatMap((one) => one.evaluations);
  return named.flatMap((one) => {
    const runs = evaluations.filter(({ bindingId }) => bindingId === one.id);
    return evaluationProblem(one, runs) ?? [];
  });
};

/** Whether the experiment has the rows, the output column and the evaluations that the gate names. */
function isOver({ run, evaluations }: Experiment, gate: GateRow): boolean {
  const bindings = new Set(evaluations.map(({ bindingId }) => bindingId));
  return (
    run.datasetVersionId === gate.datasetVersionId &&
    run.outputColumnId === gate.outputColumnId &&
    distinctIds(gate.evaluationIds).every((id) => bindings.has(id))
  );
}
