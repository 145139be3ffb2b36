// A judge's pass rate, corrected for the judge's errors.
import { inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalTemplates } from "@/db/schema";
import { foldAll } from "@/lib/annotation/reports/fold";
import type { Estimate, Sample } from "@/lib/estimate";
import type { RunEvaluationRow } from "../comparison/loaders";
import { type CorrectedRate, correctedRate } from "../statistics/rogan-gladen";
import { type CalibrationRow, newestByFingerprint } from "./loaders";
import { figuresOf, gateProblems } from "./rules/figures";
import { countVerdicts, type VerdictTally } from "./verdicts";

/** A judge's newest calibration with its current counts. */
export interface Calibrated {
  calibration: CalibrationRow;
  tally: VerdictTally;
}

/** The evaluations that a model judges, each with its calibration; null if its fingerprint has none. */
export async function calibratedJudges(
  db: Database,
  organizationId: string,
  evaluations: readonly RunEvaluationRow[],
): Promise<Map<string, Calibrated | null>> {
  const judges = await judgesOf(db, evaluations);
  const newest = await newestByFingerprint(
    db,
    organizationId,
    judges.map(({ fingerprint }) => fingerprint),
  );
  const calibrations = [...newest.values()];
  for (const queueId of new Set(calibrations.map((calibration) => calibration.queueId))) await foldAll(db, queueId);
  const counts = await countVerdicts(
    db,
    calibrations.map(({ id }) => id),
  );
  return new Map(
    judges.map(({ id, fingerprint }) => {
      const calibration = newest.get(fingerprint);
      return [id, calibration ? { calibration, tally: counts(calibration.id) } : null];
    }),
  );
}

async function judgesOf(db: Database, evaluations: readonly RunEvaluationRow[]): Promise<RunEvaluationRow[]> {
  const ids = [...new Set(evaluations.flatMap(({ templateId }) => templateId ?? []))];
  if (ids.length === 0) return [];
  const templates = await db
    .select({ id: evalTemplates.id, evalType: evalTemplates.evalType })
    .from(evalTemplates)
    .where(inArray(evalTemplates.id, ids));
  const judged = new Set(templates.flatMap(({ id, evalType }) => (evalType === "code" ? [] : id)));
  return evaluations.filter(({ templateId }) => templateId !== null && judged.has(templateId));
}

export const UNCALIBRATED =
  "The judge is not calibrated: this version, model and parameters were not compared with annotations.";

/** As the API shows it. The rate uses the effective number of verdicts, because verdicts are clustered in rows. */
export function presentCorrected(calibrated: Calibrated | null, passed: Estimate, sample: Sample) {
  if (!calibrated) return { rate: null, interval: null, unclipped: null, reason: UNCALIBRATED, calibration_id: null };
  const { calibration, tally } = calibrated;
  return { ...correct(tally, passed, sample), calibration_id: calibration.id };
}

function correct(tally: VerdictTally, { mean, standardError }: Estimate, { values, clusters }: Sample): CorrectedRate {
  const share = mean ?? 0;
  const spread = share * (1 - share);
  const worth = spread > 0 && standardError ? Math.min(values, spread / standardError ** 2) : clusters;
  return correctedRate(share, worth, tally);
}

/** Whether a gate accepts the judge, and the agreement that decides it. */
export function gateOf({ calibration, tally }: Calibrated) {
  const { kappa } = figuresOf(tally, calibration.id);
  const reasons = gateProblems(tally, { kappa }, calibration.leastKappa);
  return { kappa, gate: { is_allowed: reasons.length === 0, reasons } };
}
