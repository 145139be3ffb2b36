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

/** Lower-case letters, digits, - and _, where - and _ are neither at the ends nor adjacent. */
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
  aggregation: z.enum(aggregations).optional(),
});
export type TemplateSettings = z.infer<typeof settings>;

/** Those of a request's fields that decide scores. */
export const settingsIn = (input: TemplateSettings): TemplateSettings =>
  Object.fromEntries(Object.entries(input).filter(([name, value]) => name in settings.shape && value !== undefined));

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
  thirty_day_error_rate: z.number().nullable().meta({ description: "Null without runs" }),
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
    "A page of the built-in templates and the organization's own, with their runs of the last thirty days. Hidden templates are left out, and drafts by default. Filters are joined by AND and ignore case.",
  body: z.object({
    page: z.int().min(0).max(1_000_000).default(0),
    page_size: z.int().min(1).max(100).default(25),
    search: z.string().max(255).nullish(),
    owner_filter: z.enum(["all", "user", "system"]).default("all"),
    drafts: z.boolean().default(false).meta({ description: "List the organization's drafts instead" }),
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
    "Creates a custom template with version 1. Its inputs are the variables of its text, in order of appearance. A code template runs JavaScript in a sandbox; it scores from 0 to 1, or passes from its threshold on. A draft gets a name and is not listed. Names are unique among the organization's and the built-in templates.",
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
    description: "The score if every input is empty; null for no score, or a score that the parameters decide",
  }),
  some: emptyScore.meta({ description: "The score if some inputs are empty and others are not" }),
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
      .meta({ description: "For computed templates: how it counts, and how it differs from what its name suggests" }),
    source: z.string().nullable().meta({ description: "For computed templates: the source of its formula" }),
    differs: z
      .string()
      .nullable()
      .meta({ description: "For computed templates: how it differs from its reference; null if it does not" }),
    empty_inputs: emptyInputs.nullable().meta({ description: "For computed templates: its score for empty inputs" }),
    published_values: z
      .array(
        z.object({
          what: z.string(),
          source: z.string().meta({ description: "Where it was published" }),
          expected: z.number(),
          tolerance: z.number().meta({ description: "Half of the last digit that was published" }),
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
    "The organization's runs of a template on each of the last days in UTC, earliest first, including days without runs: their number, outcomes, and mean score with its 95 % interval. Different versions, judges and parameters are combined here.",
  params,
  query: z.strictObject({
    days: z.int().min(1).max(90).default(30).meta({ description: "The number of days, including today" }),
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
    "Changes the given fields and leaves the others. A change that affects scores makes a new version, which becomes the current one; runs keep theirs. A draft that gets a name stops being a draft, unless is_draft is true, and must then be valid. Built-in templates give 404.",
  params,
  body: z.object({
    name: templateName.optional(),
    is_draft: z
      .boolean()
      .optional()
      .meta({ description: "true keeps a draft as a draft; it has no effect on other templates" }),
    message: z
      .string()
      .max(1000)
      .optional()
      .meta({ description: "The reason for the change, shown in the list of versions" }),
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
    "Deletes the organization's own templates and ignores other ids. Their logs stay; the templates are removed from their groups.",
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
  description: "New runs use this version unless they name another. Repeating the request changes nothing.",
  params: versionParams,
  response: version,
});

export const restoreEvalTemplateVersion = define({
  name: "restoreEvalTemplateVersion",
  method: "POST",
  path: `${base}{id}/versions/{version_id}/restore/`,
  tag,
  summary: "Restore a version",
  description: "Adds a version that is a copy of an older one, and makes it the current one.",
  params: versionParams,
  response: version,
});

export const duplicateEvalTemplate = define({
  name: "duplicateEvalTemplate",
  method: "POST",
  path: "/model-hub/duplicate-eval-template/",
  tag,
  summary: "Copy an evaluation template",
  description: "Creates a custom template from the current version of any visible template.",
  errors: ["not_found"],
  body: z.object({ eval_template_id: id, name: templateName }),
  response: z.object({ id, name: z.string(), version: z.string() }),
  example: { eval_template_id: "00000000-0000-4000-8000-000000000000", name: "tone-of-ours" },
});

const names = {
  tag,
  summary: "List the names of evaluation templates",
  description: "Id, name and description of every listed template, by name, in one response.",
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
