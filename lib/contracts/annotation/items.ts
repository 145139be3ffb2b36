import { z } from "zod";
import { define } from "../define";
import {
  id,
  itemParams,
  itemStatuses,
  json,
  jsonObject,
  labelTypes,
  longText,
  page,
  pageQuery,
  queueParams,
  queueStatuses,
  reviewStatuses,
  scoreSources,
  sourceTypes,
  timestamp,
  workflowStatuses,
} from "../shapes";
import { resolvedValue } from "./adjudications";
import { discussion } from "./discussions";
import { score } from "./scores";
import { selection } from "./selection";

const tag = "Queue items";
const base = "/model-hub/annotation-queues/{queue_id}/items/";
const reviewState = z.enum([...reviewStatuses, "all", ""]).optional();

/** By these a reviewer moves among items that others have annotated, and sees what they gave. */
const reviewView = {
  view_mode: z.string().optional().meta({ description: "For reviewers: review, comparison or submissions" }),
  review_status: reviewState,
  exclude_review_status: reviewState,
  include_all_annotations: z.boolean().optional(),
};
const person = z.object({ id, name: z.string(), email: z.string() });

export const item = z
  .object({
    id,
    queue: id,
    source_type: z.enum(sourceTypes),
    source_id: z.string(),
    status: z.enum(itemStatuses),
    workflow_status: z.enum(workflowStatuses),
    workflow_status_label: z.string(),
    priority: z.int(),
    order: z.int(),
    metadata: jsonObject,
    assigned_to: id.nullable(),
    assigned_to_name: z.string().nullable(),
    assigned_users: z.array(person),
    reserved_by: id.nullable().meta({ description: "The caller, when the caller holds the item; else who else does" }),
    reserved_by_name: z.string().nullable(),
    reservation_expires_at: timestamp.nullable(),
    annotations_completed: z.int().meta({ description: "How many annotators have completed the item" }),
    review_status: z.enum(reviewStatuses).nullable(),
    reviewed_by: id.nullable(),
    reviewed_by_name: z.string().nullable(),
    reviewed_at: timestamp.nullable(),
    review_notes: z.string().nullable(),
    source_preview: jsonObject,
    comment_count: z.int(),
    open_feedback_count: z.int(),
    created_at: timestamp,
    completed_at: timestamp.nullable(),
  })
  .meta({ id: "QueueItem" });
export type Item = z.infer<typeof item>;

export const listItems = define({
  name: "listItems",
  method: "GET",
  path: base,
  tag,
  summary: "List a queue's items",
  envelope: "page",
  params: queueParams,
  query: z.strictObject({
    ...pageQuery,
    status: z
      .array(z.enum([...itemStatuses, "in_review", "resubmitted", "needs_changes", "all", ""]))
      .optional()
      .meta({ description: "Repeatable or comma separated" }),
    source_type: z.array(z.enum([...sourceTypes, "all", ""])).optional(),
    assigned_to: z.union([z.literal("me"), id]).optional(),
    review_status: z.enum([...reviewStatuses, "all"]).optional(),
    disagreement_label: id.optional().meta({
      description: "Only items to which annotators gave different values under this label; for managers and reviewers",
    }),
    ordering: z.enum(["created_at", "-created_at", "order", "-order"]).default("-created_at"),
  }),
  response: page(item),
});

const sourceReference = z.strictObject({ source_type: z.enum(sourceTypes), source_id: z.string().min(1).max(255) });

export const addItems = define({
  name: "addItems",
  method: "POST",
  path: `${base}add-items/`,
  tag,
  summary: "Add sources to a queue",
  access: "queue",
  params: queueParams,
  body: z
    .strictObject({
      items: z.array(sourceReference).min(1, "At least one item is required.").optional(),
      selection: selection.optional(),
      project_id: id.nullish(),
    })
    .refine((body) => (body.items === undefined) !== (body.selection === undefined), {
      error: "Give exactly one of items and selection.",
    }),
  response: z.object({
    added: z.int(),
    duplicates: z.int(),
    errors: z.array(z.object({ source_type: z.enum(sourceTypes), source_id: z.string(), error: z.string() })),
    queue_status: z.enum(queueStatuses),
    total_matching: z.int().optional().meta({ description: "How many sources the selection names" }),
  }),
  example: { items: [{ source_type: "dataset_row", source_id: "00000000-0000-4000-8000-000000000000" }] },
});

export const assignItems = define({
  name: "assignItems",
  method: "POST",
  path: `${base}assign/`,
  tag,
  summary: "Assign items to annotators",
  access: "queue",
  params: queueParams,
  body: z.strictObject({
    item_ids: z.array(id).min(1, "At least one item is required.").max(10_000),
    user_ids: z.array(id).max(1000).optional(),
    user_id: id.nullish().meta({ description: "The only assignee; null unassigns" }),
    action: z.enum(["add", "set", "remove"]).default("add"),
  }),
  response: z.object({ assigned: z.int().meta({ description: "Items found, times people" }) }),
  example: { item_ids: ["00000000-0000-4000-8000-000000000000"], user_ids: [], action: "set" },
});

export const bulkRemoveItems = define({
  name: "bulkRemoveItems",
  method: "POST",
  path: `${base}bulk-remove/`,
  tag,
  summary: "Remove items with everything that was said of them",
  access: "queue",
  params: queueParams,
  body: z.strictObject({ item_ids: z.array(id).min(1, "At least one item is required.").max(10_000) }),
  response: z.object({ removed: z.int() }),
  example: { item_ids: ["00000000-0000-4000-8000-000000000000"] },
});

