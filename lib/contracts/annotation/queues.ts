import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { define } from "../define";
import { MAX_COUNTED } from "../limits";
import {
  assignmentStrategies,
  exportFormats,
  id,
  jsonObject,
  labelTypes,
  longText,
  name,
  page,
  pageQuery,
  queueParams,
  queueRoles,
  queueStatuses,
  timestamp,
} from "../shapes";
import { MANAGERS_MAY } from "../words";
import { exportedItems } from "./exported";

const tag = "Annotation queues";
const CHANGE = `\`label_ids\` replaces the labels, \`annotator_ids\` the members. New settings apply to items at once: a new strategy assigns waiting items, and a new number of annotators opens or completes items. ${MANAGERS_MAY}`;
const base = "/model-hub/annotation-queues/";
const params = queueParams;

export const queueLabel = z
  .object({
    id: id.meta({ description: "Id of the binding" }),
    label_id: id,
    name: z.string(),
    type: z.enum(labelTypes),
    required: z.boolean(),
    order: z.int(),
  })
  .meta({ id: "QueueLabel" });

export const queueMember = z
  .object({
    id: id.meta({ description: "Id of the membership" }),
    user_id: id,
    name: z.string(),
    email: z.string(),
    role: z.enum(queueRoles).meta({ description: "The highest of the roles" }),
    roles: z.array(z.enum(queueRoles)),
  })
  .meta({ id: "QueueMember" });

export const queue = z
  .object({
    id,
    name: z.string(),
    description: z.string().nullable(),
    instructions: z.string().nullable(),
    status: z.enum(queueStatuses),
    assignment_strategy: z.enum(assignmentStrategies),
    annotations_required: z.int(),
    reservation_timeout_minutes: z.int(),
    requires_review: z.boolean(),
    auto_assign: z.boolean(),
    gold_percent: z.int(),
    repeat_percent: z.int(),
    organization: id,
    project: id.nullable(),
    dataset: id.nullable(),
    agent_definition: id.nullable(),
    is_default: z.boolean(),
    labels: z.array(queueLabel),
    annotators: z.array(queueMember),
    created_by: id,
    created_by_name: z.string(),
    viewer_role: z.enum(queueRoles).nullable().meta({ description: "The caller's highest role in the queue" }),
    viewer_roles: z.array(z.enum(queueRoles)),
    deleted: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
    label_count: z.int().optional(),
    annotator_count: z.int().optional(),
    item_count: z.int().optional(),
    completed_count: z.int().optional(),
  })
  .meta({ id: "Queue" });
export type Queue = z.infer<typeof queue>;

/** People of one queue. */
const MAX_MEMBERS = 1000;
const ROLES = `Must be one of ${queueRoles.join(", ")}, or a list of them.`;
const roles = z.union([z.enum(queueRoles), list(z.enum(queueRoles), queueRoles.length).min(1)], ROLES);

const percent = z.int().min(0).max(50);

// Unknown members are ignored, and the read-only ones among them (status, project, dataset, is_default) with them.
const settings = {
  description: longText.nullish(),
  instructions: longText.nullish().meta({ description: "Guidelines for annotators, Markdown" }),
  assignment_strategy: z.enum(assignmentStrategies),
  annotations_required: z.int().min(1).max(10).meta({ description: "How many annotators each item needs" }),
  reservation_timeout_minutes: z.int().min(1).max(1440),
  requires_review: z.boolean(),
  auto_assign: z.boolean().meta({ description: "Whether any annotator of the queue can take any item" }),
  gold_percent: percent.meta({
    description: "Percentage of gold items among the items that an annotator gets",
  }),
  repeat_percent: percent.meta({ description: "Percentage of items that the annotator has completed before" }),
  annotator_ids: list(id, MAX_MEMBERS),
  annotator_roles: dictionary(id, roles, MAX_MEMBERS).meta({
    description: "User id to a role or roles (default: annotator)",
  }),
};
const labelIds = list(id, 100).min(1, "At least one label is required.");

const createBody = z.object({
  name,
  description: settings.description,
  instructions: settings.instructions,
  assignment_strategy: settings.assignment_strategy.default("manual"),
  annotations_required: settings.annotations_required.default(1),
  reservation_timeout_minutes: settings.reservation_timeout_minutes.default(60),
  requires_review: settings.requires_review.default(false),
  auto_assign: settings.auto_assign.default(false),
  gold_percent: settings.gold_percent.optional(),
  repeat_percent: settings.repeat_percent.optional(),
  label_ids: labelIds.optional(),
  required_label_ids: list(id, 100).optional().meta({ description: "Those of label_ids that must be answered" }),
  annotator_ids: settings.annotator_ids.default([]),
  annotator_roles: settings.annotator_roles.default({}),
});

