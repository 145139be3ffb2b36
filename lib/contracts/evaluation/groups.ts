import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { givenObject, id, name, timestamp } from "../shapes";
import { paramSchema } from "./definition";
import { filterItem } from "./filters";
import { bindingTargets, templateTypes } from "./names";
import { mapping, modelName } from "./playground";

const tag = "Evaluation groups";
const base = "/model-hub/eval-groups/";
const params = z.object({ id: id.meta({ description: "Id of the group" }) });
export const MAX_GROUP_MEMBERS = 500;
const templateIds = list(id, MAX_GROUP_MEMBERS);
const description = z.string().max(10_000).nullish();

const group = z
  .object({
    id,
    name: z.string(),
    organization: id.nullable(),
    workspace: id.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    description: z.string().nullable(),
    created_by: z.string().meta({ description: "The creator's name" }),
    is_sample: z.boolean().meta({ description: "Comes with the product and cannot be changed" }),
  })
  .meta({ id: "EvaluationGroup" });

/** 0-based; what is beyond the bounds is taken as the nearest that is within. */
export const pageNumber = z.int().min(0).max(1_000_000).default(0).meta({ description: "0-based page" });
export const clampedSize = z
  .int()
  .default(10)
  .transform((size) => Math.min(100, Math.max(1, size)))
  .meta({ description: "Rows a page, at most 100" });

export const listEvalGroups = define({
  name: "listEvalGroups",
  method: "GET",
  path: base,
  tag,
  summary: "List evaluation groups, newest first",
  description: "A page of the workspace's groups, newest first, with the samples that come with the product.",
  query: z.strictObject({
    name: z.string().max(255).optional().meta({
      description: "Part of the name, in any case; a space also finds an underscore and a hyphen",
    }),
    page_size: clampedSize,
    page_number: pageNumber,
  }),
  response: z.object({
    data: z.array(
      z.object({
        id,
        name: z.string(),
        description: z.string().nullable(),
        created_at: timestamp,
        required_keys: z.array(z.string()),
        evals_count: z.int(),
        is_sample: z.boolean(),
      }),
    ),
    total_count: z.int(),
    total_pages: z.int(),
  }),
  example: { name: "rag", page_size: 20 },
});

export const createEvalGroup = define({
  name: "createEvalGroup",
  method: "POST",
  path: base,
  tag,
  summary: "Create an evaluation group",
  description:
    "Creates a named set of evaluation templates. Names are unique in a workspace, in any case. All or nothing: one template that the workspace cannot use refuses the group.",
  body: z.object({ name, description, eval_template_ids: templateIds.min(1, "At least one template is required.") }),
  response: group.extend({ required_keys: z.array(z.string()), evals_with_model: z.array(z.string()) }),
  example: {
    name: "Answers with sources",
    description: "What we ask of every answer",
    eval_template_ids: ["00000000-0000-4000-8000-000000000000"],
  },
});

export const getEvalGroup = define({
  name: "getEvalGroup",
  method: "GET",
  path: `${base}{id}/`,
  tag,
  summary: "Get an evaluation group with its members",
  description: "A group with its templates, the inputs that they need together, and their parameters.",
  params,
  query: z.strictObject({ name: z.string().max(255).optional().meta({ description: "Part of a member's name" }) }),
  response: z.object({
    eval_group: group,
    members: z.array(
      z.object({
        eval_template_id: id,
        name: z.string(),
        description: z.string(),
        added_on: timestamp,
        added_by: z.string(),
        tags: z.array(z.string()),
        required_keys: z.array(z.string()),
        optional_keys: z.array(z.string()),
        models: z.array(z.string()),
      }),
    ),
    required_keys: z.array(z.string()),
    models: z.array(z.string()),
    function_params_requirements: z.record(
      z.string(),
      z.object({
        schema: paramSchema,
        supported_by: z.array(z.object({ eval_template_id: id, name: z.string() })),
        required_for: z.array(z.object({ eval_template_id: id, name: z.string() })),
      }),
    ),
  }),
});

export const replaceEvalGroup = define({
  name: "replaceEvalGroup",
  method: "PUT",
  path: `${base}{id}/`,
  tag,
  summary: "Update an evaluation group's details",
  description: "Changes a group's name and description; its members stay. A sample group cannot be changed.",
  params,
  body: z.object({ name, description }),
  response: group,
  example: { name: "Answers with sources", description: "What we ask of every answer" },
});

export const updateEvalGroup = define({
  name: "updateEvalGroup",
  method: "PATCH",
  path: `${base}{id}/`,
  tag,
  summary: "Update some details of an evaluation group",
  description: "Changes the given details and leaves the others. A sample group cannot be changed.",
  params,
  body: z.object({ name: name.optional(), description }),
  response: group,
  example: { description: "What we ask of every answer" },
});

export const deleteEvalGroup = define({
  name: "deleteEvalGroup",
  method: "DELETE",
  path: `${base}{id}/`,
  tag,
  summary: "Delete an evaluation group",
  description: "Deletes a group; its templates stay. Repeating the request gives 404.",
  params,
  response: z.string(),
});

