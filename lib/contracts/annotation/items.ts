// The items of a queue.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { MAX_ADDED_ITEMS } from "../limits";
import {
  id,
  itemPurposes,
  itemStatuses,
  jsonObject,
  page,
  pageQuery,
  queueParams,
  queueStatuses,
  reviewStatuses,
  sourceId,
  sourceTypes,
  timestamp,
  workflowStatuses,
} from "../shapes";
import { MANAGERS_MAY } from "../words";
import { chosenItems, itemFilterFields, itemOrdering, NAMES_ITEMS, namesItems } from "./items/filters";
import { selection } from "./selection";

const tag = "Queue items";
const base = "/model-hub/annotation-queues/{queue_id}/items/";
const person = z.object({ id, name: z.string(), email: z.string() });

const itemAnswer = z.object({
  label_id: id,
  annotator_id: id,
  annotator_name: z.string(),
  value: jsonObject.meta({ description: "As in scores" }),
});
export type ItemAnswer = z.infer<typeof itemAnswer>;

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
    order: z.int().meta({
      description: "For managers and reviewers. 0 for annotators, because it would reveal which items are checks",
    }),
    purpose: z
      .enum(itemPurposes)
      .optional()
      .meta({ description: "Only in lists and single items; for managers and reviewers" }),
    metadata: jsonObject,
    assigned_to: id.nullable(),
    assigned_to_name: z.string().nullable(),
    assigned_users: z.array(person),
    reserved_by: id.nullable().meta({
      description:
        "The caller, if the caller has reserved the item; otherwise the user who has; null for nobody, or while others can take it",
    }),
    reserved_by_name: z.string().nullable(),
    reservation_expires_at: timestamp.nullable(),
    annotations_completed: z.int().meta({
      description:
        "How many annotators have completed the item. In queues with checks, annotators see only their own part of it, also in `status` and `review_status`",
    }),
    review_status: z.enum(reviewStatuses).nullable(),
    reviewed_by: id.nullable(),
    reviewed_by_name: z.string().nullable(),
    reviewed_at: timestamp.nullable(),
    review_notes: z.string().nullable(),
    source_preview: jsonObject.meta({
      description: "Annotators see no number and no times of the source, here and in `source_content`",
    }),
    comment_count: z.int(),
    open_feedback_count: z.int(),
    created_at: timestamp,
    completed_at: timestamp.nullable(),
    completed_by: z
      .array(person.omit({ email: true }))
      .optional()
      .meta({ description: "Only with include_answers: who has completed the item" }),
    answers: z.array(itemAnswer).optional().meta({ description: "Only with include_answers" }),
    source_fields: z.record(z.string(), z.string()).optional().meta({
      description: "Only with include_fields: a dataset row's cells by column, each up to 200 characters",
    }),
  })
  .meta({ id: "QueueItem" });
export type Item = z.infer<typeof item>;

export const listItems = define({
  name: "listItems",
  method: "GET",
  path: base,
  tag,
  summary: "List a queue's items",
  description:
    "A page of a queue's items, newest first by default. All filters must match. Managers and reviewers see gold items and can use every filter, order and addition; annotators get 403 for those that would show answers or reveal checks. With `include_answers` or `include_fields`, a page has at most 100 items.",
  errors: ["permission_denied", "not_found"],
  envelope: "page",
  params: queueParams,
  query: z.strictObject({
    ...pageQuery,
    ...itemFilterFields,
    ordering: itemOrdering.default("-created_at").meta({
      description:
        "Also `label:` with a label's id, by the least of its answers, and `field:` with a column of dataset rows; with a minus sign descending. Unknown values come last. For annotators only created_at and order",
    }),
    include_answers: z.boolean().optional().meta({ description: "Adds `answers`. For managers and reviewers" }),
    include_fields: z.boolean().optional().meta({ description: "Adds `source_fields`. For managers and reviewers" }),
  }),
  response: page(item),
  example: { status: ["in_review", "resubmitted"], assigned_to: "me", limit: 50 },
});

