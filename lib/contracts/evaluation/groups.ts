import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, name, timestamp } from "../shapes";
import { paramSchema } from "./shapes/definition";

const tag = "Evaluation groups";
export const base = "/model-hub/eval-groups/";
const params = z.object({ id: id.meta({ description: "Id of the group" }) });
const MAX_GROUP_MEMBERS = 500;
export const templateIds = list(id, MAX_GROUP_MEMBERS);
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

const pageNumber = z.int().min(0).max(1_000_000).default(0).meta({ description: "0-based page" });

/** A size outside 1 to 100 becomes the nearest allowed size. */
const clampedSize = z
  .int()
  .default(10)
  .transform((size) => Math.min(100, Math.max(1, size)))
  .meta({ description: "Rows per page, at most 100" });

export const listEvalGroups = define({
  name: "listEvalGroups",
  method: "GET",
  path: base,
  tag,
  summary: "List evaluation groups, newest first",
  description: "A page of the workspace's groups, newest first, with the samples that come with the product.",
  query: z.strictObject({
    name: z.string().max(255).optional().meta({
      description: "Part of the name, ignoring case; a space also matches an underscore and a hyphen",
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
    "Creates a named set of evaluation templates. Names are unique in a workspace, ignoring case. All or nothing: if the workspace cannot use one of the templates, no group is created.",
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
  description: "A group with its templates, all inputs that they need, and their parameters.",
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
