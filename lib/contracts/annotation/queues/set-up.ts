// A queue in one request: with its labels, people, layout and items; the same of another queue; and a look at a source.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../../define";
import { MAX_ADDED_ITEMS, MAX_FIRST_ITEMS } from "../../limits";
import { id, jsonObject, name, queueParams, sourceTypes } from "../../shapes";
import { MANAGERS_MAY } from "../../words";
import { MAX_READ_ITEMS, sourceReference } from "../items";
import { newLabel } from "../labels";
import { selection } from "../selection";
import { newQueue } from "./queues";
import { queue } from "./shapes";

const tag = "Annotation queues";
const base = "/model-hub/annotation-queues/";

const MAX_LABELS = 100;

const sources = z
  .strictObject({
    items: list(sourceReference, MAX_READ_ITEMS)
      .min(1, "At least one item is required.")
      .optional()
      .meta({ description: `At most ${MAX_ADDED_ITEMS}: more are refused with 413 items_too_large` }),
    selection: selection.optional(),
  })
  .refine((body) => (body.items === undefined) !== (body.selection === undefined), {
    error: "Give exactly one of items and selection.",
  });

const required = z.boolean().default(false);
const queueLabels = list(
  z
    .strictObject({
      label_id: id.optional().meta({ description: "A label that exists" }),
      new_label: newLabel.optional().meta({ description: "A label that is created with the queue" }),
      or_existing: z.boolean().default(false).meta({
        description: "With new_label: a label of this name and type that exists is used as it is",
      }),
      required,
    })
    .refine((label) => (label.label_id === undefined) !== (label.new_label === undefined), {
      error: "Give exactly one of label_id and new_label.",
    }),
  MAX_LABELS,
);

export const setUpQueue = define({
  name: "setUpQueue",
  method: "POST",
  path: `${base}set-up/`,
  tag,
  summary: "Create a queue with its labels, people, layout and items",
  description: `Creates a queue with everything in it, in one transaction: new labels, members, layout and items, and activates it if \`activate\` is true. Either all of it is there afterwards or nothing. A taken name of a queue is refused, and of a label unless \`or_existing\` is true. So a repeated request makes no second queue. A filter may select up to ${MAX_FIRST_ITEMS} sources. \`errors\` lists sources that cannot be added; the others are added.`,
  errors: ["items_too_large", "queue_without_labels", "selection_too_large", "not_found"],
  body: z.strictObject({
    ...newQueue,
    labels: queueLabels.default([]).meta({ description: "The questions, in the order of the form" }),
    sources: sources.optional().meta({ description: "What becomes the queue's items" }),
    activate: z.boolean().default(false).meta({ description: "Whether annotators can begin at once" }),
  }),
  response: z.object({
    queue,
    added: z.int(),
    errors: z.array(z.object({ source_type: z.enum(sourceTypes), source_id: z.string(), error: z.string() })),
  }),
  example: {
    name: "Support replies",
    auto_assign: true,
    labels: [{ new_label: { name: "Resolved", type: "thumbs_up_down" }, required: true }],
    activate: true,
  },
});

export const previewSource = define({
  name: "previewSource",
  scope: "read",
  method: "POST",
  path: `${base}preview-source/`,
  tag,
  summary: "Show the first of some sources as annotators would see it",
  description:
    "The content of the first source that a list or a filter names, without what annotators do not see, and how many sources there are. Nothing is created.",
  errors: ["not_found"],
  access: "read",
  body: sources,
  response: z.object({
    total: z.int(),
    source_type: z.enum(sourceTypes).nullable(),
    source_id: z.string().nullable(),
    source_content: jsonObject.nullable().meta({ description: "Null if there is no source" }),
  }),
  example: { items: [{ source_type: "dataset_row", source_id: "00000000-0000-4000-8000-000000000000" }] },
});

export const duplicateQueue = define({
  name: "duplicateQueue",
  method: "POST",
  path: `${base}{queue_id}/duplicate/`,
  tag,
  summary: "Create a draft queue like another one",
  description: `Creates a draft queue with the settings, labels, people and layout of another one, but without its due date. With \`with_items\`, its sources become new items that nobody has annotated, at most ${MAX_FIRST_ITEMS}; known answers of gold items are not copied. A taken name is refused. ${MANAGERS_MAY}`,
  access: "queue",
  params: queueParams,
  body: z.strictObject({ name, with_items: z.boolean().default(false) }),
  response: z.object({ queue, added: z.int() }),
  example: { name: "Support replies, second round" },
});
