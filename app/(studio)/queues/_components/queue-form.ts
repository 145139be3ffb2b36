// The form of a queue's settings, and the request made of it.

import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import type { AssignmentStrategy, QueueRole } from "@/lib/contracts/shapes";

export interface QueueForm {
  name: string;
  description: string;
  instructions: string;
  annotationsRequired: number | null;
  reservationMinutes: number | null;
  requiresReview: boolean;
  anyoneMayTake: boolean;
  strategy: AssignmentStrategy;
  goldPercent: number | null;
  repeatPercent: number | null;
  /** A day such as "2026-12-04", or empty. */
  dueDate: string;
  /** Roles by person. Only of a new queue. */
  roles: Record<string, QueueRole[]>;
}

export const emptyQueue: QueueForm = {
  name: "",
  description: "",
  instructions: "",
  annotationsRequired: 1,
  reservationMinutes: 60,
  requiresReview: false,
  anyoneMayTake: true,
  strategy: "manual",
  goldPercent: 0,
  repeatPercent: 0,
  dueDate: "",
  roles: {},
};

export const formOf = (queue: Queue): QueueForm => ({
  name: queue.name,
  description: queue.description ?? "",
  instructions: queue.instructions ?? "",
  annotationsRequired: queue.annotations_required,
  reservationMinutes: queue.reservation_timeout_minutes,
  requiresReview: queue.requires_review,
  anyoneMayTake: queue.auto_assign,
  strategy: queue.assignment_strategy,
  goldPercent: queue.gold_percent,
  repeatPercent: queue.repeat_percent,
  dueDate: queue.due_date ?? "",
  roles: {},
});

/** The fields that differ in the second. */
export const changesOf = <T extends object>(before: T, after: T): Partial<T> => {
  const earlier = new Map(Object.entries(before));
  const changed = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(earlier.get(name));
  return Object.fromEntries(Object.entries(after).filter(changed)) as Partial<T>; // safe: some of its own pairs
};

/** The part of the form that both creating and updating send. */
export const settingsOf = (form: QueueForm) => ({
  name: form.name,
  description: form.description || null,
  instructions: form.instructions || null,
  auto_assign: form.anyoneMayTake,
  assignment_strategy: form.strategy,
  requires_review: form.requiresReview,
  due_date: form.dueDate || null,
  ...(form.annotationsRequired === null ? {} : { annotations_required: form.annotationsRequired }),
  ...(form.goldPercent === null ? {} : { gold_percent: form.goldPercent }),
  ...(form.repeatPercent === null ? {} : { repeat_percent: form.repeatPercent }),
  ...(form.reservationMinutes === null ? {} : { reservation_timeout_minutes: form.reservationMinutes }),
});
