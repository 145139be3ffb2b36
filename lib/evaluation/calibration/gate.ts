// Whether a run passes, according to a judge that a gate accepts.
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/calibrations";
import { estimateMean } from "@/lib/estimate";
import { evaluationOf, runWithEvaluations } from "../comparison/loaders";
import { momentsOf } from "../comparison/moments";
import { presentCoverage, presentEstimate } from "../comparison/present";
import { calibratedJudges, gateOf, presentCorrected } from "./corrected";
import { decideGate, rowsToDecide } from "./rules/decide-gate";

export const checkEvalGate: Verb<typeof contracts.checkEvalGate> = async ({ db, caller }, input) => {
  const found = await runWithEvaluations(db, caller.organizationId, input.run_id);
  const evaluation = evaluationOf(found, input.evaluation_id, "evaluation_id");
  const [moments, judges] = await Promise.all([
    momentsOf(db, [evaluation.id]),
    calibratedJudges(db, caller.organizationId, [evaluation]),
  ]);
  const { pass } = moments(evaluation.id);
  const passed = estimateMean(pass);
  const calibrated = judges.get(evaluation.id);
  const corrected = calibrated === undefined ? null : presentCorrected(calibrated, passed, pass);
  const coverage = presentCoverage(evaluation);
  // More rows do not make a correction any surer, and rows that repeat count for less.
  const isPlain = corrected === null && passed.method === "wilson" && passed.mean !== null;
  const neededRows = isPlain ? rowsToDecide(passed.mean, input.least_pass_rate) : null;
  const { verdict, reasons } = decideGate({
    hasEnded: found.run.status === "completed",
    coverage: coverage.share,
    leastCoverage: input.least_coverage,
    leastPassRate: input.least_pass_rate,
    problems: calibrated ? gateOf(calibrated).gate.reasons : [],
    rate: corrected ?? { interval: passed.interval, reason: passed.reason },
    neededRows,
  });
  return {
    verdict,
    reasons,
    needed_rows: verdict === "undecided" ? neededRows : null,
    pass_rate: presentEstimate(passed),
    corrected,
    coverage,
  };
};
