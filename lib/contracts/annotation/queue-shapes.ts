import { z } from "zod";
import { assignmentStrategies, id, jsonObject, labelTypes, queueRoles, queueStatuses, timestamp } from "../shapes";

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
