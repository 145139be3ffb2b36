import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { deleted, id } from "../shapes";
import { settings, tags } from "./shapes/template-settings";
import { templateDetail } from "./template-detail";

const tag = "Evaluation templates";
const base = "/model-hub/eval-templates/";
const params = z.object({ id: id.meta({ description: "Id of the template" }) });

/** Lower-case letters, digits, - and _, where - and _ are neither at the ends nor adjacent. */
export const templateName = z
  .string()
  .max(255, "At most 255 characters.")
  .regex(
    /^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/,
    "Use lower-case letters, digits, - and _, and begin and end with a letter or digit.",
  )
  .refine((name) => !/_-|-_/.test(name), "May not hold - and _ beside each other.");

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
    publish: z
      .boolean()
      .optional()
      .meta({ description: "Whether a draft becomes a template: the opposite of is_draft" }),
    message: z
      .string()
      .max(1000)
      .optional()
      .meta({ description: "The reason for the change, shown in the list of versions" }),
    description: z.string().max(10_000).optional(),
    tags: tags.optional(),
    ...settings.shape,
  }),
  response: templateDetail.extend({ updated: z.literal(true) }),
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

export const deleteEvalTemplate = define({
  name: "deleteEvalTemplate",
  method: "POST",
  path: "/model-hub/delete-eval-template/",
  tag,
  summary: "Delete an evaluation template",
  description: "Deletes one of the organization's own templates. Its logs stay; it is removed from its groups.",
  errors: ["not_found"],
  body: z.object({ eval_template_id: id }),
  response: deleted,
  example: { eval_template_id: "00000000-0000-4000-8000-000000000000" },
});

export const duplicateEvalTemplate = define({
  name: "duplicateEvalTemplate",
  method: "POST",
  path: "/model-hub/duplicate-eval-template/",
  tag,
  summary: "Copy an evaluation template",
  description: "Creates a custom template from the current version of any visible template, without its ground truth.",
  errors: ["not_found"],
  body: z.object({ eval_template_id: id, name: templateName }),
  response: z.object({
    id,
    name: z.string(),
    version: z.string(),
    eval_template_id: id.meta({ description: "Id of the copy" }),
    message: z.string(),
  }),
  example: { eval_template_id: "00000000-0000-4000-8000-000000000000", name: "tone-of-ours" },
});
