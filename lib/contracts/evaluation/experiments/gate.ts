// Whether one experiment may replace another.
import { z } from "zod";
import { define } from "../../define";
import { id } from "../../shapes";
import { bounds, share } from "../shapes/estimates";

export const experimentVerdicts = ["passed", "failed", "undecided", "refused"] as const;

const requirement = {
  margin: z.number().positive().max(1000).default(0.05).meta({
    description: "The smallest loss that matters, in the unit of the scores: 0.05 is five points of a pass rate",
  }),
  power: z.number().min(0.5).max(0.999).default(0.95).meta({
    description: "The chance that a candidate without any loss passes",
  }),
};

export const gateRows = z
  .array(
    z.object({ changed: z.number().meta({ description: "Share of the rows whose verdict changes" }), rows: z.int() }),
  )
  .meta({ description: "About how many rows a decision takes, by how many verdicts change in either direction" });

export const planGate = define({
  name: "planGate",
  method: "GET",
  path: "/model-hub/experiments/gate/rows/",
  tag: "Experiments",
  access: "read",
  summary: "Get the number of rows that a gate needs",
  description:
    "About how many rows a decision takes for a margin and a power. It depends on how many verdicts differ between the experiments, which is known only afterwards, so the answer has several cases. Scores between 0 and 1 take no more rows than verdicts.",
  query: z.strictObject(requirement),
  response: z.object({ needed_rows: gateRows }),
  example: { margin: 0.05, power: 0.95 },
});

export const checkExperiment = define({
  name: "checkExperiment",
  scope: "read",
  method: "POST",
  path: "/model-hub/experiments/gate/",
  tag: "Experiments",
  access: "read",
  summary: "Check that an experiment is not worse than another",
  description:
    "Compares each evaluation row by row: `passed` if the lower limit of every difference is above −`margin`, `failed` if a loss is clear, or if one is not although there are enough rows, `undecided` if more rows are needed, with their number. A loss of the margin passes in at most 5 % of all cases; a candidate without any loss passes with the `power`. `refused` says why there is nothing to decide: an experiment that has not completed, other versions of the dataset or of an evaluation, too few rows with a score, or a judge without a sufficient calibration. Changes nothing.",
  errors: ["invalid", "not_found"],
  body: z.strictObject({
    baseline_id: id.meta({ description: "The experiment to compare with" }),
    candidate_id: id,
    ...requirement,
    least_coverage: z.number().min(0).max(1).default(0.95).meta({
      description: "The least share of the rows that has a score in both experiments",
    }),
    allow_uncalibrated: z.boolean().default(false).meta({
      description: "Whether to trust judges that were not compared with annotations",
    }),
  }),
  response: z.object({
    verdict: z.enum(experimentVerdicts),
    needed_rows: z.int().nullable().meta({ description: "Rows that a decision takes; null unless it is undecided" }),
    metrics: z.array(
      z.object({
        name: z.string(),
        evaluation_id: id.nullable().meta({ description: "Of the baseline; null if it has no such one" }),
        other_evaluation_id: id.nullable().meta({ description: "Of the candidate; null if it has no such one" }),
        verdict: z.enum(experimentVerdicts),
        reasons: z.array(z.string()),
        is_calibrated: z.boolean().nullable().meta({
          description: "Whether the judge's calibration suffices; null if no model judges or nothing was compared",
        }),
        rows: z.int().meta({ description: "Rows with a score in both" }),
        difference: share.meta({ description: "Candidate minus baseline; null if they are not compared" }),
        limits: bounds
          .nullable()
          .meta({ description: "One-sided limits of the difference, at 96 % each; null if there are none" }),
        needed_rows: z.int().nullable(),
        rises: z.int(),
        falls: z.int().meta({ description: "Rows that got worse; the comparison lists them first" }),
      }),
    ),
    reasons: z.array(z.string()).meta({ description: "Why the whole comparison is refused" }),
  }),
  example: {
    baseline_id: "00000000-0000-4000-8000-000000000000",
    candidate_id: "00000000-0000-4000-8000-000000000001",
  },
});
