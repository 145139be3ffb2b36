// Composite templates, with their own operations: the parts by id, and each part's result.
import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { define } from "../../define";
import { givenObject, id, timestamp } from "../../shapes";
import { aggregations, compositeAxes, evalOutputs, evalTypes, templateTypes } from "../names";
import { mapping, modelName, runContexts } from "../playground";
import { partWeight, tags } from "../shapes/template-settings";
import { templateName } from "../templates";

const tag = "Evaluation templates";
const base = "/model-hub/eval-templates/";
const params = z.object({ id: id.meta({ description: "Id of the composite template" }) });

const compositeFields = {
  child_template_ids: list(id, 50)
    .min(1, "At least one template is required.")
    .meta({ description: "The parts, in order" }),
  child_weights: dictionary(id, partWeight, 50).meta({ description: "Weights by the part's id (default: 1)" }),
  aggregation_enabled: z.boolean().meta({ description: "false keeps the scores of the parts apart" }),
  aggregation_function: z.enum(aggregations),
  composite_child_axis: z.enum(compositeAxes).meta({
    description: "Which templates may be parts: those of this output type, code, or any if empty",
  }),
  description: z.string().max(10_000),
  tags,
};

const part = {
  child_id: id,
  child_name: z.string(),
  order: z.int(),
  weight: z.number(),
};

const composite = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    template_type: z.enum(templateTypes),
    aggregation_enabled: z.boolean(),
    aggregation_function: z.enum(aggregations).nullable(),
    composite_child_axis: z.enum(compositeAxes),
    children: z.array(
      z.object({
        ...part,
        eval_type: z.enum(evalTypes),
        required_keys: z.array(z.string()),
        pinned_version_id: z.null().meta({ description: "Null: parts run in their current version" }),
        pinned_version_number: z.null(),
      }),
    ),
    tags: z.array(z.string()),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "CompositeTemplate" });

const PARTS = "A part that was deleted is left out.";

export const createCompositeTemplate = define({
  name: "createCompositeTemplate",
  method: "POST",
  path: `${base}create-composite/`,
  tag,
  summary: "Create a composite template",
  description:
    "Creates a template that runs other templates on the same inputs and combines their scores. Parts are the organization's and built-in templates that are not composite themselves. Names are unique among the organization's and the built-in templates.",
  body: z.object({
    name: templateName,
    child_template_ids: compositeFields.child_template_ids,
    child_weights: compositeFields.child_weights.default({}),
    aggregation_enabled: compositeFields.aggregation_enabled.default(true),
    aggregation_function: compositeFields.aggregation_function.default("weighted_avg"),
    composite_child_axis: compositeFields.composite_child_axis.default(""),
    description: compositeFields.description.default(""),
    tags: tags.default([]),
  }),
  response: composite,
  example: {
    name: "helpful-and-polite",
    child_template_ids: ["00000000-0000-4000-8000-000000000000"],
    aggregation_function: "min",
  },
});

export const getCompositeTemplate = define({
  name: "getCompositeTemplate",
  method: "GET",
  path: `${base}{id}/composite/`,
  tag,
  summary: "Get a composite template",
  description: `A composite template with its parts. ${PARTS} Other templates give 404.`,
  params,
  response: composite,
});

export const updateCompositeTemplate = define({
  name: "updateCompositeTemplate",
  method: "PATCH",
  path: `${base}{id}/composite/`,
  tag,
  summary: "Update a composite template",
  description: `Changes the given fields and leaves the others. child_weights replaces the weights of the parts that it names. A change that affects scores makes a new version, which becomes the current one. ${PARTS} Other templates give 404.`,
  params,
  body: z.object({ name: templateName, ...compositeFields }).partial(),
  response: composite,
  example: { aggregation_function: "avg" },
});

const partResult = z.object({
  ...part,
  score: z.number().nullable(),
  output: z.unknown(),
  output_type: z.enum(evalOutputs),
  reason: z.string(),
  status: z.enum(["completed", "failed"]),
  error: z.string().nullable(),
  log_id: z.null().meta({ description: "Null: the composite has the log" }),
});

export const runCompositeTemplate = define({
  name: "runCompositeTemplate",
  method: "POST",
  path: `${base}{id}/composite/execute/`,
  tag,
  summary: "Run a composite template on inputs",
  description:
    "Runs all parts on the inputs, waits for them, and writes one log with the combined result. A part that fails is among the others with its error, and then there is no combined score. Inputs that cannot be run are a 400. Each request is a new run.",
  errors: ["invalid"],
  params,
  // Unknown members are ignored, as in the playground.
  body: z.object({
    mapping: mapping.meta({ description: "Input name → data" }),
    model: modelName.nullish().meta({ description: "The judge to use instead of those of the parts" }),
    config: givenObject.nullish().meta({ description: "May contain run_config with a pass_threshold" }),
    error_localizer: z.boolean().optional(),
    input_data_types: givenObject.optional(),
    ...runContexts,
  }),
  response: z.object({
    composite_id: id,
    composite_name: z.string(),
    aggregation_enabled: z.boolean(),
    aggregation_function: z.enum(aggregations).nullable(),
    aggregate_score: z.number().nullable(),
    aggregate_pass: z.boolean().nullable(),
    children: z.array(partResult),
    summary: z.string(),
    error_localizer_results: z.null().meta({ description: "Null: errors of composites are not localized" }),
    log_id: id.nullable(),
    total_children: z.int(),
    completed_children: z.int(),
    failed_children: z.int(),
  }),
  example: { mapping: { input: "Where is my parcel?", output: "At the depot in Riga." } },
});
