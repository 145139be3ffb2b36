import { z } from "zod";
import { list } from "@/lib/bounds/list";
import {
  assignmentStrategies,
  day,
  id,
  jsonObject,
  labelTypes,
  queueRoles,
  queueStatuses,
  timestamp,
} from "../../shapes";
import { suggestionMode } from "../suggestions";

// How the desk shows the sources of a queue, the same on every item.
export const fieldRoles = ["main", "context", "expected", "hidden"] as const;
export type FieldRole = (typeof fieldRoles)[number];

const MAX_FIELDS = 200;

const fieldName = z.string().min(1).max(255).meta({
  description:
    "A column of the dataset; or Input, Output, Status, Kind, Model, Provider, Tokens, Cost, Latency, Started, Metadata, Events or Attributes of what was traced",
});
const fieldRole = z.enum(fieldRoles).meta({
  description:
    "What it is for annotators: what they judge, context beside it, the expected answer, or nothing. Annotators do not get hidden fields at all",
});
const nameOnDesk = z
  .string()
  .trim()
  .max(255)
  .nullish()
  .meta({ description: "The name on the desk; null or left out for the field's own" });
const width = z.enum(["full", "half"]).meta({ description: "Half fields are side by side, if there is room" });
const showsExpected = z
  .boolean()
  .meta({ description: "Whether expected answers are shown at once; otherwise the annotator opens them" });
const FIELDS = { description: "In their order. Fields that are not listed follow as they are" };

export const sourceLayout = z
  .object({
    fields: z.array(z.object({ field: fieldName, role: fieldRole, name: nameOnDesk, width })).meta(FIELDS),
    shows_expected: showsExpected,
  })
  .meta({ id: "SourceLayout" });

/** The same in requests. */
export const newSourceLayout = z.strictObject({
  fields: list(
    z.strictObject({ field: fieldName, role: fieldRole, name: nameOnDesk, width: width.default("full") }),
    MAX_FIELDS,
  )
    .refine((fields) => new Set(fields.map((entry) => entry.field)).size === fields.length, "Name each field once.")
    .meta(FIELDS),
  shows_expected: showsExpected.default(false),
});

export type SourceLayout = z.infer<typeof sourceLayout>;
export type LayoutField = SourceLayout["fields"][number];

const queueLabel = z
  .object({
    id: id.meta({ description: "Id of the binding" }),
    label_id: id,
    name: z.string(),
    type: z.enum(labelTypes),
    required: z.boolean(),
    order: z.int(),
  })
  .meta({ id: "QueueLabel" });

const queueMember = z
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
    source_layout: sourceLayout.nullable(),
    suggestions: suggestionMode,
    due_date: day.nullable(),
    organization: id,
    project: id.nullable(),
    dataset: id.nullable(),
    agent_definition: id.nullable(),
    is_default: z.boolean(),
    labels: z.array(queueLabel),
    annotators: z.array(queueMember),
    created_by: id,
    created_by_name: z.string(),
    viewer_role: z
      .enum(queueRoles)
      .nullable()
      .meta({ description: "The caller's highest role in the queue; null for none" }),
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

/** A label on a queue's form; here `id` is the label's own id. */
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
