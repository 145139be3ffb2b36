// The form of a queue, and the request made of it.

import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import type { QueueRole } from "@/lib/contracts/shapes";

export interface QueueForm {
  name: string;
  description: string;
  instructions: string;
  labelIds: string[];
  /** The labels that must be answered. */
  requiredLabelIds: string[];
  /** Roles by person. */
  roles: Record<string, QueueRole[]>;
  annotationsRequired: number | null;
  reservationMinutes: number | null;
  requiresReview: boolean;
  anyoneMayTake: boolean;
  goldPercent: number | null;
  repeatPercent: number | null;
}

export const emptyQueue: QueueForm = {
  name: "",
  description: "",
  instructions: "",
  labelIds: [],
  requiredLabelIds: [],
  roles: {},
  annotationsRequired: 1,
  reservationMinutes: 60,
  requiresReview: false,
  anyoneMayTake: true,
  goldPercent: 0,
  repeatPercent: 0,
};

export const formOf = (queue: Queue): QueueForm => ({
  name: queue.name,
  description: queue.description ?? "",
  instructions: queue.instructions ?? "",
  labelIds: queue.labels.map((label) => label.label_id),
  requiredLabelIds: queue.labels.filter((label) => label.required).map((label) => label.label_id),
  roles: Object.fromEntries(queue.annotators.map((member) => [member.user_id, member.roles])),
  annotationsRequired: queue.annotations_required,
  reservationMinutes: queue.reservation_timeout_minutes,
  requiresReview: queue.requires_review,
  anyoneMayTake: queue.auto_assign,
  goldPercent: queue.gold_percent,
  repeatPercent: queue.repeat_percent,
});

/** The fields that differ in the second. */
export const changesOf = (before: QueueForm, after: QueueForm): Partial<QueueForm> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof QueueForm]), // safe: one of its own keys
    ),
  );

/** The part of the form that both creating and updating send. */
export const settingsOf = (form: QueueForm) => ({
  name: form.name,
  description: form.description || null,
  instructions: form.instructions || null,
  auto_assign: form.anyoneMayTake,
  requires_review: form.requiresReview,
  ...(form.annotationsRequired === null ? {} : { annotations_required: form.annotationsRequired }),
  ...(form.goldPercent === null ? {} : { gold_percent: form.goldPercent }),
  ...(form.repeatPercent === null ? {} : { repeat_percent: form.repeatPercent }),
  ...(form.reservationMinutes === null ? {} : { reservation_timeout_minutes: form.reservationMinutes }),
});

export const bodyOf = (form: QueueForm) => ({
  ...settingsOf(form),
  ...(form.labelIds.length > 0 ? { label_ids: form.labelIds, required_label_ids: form.requiredLabelIds } : {}),
  annotator_ids: Object.keys(form.roles),
  annotator_roles: form.roles,
});
