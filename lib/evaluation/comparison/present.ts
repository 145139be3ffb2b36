import type { Estimated } from "@/lib/contracts/evaluation/shapes/estimates";
import type { Estimate } from "@/lib/estimate";
import type { RunEvaluationRow } from "./loaders";

export const presentEstimate = ({ mean, interval, method, standardError, reason }: Estimate): Estimated => ({
  mean,
  interval,
  method,
  standard_error: standardError,
  reason,
});

/** Open cells are those without an outcome, including those that will never have one. */
export function presentCoverage({ cells, scored, unscored, errors }: RunEvaluationRow) {
  const share = cells === 0 ? null : scored / cells;
  return { total: cells, open: cells - scored - unscored - errors, scored, unscored, error: errors, share };
}

export const presentPinned = (evaluation: RunEvaluationRow) => ({
  evaluation_id: evaluation.id,
  name: evaluation.name,
  template_id: evaluation.templateId,
  version: evaluation.versionNumber,
  fingerprint: evaluation.fingerprint,
  model: evaluation.model,
});
