import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import {
  deleted,
  givenObject,
  id,
  jsonObject,
  labelOrders,
  labelTypes,
  name,
  orderings,
  page,
  pageQuery,
  timestamp,
} from "../shapes";
import { strictBody } from "../strict-body";

const tag = "Annotation labels";
const SETTINGS =
  'Settings depend on the label\'s type and are checked; the error names the first invalid one. Categorical, star and yes-or-no labels that allow notes may have `note_required_for`: answers that can only be submitted with a note, such as `["down"]`. A project cannot have two labels with the same name and type.';
const base = "/model-hub/annotations-labels/";
const params = z.object({ id });

export const label = z
  .object({
    id,
    name: z.string(),
    type: z.enum(labelTypes),
    organization: id,
    settings: jsonObject,
    project: id.nullable(),
    description: z.string().nullable(),
    allow_notes: z.boolean(),
    archived: z.boolean(),
    version: z.int().meta({ description: "Grows with each change of name, type or settings" }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Label" });
export type Label = z.infer<typeof label>;

export const listedLabel = label.extend({
  output_type: z.enum(["choices", "text", "Pass/Fail", "score"]),
  annotation_count: z.int().optional().meta({ description: "Scores under the label, without deleted ones" }),
  queue_count: z.int().optional().meta({ description: "Queues that use the label, without archived ones" }),
  trace_annotations_count: z
    .int()
    .optional()
    .meta({ description: "Scores on traces, spans and sessions, without deleted ones" }),
});
export type ListedLabel = z.infer<typeof listedLabel>;

// The path has the id.
const { id: _, ...answered } = listedLabel.shape;
const ANSWERED = Object.keys(answered);

export const newLabel = strictBody(
  {
    name,
    type: z.enum(labelTypes),
    settings: givenObject.default({}).meta({
      description:
        "Rules of the label's type; {} for its defaults. A categorical label takes no answer without options",
    }),
    description: z.string().max(10_000).nullish(),
    project: id.nullish(),
    allow_notes: z.boolean().default(false),
  },
  ANSWERED,
);

const example = {
  name: "Helpfulness",
  type: "star",
  settings: { no_of_stars: 5 },
  description: "How far does the reply help?",
  allow_notes: true,
};

/** The most labels in one answer. */
export const MAX_LABELS = 500;
const limit = z.int().min(1).max(MAX_LABELS).optional();

export const listLabels = define({
  name: "listLabels",
  method: "GET",
  path: base,
  tag,
  summary: "List labels",
  description:
    "A page of the organization's labels, newest first by default, without archived ones by default. Without a page or page size it has up to 500 labels.",
  envelope: "page",
  query: z.strictObject({
    page: pageQuery.page.removeDefault().optional(),
    limit: limit.meta({ description: `Rows per page (default: 10, or ${MAX_LABELS} without a page number)` }),
    page_size: limit.meta({ description: "Another name for limit" }),
    dataset: id.optional().meta({ description: "Leaves out categorical labels that read columns of other datasets" }),
    project_id: id.optional(),
    queue_id: id.optional().meta({ description: "Only labels of this queue" }),
    type: z.enum(labelTypes).optional(),
    search: z.string().max(255).optional().meta({ description: "Part of the name, ignoring case" }),
    include_usage_count: z.boolean().default(false),
    include_archived: z.boolean().default(false),
    archived: z.boolean().default(false).meta({ description: "Only archived labels" }),
    ordering: orderings(labelOrders).meta({ description: "By the number of `queues` or `scores`, or a field" }),
  }),
  response: page(listedLabel),
  example: { type: "star", search: "help", include_usage_count: true },
});

export const createLabel = define({
  name: "createLabel",
  method: "POST",
  path: base,
  tag,
  summary: "Create a label",
  description: `Creates a label, version 1. ${SETTINGS}`,
  body: newLabel,
  response: label,
  example,
});

export const getLabel = define({
  name: "getLabel",
  method: "GET",
  path: `${base}{id}/`,
  tag,
  summary: "Get a label",
  description: "A label that is not archived.",
  envelope: "bare",
  params,
  response: label,
});

export const replaceLabel = define({
  name: "replaceLabel",
  method: "PUT",
  path: `${base}{id}/`,
  tag,
  summary: "Update a label",
  description: `Replaces a label's fields; fields that are left out get their defaults. A change of name, type or settings is a new version. ${SETTINGS} Once the label has values, its type cannot change, and options in use cannot be removed.`,
  envelope: "bare",
  params,
  body: newLabel,
  response: label,
  example,
});

export const updateLabel = define({
  name: "updateLabel",
  method: "PATCH",
  path: `${base}{id}/`,
  tag,
  summary: "Update some fields of a label",
  description: `Changes the given fields and leaves the others. A change of name, type or settings is a new version. ${SETTINGS} Once the label has values, its type cannot change, and options in use cannot be removed. They can be renamed: \`renamed_options\` also changes all answers, and \`settings\`, if sent, must use the new names.`,
  errors: ["conflict"],
  envelope: "bare",
  params,
  body: strictBody(
    {
      name: name.optional(),
      type: z.enum(labelTypes).optional(),
      settings: givenObject.optional(),
      description: z.string().max(10_000).nullish(),
      project: id.nullish(),
      allow_notes: z.boolean().optional(),
      renamed_options: list(
        z.strictObject({ from: z.string(), to: z.string().trim().min(1, "May not be blank.") }),
        1000,
      )
        .optional()
        .meta({ description: "Options of a categorical label to rename; existing answers follow" }),
      base_version: z.int().min(1).max(2_147_483_647).optional().meta({
        description:
          "The version that was edited. If the label has another one by now, nothing changes and the answer is 409",
      }),
    },
    ANSWERED,
  ),
  response: label,
  example: { name: "Helpfulness of the reply" },
});

export const deleteLabel = define({
  name: "deleteLabel",
  method: "DELETE",
  path: `${base}{id}/`,
  tag,
  summary: "Archive a label",
  description:
    "Archives a label. It is no longer offered, but its scores and the queues that use it keep it. It can be restored.",
  params,
  response: deleted,
});

export const restoreLabel = define({
  name: "restoreLabel",
  method: "POST",
  path: `${base}{id}/restore/`,
  tag,
  summary: "Restore an archived label",
  description:
    "Brings an archived label back. 404 if it is not archived, 409 if an active label has its name and type.",
  errors: ["conflict"],
  params,
  response: label,
});
