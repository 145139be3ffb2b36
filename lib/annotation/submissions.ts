// Submitting values and notes for an item.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemNotes, labels, queueItems, queueLabels, queues, scores } from "@/db/schema";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/items";
import { invalid } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { assertMayAnnotate } from "./item-access";
import { type ItemRow, type LabelRow, lockItemInQueue, type QueueRow, queueAccess } from "./loaders";
import { type CanonicalValue, readValue } from "./rules/label-value";
import { seatOf, takeSeat } from "./seats";

type SubmitInput = Parameters<Verb<typeof contracts.submitAnnotations>>[1];

interface Entry {
  label: LabelRow;
  value: CanonicalValue;
  notes: string;
}

export const submitAnnotations: Verb<typeof contracts.submitAnnotations> = (context, input) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    const item = await lockItemInQueue(db, access.queue, input.item_id);
    assertOpenForWork(access.queue, item);
    await assertMayAnnotate(db, caller, access, item);
    await assertNotInReview(db, caller, item);
    const entries = readEntries(await attachedLabels(db, access.queue.id), input, item);
    await takeSeat(db, access.queue, item, caller.userId, now());
    await saveScores(db, caller, access.queue, item, entries);
    await saveItemNote(db, caller, item, input);
    if (item.status === "pending" && entries.length > 0) {
      await db.update(queueItems).set({ status: "in_progress", updatedAt: now() }).where(eq(queueItems.id, item.id));
    }
    if (access.queue.status === "completed" && item.status === "skipped") {
      await db.update(queues).set({ status: "active" }).where(eq(queues.id, access.queue.id));
    }
    return { submitted: entries.length };
  });

export function assertOpenForWork(queue: QueueRow, item: ItemRow): void {
  const editsCompleted = queue.status === "completed" && (item.status === "completed" || item.status === "skipped");
  if (queue.status !== "active" && !editsCompleted) {
    throw invalid("Annotations can only be submitted when the queue is active.", { code: "queue_not_active" });
  }
}

export async function assertNotInReview(db: Database, caller: Caller, item: ItemRow): Promise<void> {
  if (item.reviewStatus !== "pending_review") return;
  const seat = await seatOf(db, item.id, caller.userId);
  if (seat?.state === "reserved" && seat.expiresAt === null) return;
  throw invalid("This item is waiting for review and cannot be changed until it is reviewed.", {
    code: "item_in_review",
  });
}

async function attachedLabels(db: Database, queueId: string): Promise<LabelRow[]> {
  const rows = await db
    .select({ label: labels })
    .from(queueLabels)
    .innerJoin(labels, eq(labels.id, queueLabels.labelId))
    .where(eq(queueLabels.queueId, queueId));
  return rows.map((row) => row.label);
}

/** Values in canonical form. Labels of other queues and blank values are left out; of two for a label the last counts. */
function readEntries(attached: readonly LabelRow[], input: SubmitInput, item: ItemRow): Entry[] {
  const noteIsForItem = item.sourceType === "trace" || item.sourceType === "observation_span";
  const fallback = noteIsForItem && input.item_notes == null ? "" : (input.notes ?? "");
  const entries = new Map<string, Entry>();
  for (const [index, annotation] of input.annotations.entries()) {
    const label = attached.find((row) => row.id === annotation.label_id.toLowerCase());
    if (!label) continue;
    const reading = readValue(label, annotation.value);
    if (reading.kind === "invalid") {
      throw invalid(reading.message, { fields: { [`annotations.${index}.value`]: [reading.message] } });
    }
    if (reading.kind === "blank") continue;
    const notes = label.allowNotes ? annotation.notes || fallback : "";
    entries.set(label.id, { label, value: reading.value, notes });
  }
  return [...entries.values()];
}

/** One live score a (item, label, annotator): the same submit twice leaves what one leaves. */
async function saveScores(db: Database, caller: Caller, queue: QueueRow, item: ItemRow, entries: readonly Entry[]) {
  if (entries.length === 0) return;
  await db
    .insert(scores)
    .values(
      entries.map(({ label, value, notes }) => ({
        organizationId: queue.organizationId,
        workspaceId: queue.workspaceId,
        sourceType: item.sourceType,
        sourceId: item.sourceId,
        labelId: label.id,
        labelVersion: label.version,
        annotatorId: caller.userId,
        queueItemId: item.id,
        queueId: queue.id,
        value,
        scoreSource: "human" as const,
        notes,
      })),
    )
    .onConflictDoUpdate({
      target: [scores.queueItemId, scores.labelId, scores.annotatorId],
      targetWhere: sql`deleted_at is null`,
      set: {
        value: sql`excluded.value`,
        notes: sql`excluded.notes`,
        scoreSource: sql`excluded.score_source`,
        labelVersion: sql`excluded.label_version`,
        valueHistory: sql`case when ${scores.value} = excluded.value then ${scores.valueHistory}
          else ${scores.valueHistory} || jsonb_build_array(jsonb_build_object('value', ${scores.value}, 'at',
            to_char(${scores.updatedAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) end`,
        updatedAt: sql`case when ${scores.value} = excluded.value and ${scores.notes} = excluded.notes
          then ${scores.updatedAt} else now() end`,
      },
    });
}

/** Absent or null keeps the caller's note on the item, empty text removes it. */
async function saveItemNote(db: Database, caller: Caller, item: ItemRow, input: SubmitInput): Promise<void> {
  const noteIsForItem = item.sourceType === "trace" || item.sourceType === "observation_span";
  const notes = input.item_notes ?? (noteIsForItem ? input.notes || null : null);
  if (notes === null) return;
  if (notes === "") {
    await db.delete(itemNotes).where(and(eq(itemNotes.itemId, item.id), eq(itemNotes.userId, caller.userId)));
    return;
  }
  await db
    .insert(itemNotes)
    .values({ itemId: item.id, userId: caller.userId, notes })
    .onConflictDoUpdate({ target: [itemNotes.itemId, itemNotes.userId], set: { notes, updatedAt: sql`now()` } });
}
