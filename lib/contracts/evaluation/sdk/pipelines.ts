// Pipelines: the outputs of an application's version, evaluated by several templates, for the published clients.
import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { define } from "../../define";
import { BLANK, id, timestamp } from "../../shapes";
import { evalRunStatuses } from "../names";
import { modelName, evaluationTag as tag } from "../playground";
import { outcomeCounts } from "../shapes/run-shapes";
import { functionConfig } from "./evaluations";

const path = "/sdk/api/v1/evaluate-pipeline/";

/** The most evaluations of one version. */
export const MAX_PIPELINE_EVALUATIONS = 50;
/** The most cases of one evaluation. */
export const MAX_PIPELINE_CASES = 1000;
/** The most versions in one answer. */
export const MAX_PIPELINE_VERSIONS = 20;

const projectName = z.string().min(1, BLANK).max(255).meta({ description: "Name of a project" });
const version = z
  .string()
  .trim()
  .min(1, BLANK)
  .max(255)
  .refine((text) => !text.includes(","), "May not contain a comma, which separates versions.");

const pipelineRun = z.object({
  name: z.string().meta({ description: "The template's name; a number follows if it evaluates twice" }),
  run_id: id.meta({ description: "The evaluation run, which has the verdict of every case" }),
  template_id: id.nullable(),
  model: z.string().nullable(),
  status: z.enum(evalRunStatuses),
  reason: z.string().nullable().meta({ description: "Why it waits, or ended early; null if it does neither" }),
  ...outcomeCounts,
  passed: z.int(),
  failed: z.int(),
  mean_score: z.number().nullable().meta({ description: "Mean of the numeric scores; null if there are none" }),
});
export type PipelineRun = z.infer<typeof pipelineRun>;

const statuses = ["processing", "completed", "failed"] as const;
export type PipelineStatus = (typeof statuses)[number];

export const evaluatePipeline = define({
  name: "evaluatePipeline",
  method: "POST",
  path,
  tag,
  summary: "Evaluate a version of an application",
  description: `Starts one run for each entry of eval_data, in the background. An entry names a template and its inputs: one case, or lists with one case per position, up to ${MAX_PIPELINE_CASES}. The cases of all versions of a project are in one dataset, row by row, so that the runs of two versions can be compared. A new version replaces its rows; a version of the dataset keeps them. If a version is sent again, its results are those of the last time.`,
  errors: ["required"],
  // Unknown members are ignored, because clients send more than we read.
  body: z.object({
    project_name: projectName,
    version: version.meta({ description: "Name of the application's version, such as a commit" }),
    eval_data: list(
      z.object({
        eval_template: z.string().min(1, BLANK).max(255).meta({ description: "Name of a template" }),
        inputs: dictionary(z.string().max(255), z.unknown(), 100),
        model_name: modelName.nullish(),
        config: functionConfig.nullish(),
      }),
      MAX_PIPELINE_EVALUATIONS,
    ).min(1, "Needs at least one evaluation."),
  }),
  response: z.object({
    message: z.string(),
    evaluation_run_id: id,
    project_name: z.string(),
    version: z.string(),
    dataset_id: id,
    run_ids: z.array(id).meta({ description: "One run for each entry" }),
  }),
  example: {
    project_name: "support-bot",
    version: "v1.0.0",
    eval_data: [{ eval_template: "is_email", inputs: { text: ["ada@example.test", "no address"] } }],
  },
});

export const getPipelineResults = define({
  name: "getPipelineResults",
  method: "GET",
  path,
  tag,
  summary: "Get the results of versions of an application",
  description:
    "The results of each version, in the order of the request: its runs with their counts and mean scores. It is processing until all runs have ended, and failed if one of them has not completed.",
  query: z.strictObject({
    project_name: projectName,
    versions: z.string().min(1, BLANK).max(6000).meta({ description: "Names of versions, separated by commas" }),
  }),
  response: z.object({
    status: z.enum(statuses),
    project_name: z.string(),
    evaluation_runs: z.array(
      z.object({
        evaluation_run_id: id,
        version: z.string(),
        status: z.enum(statuses),
        created_at: timestamp,
        dataset_id: id,
        results_summary: z
          .record(
            z.string(),
            pipelineRun.pick({ mean_score: true, passed: true, failed: true, total: true, scored: true }),
          )
          .meta({ description: "The main figures by the evaluation's name" }),
        evaluations: z.array(pipelineRun),
      }),
    ),
  }),
  example: { project_name: "support-bot", versions: "v1.0.0,v1.1.0" },
});