const changes = {
  description: settings.description,
  instructions: settings.instructions,
  assignment_strategy: settings.assignment_strategy.optional(),
  annotations_required: settings.annotations_required.optional(),
  reservation_timeout_minutes: settings.reservation_timeout_minutes.optional(),
  requires_review: settings.requires_review.optional(),
  auto_assign: settings.auto_assign.optional(),
  gold_percent: settings.gold_percent.optional(),
  repeat_percent: settings.repeat_percent.optional(),
  annotator_ids: settings.annotator_ids.optional(),
  annotator_roles: settings.annotator_roles.optional(),
};

export const listQueues = define({
  name: "listQueues",
  method: "GET",
  path: base,
  tag,
  summary: "List queues, newest first",
  description:
    "A page of the organization's queues, newest first, without archived ones by default. Every member sees every queue; `viewer_roles` are the caller's roles in it.",
  envelope: "page",
  query: z.strictObject({
    ...pageQuery,
    status: z.enum(queueStatuses).optional(),
    search: z.string().max(255).optional(),
    include_counts: z.boolean().default(false),
    archived: z.boolean().default(false).meta({ description: "Only archived queues" }),
  }),
  response: page(queue),
  example: { status: "active", include_counts: true, limit: 50 },
});

export const createQueue = define({
  name: "createQueue",
  method: "POST",
  path: base,
  tag,
  summary: "Create a queue",
  description:
    "Creates a queue in draft, with the caller as its manager. Names of live queues are unique; a taken one is refused. Work begins once the queue is active: updateQueueStatus.",
  envelope: "bare",
  body: createBody,
  response: queue,
  example: { name: "Support replies", annotations_required: 2, auto_assign: true },
});

export const getQueue = define({
  name: "getQueue",
  method: "GET",
  path: `${base}{queue_id}/`,
  tag,
  summary: "Get a queue",
  description: "A queue that is not archived, with its labels and people.",
  envelope: "bare",
  params,
  response: queue,
});

export const replaceQueue = define({
  name: "replaceQueue",
  method: "PUT",
  path: `${base}{queue_id}/`,
  tag,
  summary: "Update a queue",
  description: `Changes a queue's settings; unlike with PATCH the name must be given, and other fields left out stay as they are. ${CHANGE}`,
  access: "queue",
  envelope: "bare",
  params,
  body: z.object({ name, label_ids: labelIds.optional(), ...changes }),
  response: queue,
  example: { name: "Support replies", description: "Replies of the support assistant" },
});

export const updateQueue = define({
  name: "updateQueue",
  method: "PATCH",
  path: `${base}{queue_id}/`,
  tag,
  summary: "Update some fields of a queue",
  description: `Changes the given settings of a queue. ${CHANGE}`,
  access: "queue",
  envelope: "bare",
  params,
  body: z.object({ name: name.optional(), label_ids: labelIds.optional(), ...changes }),
  response: queue,
  example: { instructions: "Judge the reply against the policy." },
});

export const deleteQueue = define({
  name: "deleteQueue",
  method: "DELETE",
  path: `${base}{queue_id}/`,
  tag,
  summary: "Archive a queue",
  description: `Archives a queue with everything in it; nothing is lost and it can be restored. Nobody works in it meanwhile. ${MANAGERS_MAY}`,
  access: "queue",
  params,
  response: z.object({ deleted: z.literal(true), archived: z.literal(true), queue_id: id }),
});

export const hardDeleteQueue = define({
  name: "hardDeleteQueue",
  method: "POST",
  path: `${base}{queue_id}/hard-delete/`,
  tag,
  summary: "Delete a queue for good, with its items and everything that was said of them",
  description: `Deletes a queue for good, archived or not, with its items, scores, discussions and exports. \`confirm_name\` must be its name. This cannot be taken back. ${MANAGERS_MAY}`,
  access: "queue",
  params,
  body: z.strictObject({
    force: z.literal(true),
    confirm_name: z.string().max(255).meta({ description: "The queue's name, exactly" }),
  }),
  response: z.object({ deleted: z.literal(true), queue_id: id }),
  example: { force: true, confirm_name: "Support replies" },
});

export const restoreQueue = define({
  name: "restoreQueue",
  method: "POST",
  path: `${base}{queue_id}/restore/`,
  tag,
  summary: "Restore an archived queue",
  description: `Brings an archived queue back as it was. 404 when it is not archived; 409 when a live queue has its name, or its place as a default queue. ${MANAGERS_MAY}`,
  errors: ["conflict"],
  access: "queue",
  params,
  response: queue,
});

