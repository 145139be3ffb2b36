// Submits values and notes for an item.
import type { Database } from "@/db/client";
import type { ScoreEntry } from "@/lib/annotation/answers/save-scores";
import { assertMayAnnotate, assertNotInReview, assertOpenForWork } from "@/lib/annotation/items/item-access";
import { type ItemContext, readWork } from "@/lib/annotation/items/read-work";
import { afterSubmit, completed } from "@/lib/annotation/items/rules/next-state";
import { needsNote } from "@/lib/annotation/labels/rules/required-note";
import type { ItemRow } from "@/lib/annotation/scope/loaders";
import { type FieldTexts, fieldTexts, readAnswer } from "@/lib/annotation/sources/field-texts";
import { storedUse } from "@/lib/annotation/suggestions/rules/suggestion-use";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/annotating";
import type { Output } from "@/lib/contracts/contract";
import { invalid, invalidField } from "@/lib/errors";
import { withOptimisticRetry } from "./optimistic-retry";
import { fingerprintOf, isRepeated } from "./submission-log";
import { type Submission, writeSubmission } from "./write-submission";

type SubmitInput = Parameters<Verb<typeof contracts.submitAnnotations>>[1];
type Ignored = Output<typeof contracts.submitAnnotations>["ignored"];

export const submitAnnotations: Verb<typeof contracts.submitAnnotations> = (context, input) => {
  const { queue_id: queueId, item_id: itemId, mutation_id: mutationId, complete: completes = false } = input;
  const decide = (work: Work, now: Date) => {
    const { entries, ignored } = readEntries(work, input);
    const submission: Submission = {
      mutationId: mutationId ?? null,
      fingerprint: mutationId ? fingerprintOf(input) : null,
      entries,
      note: itemNoteOf(work.item, input),
    };
    const output = { submitted: entries.length, ignored };
    if (isRepeated(work.sent, work.item.id, submission.fingerprint)) return { output };
    assertOpenForWork(work.queue, work.item);
    assertMayAnnotate(work);
    assertNotInReview(work.item, work.seat);
    const labelIds = entries.map((entry) => entry.label.id);
    const state = afterSubmit(work, labelIds, now, input.work_ms);
    const next = completes ? completed(work, state, labelIds, now) : state;
    return { output, write: (db: Database) => writeSubmission(db, work, submission, next, now) };
  };
  return withOptimisticRetry(context, { queueId, itemId, mutationId, completes }, { read, decide });
};

/** The work, with the texts in which its labels mark spans. */
interface Work extends ItemContext {
  texts: FieldTexts;
}

async function read(...[db, caller, key, now]: Parameters<typeof readWork>): Promise<Work> {
  const work = await readWork(db, caller, key, now);
  return { ...work, texts: await fieldTexts(db, caller.organizationId, work.item, work.labels) };
}

/** Values in canonical form, and what was left out. Of two under a label, the last counts. */
function readEntries({ labels, item, texts }: Work, input: SubmitInput) {
  const noteIsForItem = item.sourceType === "trace" || item.sourceType === "observation_span";
  const fallback = noteIsForItem && input.item_notes == null ? "" : (input.notes ?? "");
  const entries = new Map<string, ScoreEntry>();
  const ignored: Ignored = [];
  for (const [index, annotation] of input.annotations.entries()) {
    const label = labels.find((row) => row.id === annotation.label_id.toLowerCase());
    if (!label) {
      ignored.push({ label_id: annotation.label_id, reason: "label_not_attached" });
      continue;
    }
    const reading = readAnswer(label, annotation.value, texts);
    if (reading.kind === "invalid") {
      throw invalid(reading.message, { fields: { [`annotations.${index}.value`]: [reading.message] } });
    }
    if (reading.kind === "blank") {
      ignored.push({ label_id: label.id, reason: "blank_value" });
      continue;
    }
    if (entries.has(label.id)) ignored.push({ label_id: label.id, reason: "superseded" });
    const notes = label.allowNotes ? annotation.notes || fallback : "";
    if (notes.trim() === "" && needsNote(label, reading.value)) {
      throw invalidField(`annotations.${index}.notes`, `${label.name} needs a note for this answer.`);
    }
    const suggestion = storedUse(label, reading.value, label.suggested, annotation.suggestion);
    entries.set(label.id, { label, value: reading.value, notes, scoreSource: "human", suggestion });
  }
  return { entries: [...entries.values()], ignored };
}

/** Notes at the top level are the item's own if a span or trace is annotated and `item_notes` is absent. */
function itemNoteOf(item: ItemRow, input: SubmitInput): string | null {
  const noteIsForItem = item.sourceType === "trace" || item.sourceType === "observation_span";
  return input.item_notes ?? (noteIsForItem ? input.notes || null : null);
}
