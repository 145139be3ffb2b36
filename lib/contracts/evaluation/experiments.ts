// Experiments: outputs for the rows of a dataset's version, with their evaluations, to be compared with each other.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, name, page, pageQuery } from "../shapes";
import { fingerprintDifference, pairedComparison } from "./comparison";
import { cellOutcomes, evalRunStatuses, experimentTasks } from "./names";
import { predictionConfig } from "./predictions";
import { MAX_AT_ONCE, MAX_RUN_EVALUATIONS } from "./runs";
import { share } from "./shapes/estimates";
import { listedRun, runDetail, startedRun, unpricedCalls } from "./shapes/run-shapes";

const tag = "Experiments";
const base = "/model-hub/experiments/";
const params = z.object({ experiment_id: id });

/** The most experiments that are compared side by side. */
export const MAX_COMPARED = 8;
const MAX_OUTPUTS = 10_000;
const micros = z.int().min(0).max(1_000_000_000_000);

const broughtOutput = z.strictObject({
  row_id: id.meta({ description: "A row of the version" }),
  output: z.string().max(100_000),
  latency_ms: z.number().min(0).max(86_400_000).nullish(),
  cost_micros: micros.nullish(),
});

const task = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("prompt"),
      config: predictionConfig.meta({ description: "{{column}} is replaced by the row's cell" }),
    }),
    z.strictObject({ kind: z.literal("column") }),
    z.strictObject({
      kind: z.literal("outputs"),
      outputs: list(broughtOutput, MAX_OUTPUTS).min(1, "At least one output is required."),
    }),
  ])
  .meta({
    description:
      "Where the outputs come from: a model's answers to a prompt, the cells of the output column, or outputs that the request brings",
  });

export const createExperiment = define({
  name: "createExperiment",
  method: "POST",
  path: base,
  tag,
  summary: "Start an experiment",
  description:
    "Produces an output for each row of a version of the dataset, and evaluates it: the evaluations read the output where they read the output column otherwise. Without `dataset_version_id`, the rows as they are become a version, unless the newest version has them. Progress, retries, cancelling and the ceiling are those of runs: an experiment's id is its run's id. With `mutation_id`, repeating the request returns the experiment that it started.",
  errors: ["not_found", "conflict"],
  body: z.strictObject({
    dataset_id: id,
    dataset_version_id: id.nullish(),
    name,
    task,
    output_column_id: id.meta({ description: "The column that the outputs stand for" }),
    user_eval_ids: list(id, MAX_RUN_EVALUATIONS)
      .min(1, "At least one evaluation is required.")
      .meta({ description: "User evaluation metrics of the dataset that read the output column" }),
    row_ids: list(id, 10_000)
      .nullish()
      .meta({ description: "Only these rows (default: all, or those of the outputs)" }),
    first_rows: z.int().min(1).max(200_000).nullish().meta({ description: "Only this many rows from the start" }),
    repeats: z.int().min(1).max(20).default(1).meta({ description: "Outputs per row, each evaluated once" }),
    ceiling_micros: micros.nullish().meta({ description: "Ceiling of the cost, in micro-dollars (default: none)" }),
    at_once: z.int().min(1).max(MAX_AT_ONCE).default(20),
    mutation_id: z.string().min(1).max(100).nullish(),
  }),
  response: startedRun.extend({ dataset_version_id: id }),
  example: {
    dataset_id: "00000000-0000-4000-8000-000000000000",
    name: "Shorter answers",
    task: {
      kind: "prompt",
      config: { model: "sandbox/echo", messages: [{ role: "user", content: "Answer briefly: {{question}}" }] },
    },
    output_column_id: "00000000-0000-4000-8000-000000000001",
    user_eval_ids: ["00000000-0000-4000-8000-000000000002"],
  },
});

const listedExperiment = listedRun
  .extend({
    task: z.enum(experimentTasks),
    model: z.string().nullable().meta({ description: "The model of a prompt" }),
    scores: z.array(
      z.object({
        evaluation_id: id,
        name: z.string(),
        mean_score: share,
        passed: z.int(),
        failed: z.int(),
      }),
    ),
  })
  .meta({ id: "Experiment" });
