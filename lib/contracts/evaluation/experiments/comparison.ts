// Experiments side by side.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../../define";
import { id, page, pageQuery } from "../../shapes";
import { fingerprintDifference, pairedComparison } from "../comparison";
import { cellOutcomes, evalRunStatuses, experimentTasks } from "../names";
import { MAX_RUN_EVALUATIONS } from "../runs";
import { share } from "../shapes/estimates";
import { answeringAgent, promptVersion, unpricedCalls } from "../shapes/run-shapes";

const tag = "Experiments";
const base = "/model-hub/experiments/comparison/";

/** The most experiments that are compared side by side. */
export const MAX_COMPARED = 8;
const micros = z.int().min(0);

const compared = {
  experiment_ids: list(id, MAX_COMPARED)
    .min(2, "Name at least two experiments.")
    .meta({ description: "Two to eight experiments over one dataset; the first is the baseline" }),
};

const side = z.object({
  id,
  dataset_id: id,
  name: z.string(),
  status: z.enum(evalRunStatuses),
  task: z.enum(experimentTasks),
  prompt: promptVersion,
  agent: answeringAgent,
  model: z.string().nullable(),
  dataset_version_id: id.nullable(),
  outputs: z.int().meta({ description: "Outputs that it has" }),
  missing: z.int().meta({ description: "Outputs that failed, are empty, or have not come yet" }),
  cost_micros: micros.nullable().meta({ description: "Of the outputs, not of their evaluation; null if unknown" }),
  unpriced_calls: unpricedCalls,
  latency_p50_ms: z.number().nullable(),
  latency_p95_ms: z.number().nullable(),
});

export const compareExperiments = define({
  name: "compareExperiments",
  scope: "read",
  method: "POST",
  path: base,
  tag,
  access: "read",
  summary: "Compare two to eight experiments",
  description:
    "For each evaluation, the mean of each experiment and its difference from the first one, row by row, as two runs are compared: the 95 % interval, an exact test, and p adjusted by Holm's method over all tests here. Evaluations whose fingerprints differ are not compared. Changes nothing.",
  errors: ["invalid", "not_found"],
  body: z.strictObject(compared),
  response: z.object({
    experiments: z.array(side),
    columns: z
      .array(z.object({ id, name: z.string() }))
      .meta({ description: "The columns of the first experiment's rows, without the output column" }),
    has_same_rows: z.boolean().meta({ description: "Whether all experiments use one version of the dataset" }),
    metrics: z.array(
      z.object({
        name: z.string(),
        user_eval_id: id.nullable(),
        values: z.array(
          z.object({
            experiment_id: id,
            evaluation_id: id.nullable().meta({ description: "null if the experiment has no such evaluation" }),
            mean: share,
            rows: z.int().meta({ description: "Rows with a score" }),
            differences: z.array(fingerprintDifference),
            compared: pairedComparison.nullable().meta({ description: "With the first experiment; null for itself" }),
            refused: z.string().nullable().meta({ description: "Why it is not compared; null if it is" }),
          }),
        ),
      }),
    ),
  }),
  example: {
    experiment_ids: ["00000000-0000-4000-8000-000000000000", "00000000-0000-4000-8000-000000000001"],
  },
});

export const compareExperimentRows = define({
  name: "compareExperimentRows",
  scope: "read",
  method: "POST",
  path: `${base}rows/`,
  tag,
  access: "read",
  summary: "List rows with their outputs and scores in two to eight experiments",
  description:
    "A page of the rows with each experiment's output and its result in one evaluation. Rows that got worse than in the first experiment come first. Changes nothing.",
  envelope: "page",
  errors: ["invalid", "not_found"],
  body: z.strictObject({
    ...compared,
    metric: z.int().min(0).max(MAX_RUN_EVALUATIONS).default(0).meta({
      description: "Position of the evaluation in the comparison, from 0",
    }),
    change: z
      .enum(["all", "falls", "rises"])
      .default("all")
      .meta({ description: "Only rows where some experiment scores below or above the first" }),
    page: pageQuery.page,
    limit: z.int().min(1).max(100).default(20),
  }),
  response: page(
    z.object({
      row_id: id,
      position: z.int().nullable().meta({
        description:
          "The row's number in the dataset's version, from 1; the dataset's screen shows it too; null if it is not in the version",
      }),
      cells: z
        .record(z.string(), z.string())
        .meta({ description: "The row: column id → the first 2,000 characters of the cell" }),
      values: z.array(
        z.object({
          experiment_id: id,
          output: z
            .string()
            .nullable()
            .meta({ description: "The first 20,000 characters of the first trial; null without an output" }),
          output_outcome: z.enum(cellOutcomes).nullable(),
          output_reason: z.string().nullable(),
          latency_ms: z.number().nullable(),
          cost_micros: micros.nullable(),
          score: share.meta({ description: "Mean of its trials; null without a score" }),
          passed: z.boolean().nullable(),
          label: z.string().nullable(),
          outcome: z.enum(cellOutcomes).nullable(),
          reason: z.string().nullable(),
          difference: share.meta({ description: "Score minus that of the first experiment; null without both" }),
        }),
      ),
    }),
  ),
  example: {
    experiment_ids: ["00000000-0000-4000-8000-000000000000", "00000000-0000-4000-8000-000000000001"],
    change: "falls",
  },
});
