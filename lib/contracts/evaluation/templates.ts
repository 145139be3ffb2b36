import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { define } from "../define";
import { MAX_KEY, MAX_KEYS } from "../limits";
import { id, timestamp } from "../shapes";
import { estimate } from "./comparison";
import { fewShot, templateDefinition } from "./definition";
import { aggregations, evalOutputs, evalTypes, outputTypes, templateTypes } from "./names";

const tag = "Evaluation templates";
const base = "/model-hub/eval-templates/";
const params = z.object({ id: id.meta({ description: "Id of the template" }) });
const versionParams = z.object({
  id: id.meta({ description: "Id of the template" }),
  version_id: id.meta({ description: "Id of the version" }),
});

/** Lower-case letters, digits, - and _, which stand neither at the ends nor beside each other's kind. */
const templateName = z
  .string()
  .max(255, "At most 255 characters.")
  .regex(
    /^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/,
    "Use lower-case letters, digits, - and _, and begin and end with a letter or digit.",
  )
  .refine((name) => !/_-|-_/.test(name), "May not hold - and _ beside each other.");

const label = z.string().trim().min(1, "May not be blank.").max(255);
const choiceScores = dictionary(label, z.number().min(0).max(1), 100).refine(
  (scores) => Object.keys(scores).length > 0,
  "At least one choice is required.",
);
const text = z.string().max(100_000, "At most 100000 characters.");
const tags = list(z.string().trim().min(1).max(100), 50);
const child = z.object({ template_id: id, weight: z.number().min(0).max(1000).default(1) });