export type ListedExperiment = z.infer<typeof listedExperiment>;

export const listExperiments = define({
  name: "listExperiments",
  method: "GET",
  path: base,
  tag,
  summary: "List experiments, newest first",
  description: "A page of the organization's experiments, newest first, each with the mean of its evaluations.",
  envelope: "page",
  query: z.strictObject({
    dataset_id: id.optional().meta({ description: "Experiments over this dataset" }),
    dataset_version_id: id.optional().meta({ description: "Experiments over this version" }),
    ...pageQuery,
  }),
  response: page(listedExperiment),
  example: { page: 1 },
});

export const getExperiment = define({
  name: "getExperiment",
  method: "GET",
  path: `${base}{experiment_id}/`,
  tag,
  summary: "Get an experiment with its progress",
  description: "The experiment as a run, with its task and the column that its outputs stand for.",
  params,
  response: runDetail.extend({
    task: z.enum(experimentTasks),
    config: predictionConfig.nullable().meta({ description: "Of a prompt" }),
    output_column_id: id,
  }),
});

const compared = {
  experiment_ids: list(id, MAX_COMPARED)
    .min(2, "Name at least two experiments.")
    .meta({ description: "Two to eight experiments over one dataset; the first is the baseline" }),
};

const side = z.object({
  id,
  name: z.string(),
  status: z.enum(evalRunStatuses),
  task: z.enum(experimentTasks),
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
  method: "POST",
  path: `${base}comparison/`,
  tag,
  access: "read",
  summary: "Compare two to eight experiments",
  description:
    "For each evaluation, the mean of each experiment and its difference from the first one, row by row, as two runs are compared: the 95 % interval, an exact test, and p adjusted by Holm's method over all tests here. Evaluations whose fingerprints differ are not compared. Changes nothing.",
  errors: ["invalid", "not_found"],
  body: z.strictObject(compared),
  response: z.object({
    experiments: z.array(side),
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
            refused: z.string().nullable().meta({ description: "Why it is not compared" }),
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
  method: "POST",
  path: `${base}comparison/rows/`,
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
      position: z.int().nullable().meta({ description: "1 is the version's first row" }),
      cells: z
        .record(z.string(), z.string())
        .meta({ description: "The row: column id → the first 2,000 characters of the cell" }),
      values: z.array(
        z.object({
          experiment_id: id,
          output: z.string().nullable().meta({ description: "The first 20,000 characters of the first trial" }),
          output_outcome: z.enum(cellOutcomes).nullable(),
          output_reason: z.string().nullable(),
          latency_ms: z.number().nullable(),
          cost_micros: micros.nullable(),
          score: share.meta({ description: "Mean of its trials" }),
          passed: z.boolean().nullable(),
          label: z.string().nullable(),
          outcome: z.enum(cellOutcomes).nullable(),
          reason: z.string().nullable(),
          difference: share.meta({ description: "Score minus that of the first experiment" }),
        }),
      ),
    }),
  ),
  example: {
    experiment_ids: ["00000000-0000-4000-8000-000000000000", "00000000-0000-4000-8000-000000000001"],
    change: "falls",
  },
});

export const exportExperiment = define({
  name: "exportExperiment",
  method: "GET",
  path: `${base}{experiment_id}/export/`,
  tag,
  summary: "Download an experiment as CSV or JUnit",
  description:
    "CSV has a line for each output: its row, trial, outcome, latency and cost, and the score, verdict and reason of each evaluation. JUnit has a suite for each evaluation and a test case for each output: what failed is a failure, what has no score is skipped, and errors are errors.",
  envelope: "file",
  answers: ["text/csv", "application/xml"],
  params,
  query: z.strictObject({ file_format: z.enum(["csv", "junit"]).default("csv") }),
  response: z.unknown(),
  example: { file_format: "junit" },
});
