import { z } from "zod";
import { define } from "../define";
import { id, timestamp } from "../shapes";
import { aggregations, evalOutputs, evalTypes, outputTypes, templateTypes } from "./names";
import { templateDefinition } from "./shapes/definition";

const tag = "Evaluation templates";
const base = "/model-hub/eval-templates/";
const params = z.object({ id: id.meta({ description: "Id of the template" }) });

const emptyScore = z.union([z.number(), z.literal("by parameters"), z.null()]);

const emptyInputs = z.object({
  reads: z.enum(["text", "list", "JSON"]).meta({
    description: 'What is empty: ""; [] and {} as well where lists are read. Of JSON [], {} and null are values',
  }),
  all: emptyScore.meta({
    description: "The score if every input is empty; null for no score, or a score that the parameters decide",
  }),
  some: emptyScore.meta({ description: "The score if some inputs are empty and others are not; null for none" }),
});

export const templateDetail = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    template_type: z.enum(templateTypes),
    eval_type: z.enum(evalTypes),
    instructions: z.string().nullable(),
    model: z.string().nullable(),
    output: z.enum(evalOutputs),
    output_type: z.enum(outputTypes),
    pass_threshold: z.number(),
    choice_scores: z.record(z.string(), z.number()).nullable(),
    choices: z.array(z.string()),
    multi_choice: z.boolean(),
    code: z.string().nullable(),
    code_language: z.string().nullable(),
    required_keys: z.array(z.string()),
    optional_keys: z.array(z.string()),
    owner: z.enum(["system", "user"]),
    created_by_name: z.string(),
    version_count: z.int(),
    current_version: z.string(),
    tags: z.array(z.string()),
    check_internet: z.literal(false),
    error_localizer_enabled: z.boolean(),
    template_format: z.string(),
    aggregation: z.enum(aggregations).nullable(),
    children: z.array(z.object({ template_id: id, weight: z.number() })),
    config: templateDefinition,
    notes: z
      .array(z.string())
      .meta({ description: "For computed templates: how it counts, and how it differs from what its name suggests" }),
    source: z
      .string()
      .nullable()
      .meta({ description: "For computed templates: the source of its formula; null for others" }),
    differs: z
      .string()
      .nullable()
      .meta({ description: "For computed templates: how it differs from its reference; null if it does not" }),
    empty_inputs: emptyInputs
      .nullable()
      .meta({ description: "For computed templates: its score for empty inputs; null for others" }),
    published_values: z
      .array(
        z.object({
          what: z.string(),
          source: z.string().meta({ description: "Where it was published" }),
          expected: z.number(),
          tolerance: z.number().meta({ description: "Half a unit of the last published digit" }),
          actual: z.number().meta({ description: "The value that this installation computes now" }),
        }),
      )
      .meta({ description: "For computed templates: published values, and the values that this server computes" }),
    is_draft: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "EvaluationTemplate" });

export const getEvalTemplate = define({
  name: "getEvalTemplate",
  method: "GET",
  path: `${base}{id}/detail/`,
  tag,
  summary: "Get an evaluation template",
  description: "A template in its current version.",
  params,
  response: templateDetail,
});
