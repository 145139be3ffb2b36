import { z } from "zod";
import { define } from "../define";
import { id, timestamp } from "../shapes";
import { cellOutcomes, evalRunStatuses } from "./names";
import { correctedRate, coverage, estimate, gate, rate, share } from "./shapes/estimates";
import { unpricedCalls } from "./shapes/run-shapes";

const tag = "Evaluation runs";
const base = "/model-hub/eval-runs/{run_id}/";
const params = z.object({ run_id: id.meta({ description: "The run" }) });

const judgeCalibration = z
  .object({
    id,
    created_at: timestamp,
    kappa: rate.meta({ description: "Cohen's κ with its bootstrap interval, which needs 60 items" }),
    gate,
  })
  .meta({ id: "JudgeCalibration" });

export const pinned = {
  evaluation_id: id,
  name: z.string(),
  template_id: id.nullable(),
  version: z.int().nullable(),
  fingerprint: z.string(),
  model: z.string().nullable(),
};

const summaryPart = z
  .object({
    ...pinned,
    is_judged: z.boolean().meta({ description: "Whether a model judges it; a function needs no calibration" }),
    coverage,
    rows: z.int().meta({ description: "Rows with a score" }),
    score: estimate,
    pass_rate: estimate,
    corrected: correctedRate.nullable().meta({ description: "null unless a model judges it" }),
    calibration: judgeCalibration.nullable().meta({
      description:
        "The judge's newest calibration, with current figures; null without one, while the run is in progress, and for callers who cannot read its queue's reports",
    }),
    distribution: z.array(z.object({ from: z.number(), to: z.number(), cells: z.int() })).meta({
      description:
        "Scores in ten equal bins from 0 to 1, or from the lowest to the highest. A bin includes its start; only the last one includes its end",
    }),
    labels: z.array(z.object({ label: z.string(), cells: z.int() })).meta({ description: "The 20 most frequent" }),
    problems: z
      .array(z.object({ outcome: z.enum(cellOutcomes), reason: z.string(), cells: z.int() }))
      .meta({ description: "Unscored cells and errors by reason, the 20 most frequent" }),
    repeats: z
      .object({
        rows: z.int().meta({ description: "Rows scored more than once" }),
        flipped: z.int().meta({
          description: "Rows among them whose verdict changed, or whose label changed if labels do not pass or fail",
        }),
        deviation: share.meta({
          description: "Standard deviation within a row, over these rows; null for labels without scores",
        }),
      })
      .nullable(),
    cost_micros: z.int().nullable().meta({ description: "Cost of the calls whose cost is known; null if none is" }),
    unpriced_calls: unpricedCalls,
  })
  .meta({ id: "EvaluationRunSummaryPart" });

export const getEvalRunSummary = define({
  name: "getEvalRunSummary",
  method: "GET",
  path: `${base}summary/`,
  tag,
  summary: "Get a run's results",
  description:
    "For each evaluation: coverage, mean and pass rate with 95 % intervals (Wilson's for pass rates and scores from 0 to 1, Student's t otherwise, clustered if rows repeat), the pass rate corrected by the judge's newest calibration, whether a gate accepts the judge, the distribution, reasons for missing scores, how verdicts changed over trials, and cost. Scores of different evaluations are never pooled. A run of prompts has no evaluations.",
  params,
  response: z.object({ run_id: id, status: z.enum(evalRunStatuses), evaluations: z.array(summaryPart) }),
});