export const updateQueueStatus = define({
  name: "updateQueueStatus",
  method: "POST",
  path: `${base}{queue_id}/update-status/`,
  tag,
  summary: "Move a queue to another status",
  description: `Moves a queue: draft to active; active to paused or completed; paused to active or completed; completed to active or paused. Other moves are refused, and active where the queue has no labels. Only an active queue hands out work. ${MANAGERS_MAY}`,
  errors: ["queue_without_labels"],
  access: "queue",
  params,
  body: z.strictObject({ status: z.enum(queueStatuses) }),
  response: queue,
  example: { status: "active" },
});

/** A label as a queue's form shows it: here `id` is the label's own id. */
export const boundLabel = z
  .object({
    id,
    name: z.string(),
    type: z.enum(labelTypes),
    settings: jsonObject,
    description: z.string().nullable(),
    allow_notes: z.boolean(),
    required: z.boolean(),
    order: z.int(),
  })
  .meta({ id: "BoundLabel" });
export type BoundLabel = z.infer<typeof boundLabel>;

export const addQueueLabel = define({
  name: "addQueueLabel",
  method: "POST",
  path: `${base}{queue_id}/add-label/`,
  tag,
  summary: "Attach a label to a queue",
  description: `Attaches a label at the end of the form, or changes whether an attached one is required; repeated, it changes nothing. A required label opens completed items that lack it again, and their queue with them. ${MANAGERS_MAY}`,
  access: "queue",
  params,
  body: z.strictObject({ label_id: id, required: z.boolean().default(false) }),
  response: z.object({
    label: boundLabel,
    created: z.boolean(),
    reopened_items: z.int(),
    queue_status: z.enum(queueStatuses),
  }),
  example: { label_id: "00000000-0000-4000-8000-000000000000", required: true },
});

export const removeQueueLabel = define({
  name: "removeQueueLabel",
  method: "POST",
  path: `${base}{queue_id}/remove-label/`,
  tag,
  summary: "Detach a label from a queue",
  description: `Takes a label off the form. Scores under it stay, and come back with the label. 404 when it is not attached. ${MANAGERS_MAY}`,
  access: "queue",
  params,
  body: z.strictObject({ label_id: id, required: z.boolean().optional() }),
  response: z.object({ removed: z.literal(true) }),
  example: { label_id: "00000000-0000-4000-8000-000000000000" },
});

export const exportQueue = define({
  name: "exportQueue",
  method: "GET",
  path: `${base}{queue_id}/export/`,
  tag,
  summary: "Export a queue's items and annotations as JSON, JSON Lines or CSV, streamed at any size",
  description: `Streams the queue as it is at this moment: items with sources, annotations, settled values, review and work time. JSON, JSON Lines, or CSV with a line an annotation in which formulas are defused. Eight such streams run at once on a server, then 503: startQueueExport writes in the background. ${MANAGERS_MAY}`,
  answers: ["application/json", "application/jsonl", "text/csv"],
  access: "queue",
  envelope: "file",
  params,
  query: z.strictObject({
    export_format: z.enum(exportFormats).default("json"),
    status: z.string().max(50).optional().meta({ description: "Item status; blank or `all` for every item" }),
  }),
  response: exportedItems,
  example: { export_format: "csv", status: "completed" },
});

export const progress = z
  .object({
    total: z.int(),
    pending: z.int(),
    in_progress: z.int(),
    in_review: z.int(),
    completed: z.int(),
    skipped: z.int(),
    reviewable: z
      .int()
      .meta({ description: `Items in review that the caller may review; ${MAX_COUNTED} for that many or more` }),
    progress_pct: z.number().meta({ description: "Completed of total, 0 to 100, one decimal" }),
    annotator_stats: z.array(
      z.object({
        user_id: id,
        name: z.string(),
        completed: z.int(),
        pending: z.int(),
        in_progress: z.int(),
        in_review: z.int(),
        annotations_count: z.int(),
      }),
    ),
    user_progress: z.object({
      total: z.int(),
      completed: z.int(),
      pending: z.int(),
      in_progress: z.int(),
      in_review: z.int(),
      skipped: z.int(),
      left: z.int().meta({
        description: `Items that are the caller's to do: in hand, or free and never skipped; ${MAX_COUNTED} for that many or more`,
      }),
      sent_back: z.int().meta({ description: "Of these, the ones that a reviewer sent back to the caller" }),
      progress_pct: z.number(),
    }),
  })
  .meta({ id: "QueueProgress" });

export const getQueueProgress = define({
  name: "getQueueProgress",
  method: "GET",
  path: `${base}{queue_id}/progress/`,
  tag,
  summary: "Progress of a queue, of its annotators and of the caller",
  description:
    "How far the queue is: its items by state, each annotator's share, and the caller's own. Figures come from counters that are kept with each change, so that the call is cheap at any size.",
  params,
  response: progress,
});
