// What a file for `assay run` holds. The command reads it, screens print it, and its JSON Schema is public/assay-run.schema.json.
import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
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

const evaluationRun = z
  .strictObject({
    kind: z.literal("evaluation"),
    name: name.optional().meta({ description: "Name of the run (default: the file's name)" }),
    data: z.string().min(1).optional().meta({ description: "A CSV or JSON Lines file, relative to this one" }),
    dataset: idOrName.optional().meta({ description: "Name or id of a dataset on the server, instead of data" }),
    first_rows: z.int().min(1).max(200_000).optional().meta({ description: "Only this many rows from the start" }),
    repeats: z.int().min(1).max(20).default(1).meta({ description: "Trials per row" }),
    at_once: z.int().min(1).max(100).default(20).meta({ description: "Most cells at the same time" }),
    ceiling_usd: z.number().min(0).max(1_000_000).optional().meta({ description: "The most that the run may cost" }),
    evaluations: list(evaluation, 50).min(1, "At least one evaluation is required."),
  })
  .refine((run) => (run.data === undefined) !== (run.dataset === undefined), {
    path: ["data"],
    error: "Name either data beside this file or a dataset on the server.",
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

export const runFile = z.discriminatedUnion("kind", [evaluationRun, testRun]);

export type RunFile = z.output<typeof runFile>;
/** As it is written: what has a default may be left out. */
export type WrittenRunFile = z.input<typeof runFile>;
export type EvaluationFile = z.output<typeof evaluationRun>;
export type EvaluationEntry = z.output<typeof evaluation>;
export type TestRunFile = z.output<typeof testRun>;

/** Where the server publishes the schema. */
export const RUN_FILE_SCHEMA = "/assay-run.schema.json";

/** For editors: draft 7 is what YAML's language server reads. */
export const runFileSchema = () => ({
  title: "A file for assay run",
  ...z.toJSONSchema(runFile, { io: "input", target: "draft-7", unrepresentable: "any" }),
});