/** The fields that decide scores. */
const settings = z.object({
  instructions: text.optional().meta({ description: "The criteria, with {{name}} for each input" }),
  code: text.nullish().meta({ description: "Of a code template: JavaScript with a function evaluate(inputs, params)" }),
  code_language: z.enum(["python", "javascript"]).nullish().meta({ description: "javascript is what can be run" }),
  required_keys: list(z.string().trim().min(1).max(MAX_KEY), MAX_KEYS).optional().meta({
    description:
      "Of a code template: its inputs. With none they are those that its code reads; where that leaves them open it is given all that is mapped. Others have those of their text",
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
  children: list(child, 50).optional().meta({ description: "Of a composite template: what it is made of" }),
  aggregation: z.enum(aggregations).optional(),
});
export type TemplateSettings = z.infer<typeof settings>;

/** Those of a request's fields that decide scores. */
export const settingsIn = (given: TemplateSettings): TemplateSettings =>
  Object.fromEntries(Object.entries(given).filter(([name, value]) => name in settings.shape && value !== undefined));

const filterNames = ["eval_type", "output_type", "template_type", "tags", "created_by", "names"] as const;
const values = list(z.string().max(255), 100).optional();
const filters = z.object(
  // Safe because each of the names, and each with _not, gets the same schema.
  Object.fromEntries(
    filterNames.flatMap((name) => [
      [name, values],
      [`${name}_not`, values],
    ]),
  ) as Record<(typeof filterNames)[number] | `${(typeof filterNames)[number]}_not`, typeof values>,
);

const listedTemplate = z.object({
  id,
  name: z.string(),
  description: z.string(),
  template_type: z.enum(templateTypes),
  eval_type: z.enum(evalTypes),
  output_type: z.enum(outputTypes),
  owner: z.enum(["system", "user"]),
  created_by_name: z.string(),
  version_count: z.int(),
  current_version: z.string(),
  last_updated: timestamp,
  thirty_day_run_count: z.int(),
  thirty_day_error_rate: z.number().nullable().meta({ description: "Null where nothing ran" }),
  thirty_day_chart: z.array(z.object({ day: z.string(), runs: z.int() })),
  tags: z.array(z.string()),
});

export const listEvalTemplates = define({
  name: "listEvalTemplates",
  method: "POST",
  path: `${base}list/`,
  tag,
  access: "read",
  summary: "List evaluation templates",
  description:
    "A page of the built-in templates and the organization's own, with their runs of the last thirty days. Hidden templates are left out, and drafts unless they are asked for. Filters are joined by and, in any case of letters.",
  body: z.object({
    page: z.int().min(0).max(1_000_000).default(0),
    page_size: z.int().min(1).max(100).default(25),
    search: z.string().max(255).nullish(),
    owner_filter: z.enum(["all", "user", "system"]).default("all"),
    drafts: z.boolean().default(false).meta({ description: "The organization's drafts, in place of what is offered" }),
    filters: filters.nullish(),
    sort_by: z.enum(["name", "updated_at", "created_at"]).default("updated_at"),
    sort_order: z.enum(["asc", "desc"]).default("desc"),
  }),
  response: z.object({ items: z.array(listedTemplate), total: z.int(), page: z.int(), page_size: z.int() }),
  example: { search: "tone", filters: { eval_type: ["agent"] } },
});

export const createEvalTemplate = define({
  name: "createEvalTemplate",
  method: "POST",
  path: `${base}create-v2/`,
  tag,
  summary: "Create an evaluation template",
  description:
    "Creates a template of the organization's own in version 1. Its inputs are the variables of its text in the order in which they appear. One of code runs JavaScript in a sandbox and scores from 0 to 1, or passes from its threshold on. A draft gets a name and is not offered. Names are unique among the organization's and the built-in ones.",
  body: z.object({
    name: templateName.optional().meta({ description: "Required unless it is a draft" }),
    description: z.string().max(10_000).default(""),
    eval_type: z.enum(["llm", "agent", "code"]).default("llm"),
    tags: tags.default([]),
    is_draft: z.boolean().default(false),
    ...settings.shape,
  }),
  response: z.object({ id, name: z.string(), version: z.string() }),
  example: {
    name: "answers-the-question",
    instructions: "Does {{output}} answer {{input}}?",
    output_type: "pass_fail",
    model: "sandbox/judge",
  },
});

const emptyScore = z.union([z.number(), z.literal("by parameters"), z.null()]);
const emptyInputs = z.object({
  reads: z.enum(["text", "list", "JSON"]).meta({
    description: 'What is empty: ""; [] and {} as well where lists are read. Of JSON [], {} and null are values',
  }),
  all: emptyScore.meta({
    description: "The score where every input is empty; null for none, or what the parameters decide",
  }),
  some: emptyScore.meta({ description: "The same where some inputs are empty and others are not" }),
});

const templateDetail = z
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
      .meta({ description: "Of a computed template: how it counts, and where it departs from its name" }),
    source: z.string().nullable().meta({ description: "Of a computed template: where its formula comes from" }),
    differs: z
      .string()
      .nullable()
      .meta({ description: "Of a computed template: where it departs from its reference; null where it does not" }),
    empty_inputs: emptyInputs
      .nullable()
      .meta({ description: "Of a computed template: what it answers for empty inputs" }),
    published_values: z
      .array(
        z.object({
          what: z.string(),
          source: z.string().meta({ description: "Where it was published" }),
          expected: z.number(),
          tolerance: z.number().meta({ description: "Half of the last digit that was published" }),
          actual: z.number().meta({ description: "What this installation computes, now" }),
        }),
      )
      .meta({ description: "Of a computed template: values that others have published, and ours" }),
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

const usageFigures = {
  runs: z.int(),
  scored: z.int(),
  unscored: z.int(),
  error: z.int(),
  passed: z.int(),
  failed: z.int(),
  score: estimate,
};

export const getEvalTemplateUsage = define({
  name: "getEvalTemplateUsage",
  method: "GET",
  path: `${base}{id}/usage/`,
  tag,
  summary: "Get a template's runs by day",
  description:
    "The organization's runs of a template on each of the last days in UTC, the earliest first and days without any among them: how many, their outcomes, and the mean score with its 95 % interval. Scores of different versions, judges and parameters stand together here.",
  params,
  query: z.strictObject({
    days: z.int().min(1).max(90).default(30).meta({ description: "So many, with the one that it is" }),
  }),
  response: z.object({
    template_id: id,
    ...usageFigures,
    days: z.array(z.object({ day: z.string().meta({ description: "2026-03-01" }), ...usageFigures })),
  }),
  example: { days: 7 },
});

export const updateEvalTemplate = define({
  name: "updateEvalTemplate",
  method: "PUT",
  path: `${base}{id}/update/`,
  tag,
  summary: "Update an evaluation template",
  description:
    "Changes the given fields and leaves the others. A change of what decides scores is a new version, which is the current one from then on; runs keep theirs. A draft that is given a name is one no more, unless is_draft says otherwise, and has to be fit to be run. A built-in template is not found here.",
  params,
  body: z.object({
    name: templateName.optional(),
    is_draft: z
      .boolean()
      .optional()
      .meta({ description: "true keeps a draft a draft; a template that is none stays one" }),
    message: z.string().max(1000).optional().meta({ description: "Why, for those who read the versions" }),
    description: z.string().max(10_000).optional(),
    tags: tags.optional(),
    ...settings.shape,
  }),
  response: templateDetail,
  example: { description: "Whether the question is answered" },
});

export const deleteEvalTemplates = define({
  name: "deleteEvalTemplates",
  method: "POST",
  path: `${base}bulk-delete/`,
  tag,
  summary: "Delete evaluation templates",
  description:
    "Deletes those of the templates that are the organization's own, and passes over others. Their logs stay; they leave their groups.",
  body: z.object({ template_ids: list(id, 1000).min(1, "At least one template is required.") }),
  response: z.object({ deleted_count: z.int() }),
  example: { template_ids: ["00000000-0000-4000-8000-000000000000"] },
});

const version = z.object({
  id,
  version: z.string(),
  version_number: z.int(),
  is_default: z.boolean(),
  message: z.string(),
  fingerprint: z.string(),
  config: templateDefinition,
  created_by_name: z.string(),
  created_at: timestamp,
});

export const listEvalTemplateVersions = define({
  name: "listEvalTemplateVersions",
  method: "GET",
  path: `${base}{id}/versions/`,
  tag,
  summary: "List a template's versions, newest first",
  description: "Up to the hundred newest versions of a template, which never change.",
  params,
  response: z.object({ versions: z.array(version), total: z.int() }),
});

export const createEvalTemplateVersion = define({
  name: "createEvalTemplateVersion",
  method: "POST",
  path: `${base}{id}/versions/create/`,
  tag,
  summary: "Create a version of a template",
  description: "Adds a version with the given fields, the others as in the current one, and makes it the current one.",
  params,
  body: z.object({ message: z.string().max(1000).default(""), ...settings.shape }),
  response: version,
  example: { message: "Stricter", pass_threshold: 0.7 },
});

export const setDefaultEvalTemplateVersion = define({
  name: "setDefaultEvalTemplateVersion",
  method: "PUT",
  path: `${base}{id}/versions/{version_id}/set-default/`,
  tag,
  summary: "Make a version the current one",
  description: "From then on runs take this version unless they name another. Sent again it changes nothing.",
  params: versionParams,
  response: version,
});

export const restoreEvalTemplateVersion = define({
  name: "restoreEvalTemplateVersion",
  method: "POST",
  path: `${base}{id}/versions/{version_id}/restore/`,
  tag,
  summary: "Restore a version",
  description: "Adds a version that says what an older one says, and makes it the current one.",
  params: versionParams,
  response: version,
});

export const duplicateEvalTemplate = define({
  name: "duplicateEvalTemplate",
  method: "POST",
  path: "/model-hub/duplicate-eval-template/",
  tag,
  summary: "Copy an evaluation template",
  description: "Makes a template of the organization's own from any that it sees, in its current version.",
  errors: ["not_found"],
  body: z.object({ eval_template_id: id, name: templateName }),
  response: z.object({ id, name: z.string(), version: z.string() }),
  example: { eval_template_id: "00000000-0000-4000-8000-000000000000", name: "tone-of-ours" },
});

const names = {
  tag,
  summary: "List the names of evaluation templates",
  description: "Id, name and description of every template that is offered, by name, in one answer.",
};
const named = z.array(z.object({ id, name: z.string(), description: z.string() }));

export const listEvalTemplateNames = define({
  ...names,
  name: "listEvalTemplateNames",
  method: "POST",
  path: "/model-hub/get-eval-template-names",
  access: "read",
  body: z.object({ search: z.string().max(255).nullish() }),
  response: named,
  example: { search: "tone" },
});
