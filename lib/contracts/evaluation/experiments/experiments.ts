// Experiments: outputs for the rows of a dataset's version, with their evaluations, to be compared with each other.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../../define";
import { versionText } from "../../prompts/shapes";
import { BLANK, exactText, id, name, page, pageQuery } from "../../shapes";
import { experimentTasks } from "../names";
import { MAX_AT_ONCE, MAX_RUN_EVALUATIONS } from "../runs";
import { share } from "../shapes/estimates";
import { predictionConfig } from "../shapes/prediction-config";
import { answeringAgent, listedRun, promptVersion, runDetail, startedRun } from "../shapes/run-shapes";

const tag = "Experiments";
const base = "/model-hub/experiments/";
const params = z.object({ experiment_id: id.meta({ description: "The experiment" }) });

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
      prompt: z.strictObject({ name: exactText, version: versionText }).nullish().meta({
        description: "The version of a prompt that the config is; recorded with the evaluations of its outputs",
      }),
    }),
    z.strictObject({
      kind: z.literal("agent"),
      agent_id: id.meta({ description: "A text agent with a URL or a model" }),
      version_id: id.nullish().meta({ description: "A version of the agent (default: the active one)" }),
      message: z
        .string()
        .trim()
        .min(1, BLANK)
        .max(100_000)
        .meta({ description: "The first message of a conversation; {{column}} is replaced by the row's cell" }),
    }),
    z.strictObject({ kind: z.literal("column") }),
    z.strictObject({
      kind: z.literal("outputs"),
      outputs: list(broughtOutput, MAX_OUTPUTS).min(1, "At least one output is required."),
    }),
  ])
  .meta({
    description:
      "Where the outputs come from: a model's answers to a prompt, an agent's answers to a message, the cells of the output column, or outputs that the request brings",
  });

export const createExperiment = define({
  name: "createExperiment",
  method: "POST",
  path: base,
  tag,
  summary: "Start an experiment",
  description:
    "Produces an output for each row of a version of the dataset, and evaluates it: the evaluations read the output where they read the output column otherwise. Without `dataset_version_id`, the rows as they are become a version, unless the newest version has them. Progress, retries, cancelling and the ceiling are those of runs: an experiment's id is its run's id. With `mutation_id`, repeating the request returns the experiment that it started; other settings are refused.",
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
    dataset_name: z.string(),
    task: z.enum(experimentTasks),
    prompt: promptVersion,
    agent: answeringAgent,
    model: z.string().nullable().meta({ description: "The model of a prompt; null for other tasks" }),
    scores: z.array(
      z.object({
        evaluation_id: id,
        name: z.string(),
        mean_score: share,
        coverage: share.meta({ description: "Share of its cells that are scored; null without cells" }),
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
    output_column_id: id,
  }),
});

export const exportExperiment = define({
  name: "exportExperiment",
  method: "GET",
  path: `${base}{experiment_id}/export/`,
  tag,
  summary: "Download an experiment as CSV or JUnit",
  description:
    "CSV has a line for each output: its row's number in the dataset, trial, outcome, latency and cost, and the score, verdict and reason of each evaluation. JUnit has a suite for each evaluation and a test case for each output: what failed is a failure, what has no score is skipped, and errors are errors.",
  envelope: "file",
  answers: ["text/csv", "application/xml"],
  params,
  query: z.strictObject({
    file_format: z.enum(["csv", "junit"]).default("csv").meta({ description: "The kind of file" }),
  }),
  response: z.unknown(),
  example: { file_format: "junit" },
});