// The schema refuses only far larger lists. Above 10,000 items the verb answers with a clearer 413 items_too_large.
export const MAX_READ_ITEMS = 2 * MAX_ADDED_ITEMS;
export const sourceReference = z.strictObject({ source_type: z.enum(sourceTypes), source_id: sourceId });

export const addItems = define({
  name: "addItems",
  method: "POST",
  path: `${base}add-items/`,
  tag,
  summary: "Add sources to a queue",
  description: `Adds up to 10,000 sources at the end of a queue, by id or by a filter. Sources that are already in the queue count as duplicates, so a repeated request adds nothing. \`errors\` lists sources that cannot be added; the others are added. New items are assigned by the queue's strategy, and a completed queue opens again. ${MANAGERS_MAY}`,
  errors: ["items_too_large", "selection_too_large"],
  access: "queue",
  params: queueParams,
  body: z
    .strictObject({
      items: list(sourceReference, MAX_READ_ITEMS)
        .min(1, "At least one item is required.")
        .optional()
        .meta({
          maxItems: MAX_ADDED_ITEMS,
          description: `At most ${MAX_ADDED_ITEMS}: more are refused with 413 items_too_large`,
        }),
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
    total_matching: z.int().optional().meta({ description: "How many sources match the selection" }),
  }),
  example: { items: [{ source_type: "dataset_row", source_id: "00000000-0000-4000-8000-000000000000" }] },
});

export const assignItems = define({
  name: "assignItems",
  method: "POST",
  path: `${base}assign/`,
  tag,
  summary: "Assign items to annotators",
  description: `Assigns up to 10,000 items, or all up to 100,000 that match a filter, to members of the queue: adds, replaces or removes assignees. Items of other queues are ignored. Repeating the request changes nothing. ${MANAGERS_MAY}`,
  errors: ["required", "selection_too_large", "not_found"],
  access: "queue",
  params: queueParams,
  body: z
    .strictObject({
      ...chosenItems,
      user_ids: list(id, 1000).optional(),
      user_id: id.nullish().meta({ description: "The only assignee; null unassigns" }),
      action: z.enum(["add", "set", "remove"]).default("add"),
    })
    .refine(namesItems, NAMES_ITEMS),
  response: z.object({ assigned: z.int().meta({ description: "Items found, multiplied by the number of users" }) }),
  example: { item_ids: ["00000000-0000-4000-8000-000000000000"], user_ids: [], action: "set" },
});

export const bulkRemoveItems = define({
  name: "bulkRemoveItems",
  method: "POST",
  path: `${base}bulk-remove/`,
  tag,
  summary: "Remove items with their scores, notes and discussions",
  description: `Removes up to 10,000 items, or all up to 100,000 that match a filter, with their scores, notes and discussions. Items that are not in the queue are ignored. ${MANAGERS_MAY}`,
  errors: ["required", "selection_too_large", "not_found"],
  access: "queue",
  params: queueParams,
  body: z.strictObject(chosenItems).refine(namesItems, NAMES_ITEMS),
  response: z.object({ removed: z.int() }),
  example: { item_ids: ["00000000-0000-4000-8000-000000000000"] },
});

export const setItemPriority = define({
  name: "setItemPriority",
  method: "POST",
  path: `${base}set-priority/`,
  tag,
  summary: "Set the priority of many items",
  description: `Sets the priority of up to 10,000 items, or of all up to 100,000 that match a filter. Items with a higher priority are handed out first. Items that are not in the queue are ignored. Repeating the request changes nothing. ${MANAGERS_MAY}`,
  errors: ["required", "selection_too_large", "not_found"],
  access: "queue",
  params: queueParams,
  body: z
    .strictObject({ ...chosenItems, priority: z.int().min(-1_000_000).max(1_000_000) })
    .refine(namesItems, NAMES_ITEMS),
  response: z.object({ changed: z.int().meta({ description: "Items found" }) }),
  example: { item_ids: ["00000000-0000-4000-8000-000000000000"], priority: 5 },
});