export const nextItem = define({
  name: "nextItem",
  method: "GET",
  path: `${base}next-item/`,
  tag,
  summary: "Claim the next item for the caller, or resume the one that the caller holds",
  access: "queue",
  params: queueParams,
  query: z.strictObject({
    exclude: z.array(id).max(1000).optional().meta({ description: "Items to leave out, comma separated" }),
    before: id.optional().meta({ description: "The neighbour before this item, without claiming it" }),
    include_completed: z.boolean().default(false),
    ...reviewView,
  }),
  response: z.object({ item: item.nullable() }),
});

/** How a client moves on: which items it has visited, and whether completed ones count. */
const moveOn = z.strictObject({
  exclude: z.union([z.array(id), z.string()]).optional(),
  exclude_review_status: reviewView.exclude_review_status,
  include_completed: z.boolean().optional(),
});

export const itemLabel = z.object({
  id: id.meta({ description: "Id of the binding" }),
  label_id: id,
  name: z.string(),
  type: z.enum(labelTypes),
  settings: jsonObject,
  description: z.string().nullable(),
  allow_notes: z.boolean(),
  required: z.boolean(),
  order: z.int(),
});
export type ItemLabel = z.infer<typeof itemLabel>;

const position = { total: z.int(), completed: z.int(), current_position: z.int().nullable() };

export const itemDetail = z
  .object({
    item: item.extend({
      assigned_to_id: id.nullable(),
      source_content: jsonObject,
    }),
    queue: z.object({
      id,
      name: z.string(),
      status: z.enum(queueStatuses),
      instructions: z.string().nullable(),
      annotations_required: z.int(),
      requires_review: z.boolean(),
      reservation_timeout_minutes: z.int(),
    }),
    labels: z.array(itemLabel),
    annotations: z.array(score),
    ...discussion,
    resolved: z.array(resolvedValue).meta({ description: "What reviewers settled; for reviewers and managers" }),
    existing_notes: z.string(),
    span_notes: z.array(
      z.object({ id, notes: z.string(), annotator: z.string(), annotator_id: id, created_at: timestamp }),
    ),
    span_notes_source_id: z.string().nullable(),
    seat: z
      .object({
        state: z.enum(["reserved", "completed", "skipped"]),
        expires_at: timestamp.nullable(),
      })
      .nullable()
      .meta({ description: "What the caller has to do with the item" }),
    progress: z.object({ ...position, user_progress: z.object(position) }),
    next_item_id: id.nullable(),
    prev_item_id: id.nullable(),
  })
  .meta({ id: "ItemDetail" });
export type ItemDetail = z.infer<typeof itemDetail>;

export const annotateDetail = define({
  name: "annotateDetail",
  method: "GET",
  path: `${base}{item_id}/annotate-detail/`,
  tag,
  summary: "An item with its full source, its form and the caller's annotations",
  access: "queue",
  params: itemParams,
  query: z.strictObject({
    reserve: z.boolean().default(false).meta({ description: "Take or renew the reservation" }),
    annotator_id: id.optional(),
    include_completed: z.boolean().optional(),
    ...reviewView,
  }),
  response: itemDetail,
});

export const listAnnotations = define({
  name: "listAnnotations",
  method: "GET",
  path: `${base}{item_id}/annotations/`,
  tag,
  summary: "All annotations of an item; until the caller has completed it, the caller's own",
  params: itemParams,
  response: z.array(score),
});

export const submitAnnotations = define({
  name: "submitAnnotations",
  method: "POST",
  path: `${base}{item_id}/annotations/submit/`,
  tag,
  summary: "Submit annotations and notes for an item",
  access: "queue",
  params: itemParams,
  body: z.strictObject({
    annotations: z
      .array(
        z.strictObject({
          label_id: id,
          value: json,
          notes: longText.nullish(),
          score_source: z.enum(scoreSources).optional(),
        }),
      )
      .min(1, "At least one annotation is required.")
      .max(200),
    notes: longText.nullish(),
    item_notes: longText.nullish().meta({ description: "Note on the whole item; empty text removes it" }),
  }),
  response: z.object({ submitted: z.int() }),
  example: { annotations: [{ label_id: "00000000-0000-4000-8000-000000000000", value: { rating: 4 } }] },
});

export const completeItem = define({
  name: "completeItem",
  method: "POST",
  path: `${base}{item_id}/complete/`,
  tag,
  summary: "Complete an item and claim the next one",
  access: "queue",
  params: itemParams,
  body: moveOn,
  response: z.object({ completed_item_id: id, next_item: item.nullable() }),
});

export const skipItem = define({
  name: "skipItem",
  method: "POST",
  path: `${base}{item_id}/skip/`,
  tag,
  summary: "Skip an item for the caller and claim the next one",
  access: "queue",
  params: itemParams,
  body: moveOn.extend({ reason: z.string().max(2000).nullish() }),
  response: z.object({ skipped_item_id: id, next_item: item.nullable() }),
});

export const releaseItem = define({
  name: "releaseItem",
  method: "POST",
  path: `${base}{item_id}/release/`,
  tag,
  summary: "Give a reserved item back",
  access: "queue",
  params: itemParams,
  response: z.object({ released: z.literal(true) }),
});
