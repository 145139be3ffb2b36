// A queue while it is written, and what of it goes on the wire.
import type { Queue } from "@/lib/contracts/annotation/queues";
import type { QueueRole } from "@/lib/contracts/shapes";

export interface QueueForm {
  name: string;
  description: string;
  instructions: string;
  labelIds: string[];
  /** Roles by person. */
  roles: Record<string, QueueRole[]>;
  annotationsRequired: number | null;
  reservationMinutes: number | null;
  requiresReview: boolean;
  anyoneMayTake: boolean;
}

export const emptyQueue: QueueForm = {
  name: "",
  description: "",
  instructions: "",
  labelIds: [],
  roles: {},
  annotationsRequired: 1,
  reservationMinutes: 60,
  requiresReview: false,
  anyoneMayTake: true,
};

export const formOf = (queue: Queue): QueueForm => ({
  name: queue.name,
  description: queue.description ?? "",
  instructions: queue.instructions ?? "",
  labelIds: queue.labels.map((label) => label.label_id),
  roles: Object.fromEntries(queue.annotators.map((member) => [member.user_id, member.roles])),
  annotationsRequired: queue.annotations_required,
  reservationMinutes: queue.reservation_timeout_minutes,
  requiresReview: queue.requires_review,
  anyoneMayTake: queue.auto_assign,
});

/** What of the form both creating and changing send. */
export const settingsOf = (form: QueueForm) => ({
  name: form.name,
  description: form.description || null,
  instructions: form.instructions || null,
  auto_assign: form.anyoneMayTake,
  requires_review: form.requiresReview,
  ...(form.annotationsRequired === null ? {} : { annotations_required: form.annotationsRequired }),
  ...(form.reservationMinutes === null ? {} : { reservation_timeout_minutes: form.reservationMinutes }),
});

export const bodyOf = (form: QueueForm) => ({
  ...settingsOf(form),
  ...(form.labelIds.length > 0 ? { label_ids: form.labelIds } : {}),
  annotator_ids: Object.keys(form.roles),
  annotator_roles: form.roles,
});

/** Fields that show their own errors. */
export const queueFieldNames = [
  "name",
  "description",
  "instructions",
  "label_ids",
  "annotations_required",
  "reservation_timeout_minutes",
];
