// Submitting values and notes for an item.

import { eq } from "drizzle-orm";
import { queues } from "@/db/schema";
import { saveItemNote } from "@/lib/annotation/answers/item-notes";
import { type ScoreEntry, saveScores } from "@/lib/annotation/answers/save-scores";
import { assertMayAnnotate, assertNotInReview, assertOpenForWork } from "@/lib/annotation/items/item-access";
import { saveState } from "@/lib/annotation/items/item-state";
import { takeSeat } from "@/lib/annotation/items/seats";
import { readValue } from "@/lib/annotation/labels/rules/label-value";
import { attachedLabels } from "@/lib/annotation/queues/attached-labels";
import { type ItemRow, type LabelRow, lockItemInQueue, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/annotating";
import type { Output } from "@/lib/contracts/contract";
import { invalid } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { completeLabelled } from "./completions";
import { recordSubmission } from "./submission-log";

type SubmitInput = Parameters<Verb<typeof contracts.submitAnnotations>>[1];
type Ignored = Output<typeof contracts.submitAnnotations>["ignored"];

export const submitAnnotations: Verb<typeof contracts.submitAnnotations> = (context, input) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    const item = await lockItemInQueue(db, access.queue, input.item_id);
    const { entries, ignored } = readEntries(await attachedLabels(db, access.queue.id), input, item);
    const labelIds = entries.map((entry) => entry.label.id);
    const recorded = await recordSubmission(db, { item, userId: caller.userId, input, labelIds, now: now() });
    if (recorded.repeated) return { submitted: entries.length, ignored };
    assertOpenForWork(access.queue, item);
    await assertMayAnnotate(db, caller, access, item);
    await assertNotInReview(db, caller, item);
    await takeSeat(db, access.queue, item, caller.userId, now());
    await saveScores(db, { queue: access.queue, item, annotatorId: caller.userId }, entries);
    const note = itemNoteOf(item, input);
    if (note || recorded.noteBefore) await saveItemNote(db, item.id, caller.userId, note);
    const begun = item.status === "pending" && entries.length > 0;
    if (begun) await saveState(db, item, { status: "in_progress" }, now());
    if (access.queue.status === "completed" && item.status === "skipped" && item.purpose === "work") {
      await db.update(queues).set({ status: "active" }).where(eq(queues.id, access.queue.id));
    }
    if (input.complete)
      await completeLabelled(db, caller, access.queue, { ...item, status: begun ? "in_progress" : item.status }, now());
    return { submitted: entries.length, ignored };
  });

/** Values in canonical form, and what is left out of them: of two for a label the last counts. */
function readEntries(attached: readonly LabelRow[], input: SubmitInput, item: ItemRow) {
  const noteIsForItem = item.sourceType === "trace" || item.sourceType === "observation_span";
  const fallback = noteIsForItem && input.item_notes == null ? "" : (input.notes ?? "");
  const entries = new Map<string, ScoreEntry>();
  const ignored: Ignored = [];
  for (const [index, annotation] of input.annotations.entries()) {
    const label = attached.find((row) => row.id === annotation.label_id.toLowerCase());
    if (!label) {
      ignored.push({ label_id: annotation.label_id, reason: "label_not_attached" });
      continue;
    }
    const reading = readValue(label, annotation.value);
    if (reading.kind === "invalid") {
      throw invalid(reading.message, { fields: { [`annotations.${index}.value`]: [reading.message] } });
    }
    if (reading.kind === "blank") {
      ignored.push({ label_id: label.id, reason: "blank_value" });
      continue;
    }
    if (entries.has(label.id)) ignored.push({ label_id: label.id, reason: "superseded" });
    const notes = label.allowNotes ? annotation.notes || fallback : "";
    entries.set(label.id, { label, value: reading.value, notes, scoreSource: "human" });
  }
  return { entries: [...entries.values()], ignored };
}

/** Notes at the top are the item's own where a span or a trace is annotated and `item_notes` is absent. */
function itemNoteOf(item: ItemRow, input: SubmitInput): string | null {
  const noteIsForItem = item.sourceType === "trace" || item.sourceType === "observation_span";
  return input.item_notes ?? (noteIsForItem ? input.notes || null : null);
}
