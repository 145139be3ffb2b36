import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { MAX_KEY, MAX_KEYS } from "@/lib/contracts/limits";
import { id } from "@/lib/contracts/shapes";
import { aggregations, compositeAxes, evalOutputs, outputTypes } from "../names";
import { fewShot, templateDefinition } from "./definition";

const label = z.string().trim().min(1, "May not be blank.").max(255);

const choiceScores = dictionary(label, z.number().min(0).max(1), 100).refine(
  (scores) => Object.keys(scores).length > 0,
  "At least one choice is required.",
);

const text = z.string().max(100_000, "At most 100000 characters.");

export const partWeight = z.number().min(0).max(1000);
const child = z.object({ template_id: id, weight: partWeight.default(1) });

/** The fields that decide scores. */
export const settings = z.object({
  instructions: text.optional().meta({ description: "The criteria, with {{name}} for each input" }),
  code: text.nullish().meta({ description: "For code templates: JavaScript with a function evaluate(inputs, params)" }),
  code_language: z.enum(["python", "javascript"]).nullish().meta({ description: "Only javascript can run" }),
  required_keys: list(z.string().trim().min(1).max(MAX_KEY), MAX_KEYS).optional().meta({
    description:
      "For code templates: the inputs. If empty, they are the inputs that the code reads; if those are not clear, the code gets all mapped inputs. Other templates use the variables of their text",
  }),
  model: z.string().max(100).optional(),
  output_type: z.enum(outputTypes).optional(),
  pass_threshold: z.number().min(0).max(1).optional(),
  choice_scores: choiceScores.nullish(),
  multi_choice: z.boolean().optional(),
  messages: list(z.object({ role: z.enum(["system", "user", "assistant"]), content: text }), 50).optional(),
  few_shot_examples: list(fewShot, 20).optional(),
  template_format: z.enum(["mustache", "jinja"]).optional(),
  error_localizer_enabled: z.boolean().optional(),
  param_modalities: templateDefinition.shape.param_modalities.optional(),
  children: list(child, 50).optional().meta({ description: "For composite templates: the parts" }),
  aggregation: z.enum(aggregations).nullish().meta({ description: "null keeps the scores of the parts apart" }),
  composite_child_axis: z.enum(compositeAxes).optional().meta({
    description: "Which templates may be parts: those of this output type, code, or any if empty",
  }),
});

/** The settings of a version as the API shows them: a missing setting is null. */
export const settingsSnapshot = settings.extend({
  instructions: settings.shape.instructions.nullable(),
  model: settings.shape.model.nullable(),
  output: z.enum(evalOutputs).optional(),
});
export type SettingsSnapshot = z.infer<typeof settingsSnapshot>;

export type TemplateSettings = z.infer<typeof settings>;

/** The fields of a request that decide scores. */
export const settingsIn = (input: TemplateSettings): TemplateSettings =>
  Object.fromEntries(Object.entries(input).filter(([name, value]) => name in settings.shape && value !== undefined));

export const tags = list(z.string().trim().min(1).max(100), 50);
