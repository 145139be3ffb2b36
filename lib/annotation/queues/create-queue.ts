// The row of a queue, and its update.
import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { queues } from "@/db/schema";
import type { QueueRow } from "@/lib/annotation/scope/loaders";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/queues/queues";
import { invalid } from "@/lib/errors";

const TAKEN = "A queue with this name already exists.";
const taken = () => invalid(TAKEN, { fields: { name: [TAKEN] } });

type Settings = Omit<
  Parameters<Verb<typeof contracts.createQueue>>[1],
  "label_ids" | "required_label_ids" | "annotator_ids" | "annotator_roles"
>;

/** A draft queue with these settings, without labels and members. Throws a 400 if its name is taken. */
export async function insertQueue(db: Database, caller: Caller, input: Settings): Promise<QueueRow> {
  const [row] = await db
    .insert(queues)
    .values({
      organizationId: caller.organizationId,
      workspaceId: caller.workspaceId,
      name: input.name,
      description: input.description ?? null,
      instructions: input.instructions ?? null,
      assignmentStrategy: input.assignment_strategy,
      annotationsRequired: input.annotations_required,
      reservationTimeoutMinutes: input.reservation_timeout_minutes,
      requiresReview: input.requires_review,
      autoAssign: input.auto_assign,
      goldPercent: input.gold_percent ?? 0,
      repeatPercent: input.repeat_percent ?? 0,
      sourceLayout: input.source_layout ?? null,
      ...(input.suggestions ? { suggestions: input.suggestions } : {}),
      dueDate: input.due_date ?? null,
      createdBy: caller.userId,
    })
    .onConflictDoNothing()
    .returning();
  if (!row) throw taken();
  return row;
}

/** Saves the settings that the request has. */
export async function saveSettings(db: Database, input: Parameters<Verb<typeof contracts.updateQueue>>[1]) {
  const change = {
    name: input.name,
    description: input.description,
    instructions: input.instructions,
    assignmentStrategy: input.assignment_strategy,
    annotationsRequired: input.annotations_required,
    reservationTimeoutMinutes: input.reservation_timeout_minutes,
    requiresReview: input.requires_review,
    autoAssign: input.auto_assign,
    goldPercent: input.gold_percent,
    repeatPercent: input.repeat_percent,
    sourceLayout: input.source_layout,
    suggestions: input.suggestions,
    dueDate: input.due_date,
  };
  const changed = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  try {
    const [row] = await db
      .update(queues)
      .set({ ...changed, updatedAt: new Date() })
      .where(eq(queues.id, input.queue_id))
      .returning();
    if (!row) throw new Error("the queue vanished under its lock");
    return row;
  } catch (error) {
    throw databaseErrorCode(error) === "23505" ? taken() : error;
  }
}

/** Throws 400 for a queue without labels, which cannot become active. */
export function assertLabelled(labels: number): void {
  if (labels > 0) return;
  const message = "The queue has no labels: add one before you set it to active.";
  throw invalid(message, { code: "queue_without_labels", fields: { status: [message] } });
}
