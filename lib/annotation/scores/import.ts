// Imports values from elsewhere into an item in an annotator's name.

import { notesFor, type ScoreEntry, saveScores } from "@/lib/annotation/answers/save-scores";
import { assertIsWork, assertNotInReview } from "@/lib/annotation/items/item-access";
import { seatOf } from "@/lib/annotation/items/seats";
import { attachedLabels } from "@/lib/annotation/labels/attached-labels";
import { assertManager, type LabelRow, lockItemInQueue, queueAccess } from "@/lib/annotation/scope/loaders";
import { type FieldTexts, fieldTexts, readAnswer } from "@/lib/annotation/sources/field-texts";
import { peopleAmong } from "@/lib/auth/people-among";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/single-item";
import { scoreSources } from "@/lib/contracts/shapes";
import { invalid, invalidField } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { finishScored } from "./finish-scored";

type ImportInput = Parameters<Verb<typeof contracts.importAnnotations>>[1];

export const importAnnotations: Verb<typeof contracts.importAnnotations> = async (context, input) => {
  const annotatorId = input.annotator_id ?? context.caller.userId;
  const { item, entries } = await inTransaction(context, async ({ db, caller }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, "Only queue managers can import annotations.");
    const { queue } = access;
    const found = await lockItemInQueue(db, queue, input.item_id);
    assertIsWork(found);
    if ((await peopleAmong(db, caller.organizationId, [annotatorId])).size === 0)
      throw invalidField("annotator_id", `User ${annotatorId} is not a member of this organization.`);
    assertNotInReview(found, await seatOf(db, found.id, caller.userId));
    const attached = await attachedLabels(db, queue.id);
    const read = readEntries(attached, input, await fieldTexts(db, caller.organizationId, found, attached));
    await saveScores(db, { queue, item: found, annotatorId }, read);
    return { item: found, entries: read };
  });
  await finishScored(context, annotatorId, item);
  return { imported: entries.length, skipped: input.annotations.length - entries.length };
};

/** Entries without meaning here are left out. A value that its label refuses refuses the whole import. */
function readEntries(attached: readonly LabelRow[], input: ImportInput, texts: FieldTexts): ScoreEntry[] {
  return input.annotations.flatMap((annotation, index) => {
    const label = attached.find((row) => row.id === annotation.label_id.toLowerCase());
    const scoreSource = scoreSources.find((source) => source === (annotation.score_source ?? "imported"));
    if (!label || !scoreSource) return [];
    const reading = readAnswer(label, annotation.value, texts);
    if (reading.kind === "invalid") {
      throw invalid(reading.message, { fields: { [`annotations.${index}.value`]: [reading.message] } });
    }
    if (reading.kind === "blank") return [];
    return [{ label, value: reading.value, notes: notesFor(label, annotation.notes), scoreSource }];
  });
}
