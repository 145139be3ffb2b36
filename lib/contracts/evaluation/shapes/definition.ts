// A version's definition: everything that decides its score. Stored as it is, and never changed.
import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { MAX_KEY, MAX_KEYS } from "@/lib/contracts/limits";
import { id } from "@/lib/contracts/shapes";
import { aggregations, compositeAxes, evalOutputs, modalities } from "../names";

const text = z.string().max(100_000);
const key = z.string().max(MAX_KEY);

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A parameter of a computed template. */
export const paramSchema = z.object({
  type: z.enum(["integer", "number", "boolean", "string", "option", "list", "dict"]),
  default: z.unknown().optional(),
  required: z.boolean().optional(),
  nullable: z.boolean().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  options: list(z.string(), 100).optional(),
});
export type ParamSchema = z.infer<typeof paramSchema>;

export const fewShot = z.object({
  inputs: dictionary(key, z.unknown(), MAX_KEYS),
  output: z.union([scalar, list(scalar, 100)]),
  reason: text.optional(),
});

const columns = dictionary(key, key, 50);

export const exampleSource = z.object({
  ground_truth_id: id,
  mode: z.enum(["auto", "manual"]),
  max_examples: z.int().min(1).max(20),
  similarity_threshold: z.number().min(0).max(1),
  variable_mapping: columns,
  role_mapping: columns,
});
export type ExampleSource = z.infer<typeof exampleSource>;

export const templateDefinition = z.object({
  output: z.enum(evalOutputs),
  required_keys: list(key, MAX_KEYS),
  optional_keys: list(key, MAX_KEYS),
  /** For judged templates: the question, with {{key}} for each input. */
  instructions: text.nullable(),
  messages: list(z.object({ role: z.enum(["system", "user", "assistant"]), content: text }), 50),
  few_shot_examples: list(fewShot, 20),
  template_format: z.enum(["mustache", "jinja"]),
  model: z.string().max(255).nullable(),
  pass_threshold: z.number().min(0).max(1),
  choices: list(z.string().max(255), 100),
  multi_choice: z.boolean(),
  choice_scores: dictionary(z.string().max(255), z.number().min(0).max(1), 100).nullable(),
  param_modalities: dictionary(key, list(z.enum(modalities), 4), MAX_KEYS),
  params: dictionary(key, paramSchema, 50),
  code: text.nullable(),
  code_language: z.enum(["python", "javascript"]).nullable(),
  error_localizer_enabled: z.boolean(),
  /** For composite templates; null if the scores of the parts are not combined. */
  aggregation: z.enum(aggregations).nullable(),
  /** For judged templates: which rows of ground truth the judge sees as further examples. */
  ground_truth: exampleSource.optional(),
  /** Which templates can be its parts. */
  composite_child_axis: z.enum(compositeAxes).optional(),
  children: list(z.object({ template_id: id, weight: z.number().min(0).max(1000) }), 50),
});
export type TemplateDefinition = z.infer<typeof templateDefinition>;
