import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { define } from "../../define";
import {
  assignmentStrategies,
  day,
  exportFormats,
  id,
  longText,
  name,
  orderings,
  page,
  pageQuery,
  queueOrders,
  queueParams,
  queueRoles,
  queueStatuses,
} from "../../shapes";
import { strictBody } from "../../strict-body";
import { MANAGERS_MAY } from "../../words";
import { exportedItems, exportFilters, namedFile } from "../exported";
import { suggestionMode } from "../suggestions";
import { newSourceLayout, queue } from "./shapes";

const tag = "Annotation queues";
const CHANGE = `\`label_ids\` replaces the labels, \`annotator_ids\` the members. New settings apply to items at once: a new strategy assigns waiting items, other annotators get items that have too few, and a new number of annotators opens or completes items. A completed queue whose items open becomes active. ${MANAGERS_MAY}`;
const base = "/model-hub/annotation-queues/";
const params = queueParams;

/** The most people of one queue. */
const MAX_MEMBERS = 1000;
const ROLES = `Must be one of ${queueRoles.join(", ")}, or a list of them.`;
const roles = z.union([z.enum(queueRoles), list(z.enum(queueRoles), queueRoles.length).min(1)], ROLES);

const percent = z.int().min(0).max(50);

/** Published clients name a queue's project, dataset or agent, and its status: these are read-only. */
const READ_ONLY = [...Object.keys(queue.shape), "project_id", "dataset_id", "agent_definition_id"];

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
  source_layout: newSourceLayout
    .nullish()
    .meta({ description: "How the desk shows the sources; null for their own layout" }),
  due_date: day
    .nullish()
    .meta({ description: "The last day, in UTC, on which all items should be done; null for none" }),
  annotator_ids: list(id, MAX_MEMBERS),
  annotator_roles: dictionary(id, roles, MAX_MEMBERS).meta({
    description: "User id to a role or roles (default: annotator)",
  }),
};

const labelIds = list(id, 100).min(1, "At least one label is required.");

/** The settings of a new queue, with their defaults. */
export const newQueue = {
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
  source_layout: settings.source_layout,
  suggestions: suggestionMode.optional(),
  due_date: settings.due_date,
  annotator_ids: settings.annotator_ids.default([]),
  annotator_roles: settings.annotator_roles.default({}),
};

const createBody = strictBody(
  {
    ...newQueue,
    label_ids: labelIds.optional(),
    required_label_ids: list(id, 100).optional().meta({ description: "The labels of label_ids that must be answered" }),
  },
  READ_ONLY,
);

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
  source_layout: settings.source_layout,
  suggestions: suggestionMode.optional(),
  due_date: settings.due_date,
  annotator_ids: settings.annotator_ids.optional(),
  annotator_roles: settings.annotator_roles.optional(),
};

export const listQueues = define({
  name: "listQueues",
  method: "GET",
  path: base,
  tag,
  summary: "List queues",
  description:
    "A page of the organization's queues, newest first by default, without archived ones by default. Every member sees every queue; `viewer_roles` are the caller's roles in it.",
  envelope: "page",
  query: z.strictObject({
    ...pageQuery,
    status: z.enum(queueStatuses).optional(),
    search: z.string().max(255).optional(),
    include_counts: z.boolean().default(false),
    archived: z.boolean().default(false).meta({ description: "Only archived queues" }),
    label_id: id.optional().meta({ description: "Only queues that use this label" }),
    viewer_role: z
      .enum(["any", ...queueRoles])
      .optional()
      .meta({
        description:
          "Only queues in which the caller has this role; `any` is any role. Owners and Admins have every role",
      }),
    ordering: orderings(queueOrders).meta({
      description: "`progress` is the share of completed items. Queues without a value come last",
    }),
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
    "Creates a queue in draft, with the caller as its manager. Names of queues are unique, except those of archived ones; a taken name is refused. Annotators can work once updateQueueStatus makes the queue active.",
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
  description: `Changes a queue's settings. Unlike PATCH it requires the name; other fields that are left out do not change. ${CHANGE}`,
  access: "queue",
  envelope: "bare",
  params,
  body: strictBody({ name, label_ids: labelIds.optional(), ...changes }, READ_ONLY),
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
  body: strictBody({ name: name.optional(), label_ids: labelIds.optional(), ...changes }, READ_ONLY),
  response: queue,
  example: { instructions: "Judge the reply against the policy." },
});

export const exportQueue = define({
  name: "exportQueue",
  method: "GET",
  path: `${base}{queue_id}/export/`,
  tag,
  summary: "Export a queue's items and annotations as JSON, JSON Lines or CSV",
  description: `Streams the queue in its current state, at any size: items with sources, annotations, settled values, reviews and work time. CSV has one line per annotation, and spreadsheet formulas are escaped. Filters by label, person and time choose annotations, and leave out items without any. A server runs eight such streams at once, and answers 503 beyond that; startQueueExport writes the file in the background instead. ${MANAGERS_MAY}`,
  answers: ["application/json", "application/x-ndjson", "text/csv"],
  access: "queue",
  envelope: "file",
  params,
  query: z.strictObject({
    export_format: z.enum(exportFormats).default("json"),
    status: z.string().max(50).optional().meta({ description: "Item status; blank or `all` for every item" }),
    named: namedFile,
    ...exportFilters,
  }),
  response: exportedItems,
  example: { export_format: "csv", status: "completed" },
});