export const editEvalGroupMembers = define({
  name: "editEvalGroupMembers",
  method: "POST",
  path: `${base}edit-eval-list/`,
  tag,
  summary: "Add and remove templates of a group",
  description:
    "Adds templates to a group and removes others, all or nothing. Adding a member again changes nothing; removing a template that is not a member is refused.",
  errors: ["not_found"],
  body: z
    .object({
      eval_group_id: id,
      added_template_ids: templateIds.default([]),
      deleted_template_ids: templateIds.default([]),
    })
    .refine((body) => body.added_template_ids.length + body.deleted_template_ids.length > 0, {
      path: ["added_template_ids"],
      error: "Nothing to add and nothing to remove.",
    }),
  response: z.string(),
  example: {
    eval_group_id: "00000000-0000-4000-8000-000000000000",
    added_template_ids: ["00000000-0000-4000-8000-000000000001"],
  },
});

const scopes = z.strictObject({
  project_id: id.nullish(),
  prompt_template_id: id.nullish(),
  dataset_id: id.nullish(),
  simulate_id: id.nullish(),
  experiment_id: id.nullish(),
  kb_id: id.nullish(),
  model: modelName.nullish(),
  error_localizer: z.boolean().default(false),
  filters: list(filterItem, 50).nullish(),
});

export const applyEvalGroup = define({
  name: "applyEvalGroup",
  method: "POST",
  path: `${base}apply-eval-group/`,
  tag,
  summary: "Apply an evaluation group to data",
  description:
    "Creates a user evaluation metric for each member, bound to the dataset, project or run test that the filters name. Each gets the part of the mapping that its template uses, or all of it if the template names no inputs. Nothing runs yet. Applying a group to a dataset or run test again creates new names; a tracing project reuses identical metrics. All or nothing.",
  errors: ["not_found"],
  body: z.object({
    eval_group_id: id,
    page_id: z.enum(bindingTargets),
    mapping: mapping.meta({ description: "Maps template inputs to their sources, e.g. a column's id" }),
    filters: scopes.default({ error_localizer: false }),
    deselected_evals: templateIds.default([]),
    params: givenObject.default({}).meta({ description: "Parameters; each template uses those that it defines" }),
  }),
  response: z
    .array(
      z.object({
        id,
        eval_template_id: id,
        name: z.string(),
        mapping: z.record(z.string(), z.unknown()),
        config: z.record(z.string(), z.unknown()),
        params: z.record(z.string(), z.unknown()),
        function_params_schema: z.record(z.string(), z.unknown()),
        eval_required_keys: z.array(z.string()),
        updated_at: timestamp,
        eval_group: z.string(),
      }),
    )
    .nullable()
    .meta({ description: "The metrics of a tracing project or a run test; null for a dataset" }),
  example: {
    eval_group_id: "00000000-0000-4000-8000-000000000000",
    page_id: "DATASET",
    filters: { dataset_id: "00000000-0000-4000-8000-000000000001" },
    mapping: { input: "00000000-0000-4000-8000-000000000002" },
  },
});

const templateItem = z.looseObject({
  id,
  name: z.string(),
  eval_template_name: z.string(),
  eval_required_keys: z.array(z.string()),
  eval_template_tags: z.array(z.string()),
  description: z.string(),
  eval_type: z.string(),
  output_type: z.string(),
  template_type: z.enum(templateTypes),
  updated_at: timestamp,
  model: z.string().nullable(),
  owner: z.enum(["system", "user"]),
});

const texts = list(z.string().max(255), 50).optional();
const evalsQuery = {
  search_text: z.string().max(255).optional().meta({ description: "Part of the name, in any case" }),
  eval_categories: z.enum(["futureagi_built", "user_built"]).optional().meta({ description: "Built-in or custom" }),
  eval_type: z
    .enum(["user", "previously_configured"])
    .optional()
    .meta({ description: "List the dataset's metrics instead of templates" }),
  eval_tags: texts.meta({ description: "Templates with one of these tags" }),
  "eval_tags[]": texts.meta({ description: "Another name for eval_tags" }),
  use_cases: texts.meta({ description: "Templates with one of these tags as well" }),
  experiment_id: id.optional().meta({ description: "An experiment of the dataset" }),
  order: z.enum(["simulate"]).optional().meta({ description: "Templates for audio and conversations first" }),
};
const evalsResponse = z.object({ evals: z.array(templateItem), eval_recommendations: z.array(z.string()) });

export const listEvals = define({
  name: "listEvals",
  method: "GET",
  path: `${base}get_evals_list/`,
  tag,
  summary: "List evaluations for a dataset",
  description:
    "Templates that can be added to a dataset, or with eval_type its existing metrics. Hidden templates and drafts are left out.",
  errors: ["not_found"],
  query: z.strictObject({ dataset_id: id.optional().meta({ description: "The dataset" }), ...evalsQuery }),
  response: evalsResponse,
  example: { search_text: "tox", eval_tags: ["SAFETY"] },
});

export const listDatasetEvals = define({
  name: "listDatasetEvals",
  method: "GET",
  path: "/model-hub/develops/{dataset_id}/get_evals_list/",
  tag,
  summary: "List evaluations for the dataset of the path",
  description:
    "Templates that can be added to the dataset, or with eval_type its existing metrics. Hidden templates and drafts are left out.",
  params: z.object({ dataset_id: id.meta({ description: "Id of the dataset" }) }),
  query: z.strictObject(evalsQuery),
  response: evalsResponse,
  example: { eval_type: "user" },
});
