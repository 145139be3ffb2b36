// What a file for `assay run` holds. The command reads it, screens print it, and its JSON Schema is public/assay-run.schema.json.
import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { predictionConfig } from "@/lib/contracts/evaluation/shapes/prediction-config";
import { id, name } from "@/lib/contracts/shapes";
import { changedSettings } from "@/lib/contracts/simulation/call-parts";

const share = z.number().min(0).max(1);
const idOrName = z.string().min(1).max(255);

const evaluation = z
  .strictObject({
    name: name.optional().meta({ description: "What reports call it (default: its template's or metric's name)" }),
    template: idOrName.optional().meta({ description: "Name or id of an evaluation template" }),
    metric: idOrName.optional().meta({ description: "Name or id of an evaluation that the dataset already has" }),
    inputs: dictionary(z.string(), z.string().min(1).max(255), 100)
      .default({})
      .meta({ description: "Maps the template's inputs to columns" }),
    params: dictionary(z.string(), z.unknown(), 100).default({}).meta({ description: "Parameters of the template" }),
    version: z.int().min(1).optional().meta({ description: "The template's version (default: the current one)" }),
    model: z.string().min(1).max(255).optional().meta({ description: "The judge to use instead of the template's" }),
    pass_threshold: z.number().optional().meta({ description: "The score from which a row passes" }),
    pass_rate: share.optional().meta({ description: "The share of rows that must pass; without it, it only reports" }),
    coverage: share.optional().meta({ description: "The share of cells that must be scored (default: 0.95)" }),
  })
  .refine((entry) => (entry.template === undefined) !== (entry.metric === undefined), {
    error: "Name either a template or a metric.",
  });

/** What an evaluation run and an experiment share. */
const overRows = {
  name: name.optional().meta({ description: "Name of the run (default: the file's name)" }),
  data: z.string().min(1).optional().meta({ description: "A CSV or JSON Lines file, relative to this one" }),
  dataset: idOrName.optional().meta({ description: "Name or id of a dataset on the server, instead of data" }),
  first_rows: z.int().min(1).max(200_000).optional().meta({ description: "Only this many rows from the start" }),
  repeats: z.int().min(1).max(20).default(1).meta({ description: "Trials per row" }),
  at_once: z.int().min(1).max(100).default(20).meta({ description: "Most cells at the same time" }),
  ceiling_usd: z.number().min(0).max(1_000_000).optional().meta({ description: "The most that the run may cost" }),
  evaluations: list(evaluation, 50).min(1, "At least one evaluation is required."),
};
const hasOneSource = ({ data, dataset }: { data?: string | undefined; dataset?: string | undefined }): boolean =>
  (data === undefined) !== (dataset === undefined);
const ONE_SOURCE = { path: ["data"], error: "Name either data beside this file or a dataset on the server." };

const evaluationRun = z.strictObject({ kind: z.literal("evaluation"), ...overRows }).refine(hasOneSource, ONE_SOURCE);

const experiment = z
  .strictObject({
    kind: z.literal("experiment"),
    ...overRows,
    version: idOrName
      .optional()
      .meta({ description: "Name or id of a version of the dataset (default: its rows now)" }),
    output: idOrName.meta({
      description: "Name or id of the column for which the outputs stand; the evaluations read it",
    }),
    prompt: predictionConfig
      .optional()
      .meta({ description: "A model makes the outputs. {{column}} is the row's cell" }),
    agent: z
      .strictObject({
        agent: idOrName.meta({ description: "Name or id of a text agent" }),
        version: id.optional().meta({ description: "Id of a version of the agent (default: the active one)" }),
        message: z.string().min(1).meta({ description: "The first message. {{column}} is the row's cell" }),
      })
      .optional()
      .meta({ description: "An agent makes the outputs: each row is a conversation of one message" }),
    outputs: z.string().min(1).optional().meta({
      description:
        "A JSON Lines file with outputs, relative to this one: objects with output, and row_id unless they are in the order of the rows. Without prompt, agent and outputs, the cells of the output column are evaluated",
    }),
    baseline: idOrName.optional().meta({
      description: "Id of the experiment that this one may not be worse than, or the name of the newest such one",
    }),
    margin: z.number().positive().max(1000).optional().meta({
      description: "The smallest loss that matters (default: 0.05, five points of a pass rate)",
    }),
    power: z.number().min(0.5).max(0.999).optional().meta({
      description: "The chance that an experiment without any loss passes (default: 0.95)",
    }),
    allow_uncalibrated: z.boolean().optional().meta({ description: "Whether to believe judges without calibration" }),
  })
  .refine(hasOneSource, ONE_SOURCE)
  .refine(({ prompt, agent, outputs }) => [prompt, agent, outputs].filter((one) => one !== undefined).length <= 1, {
    path: ["outputs"],
    error: "Name one of prompt, agent and outputs.",
  });

const testRun = z.strictObject({
  kind: z.literal("test-run"),
  name: name.optional().meta({ description: "What reports call it (default: the file's name)" }),
  run_test: idOrName.meta({ description: "Name or id of the test run to execute" }),
  scenarios: list(id, 100).default([]).meta({ description: "Ids of the scenarios to run (default: all)" }),
  agent_version: id.optional().meta({ description: "Another version of the agent, only for this run" }),
  settings: z.strictObject(changedSettings.shape).default({}).meta({
    description: "Settings of its conversations that differ from the saved ones, with the required pass_rate",
  }),
});

export const runFile = z.discriminatedUnion("kind", [evaluationRun, experiment, testRun]);

export type RunFile = z.output<typeof runFile>;
/** As it is written: what has a default may be left out. */
export type WrittenRunFile = z.input<typeof runFile>;
export type EvaluationFile = z.output<typeof evaluationRun>;
export type ExperimentFile = z.output<typeof experiment>;
export type EvaluationEntry = z.output<typeof evaluation>;
export type TestRunFile = z.output<typeof testRun>;

/** Where the server publishes the schema. */
export const RUN_FILE_SCHEMA = "/assay-run.schema.json";

/** For editors: draft 7 is what YAML's language server reads. */
export const runFileSchema = () => ({
  title: "A file for assay run",
  ...z.toJSONSchema(runFile, { io: "input", target: "draft-7", unrepresentable: "any" }),
});
