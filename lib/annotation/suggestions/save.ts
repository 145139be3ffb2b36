// Suggestions that a client sends, and their deletion.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { suggestions } from "@/db/schema";
import { textArray } from "@/db/text-array";
import { attachedLabels } from "@/lib/annotation/labels/attached-labels";
import { assertManager, type QueueRow, queueAccess } from "@/lib/annotation/scope/loaders";
import { fieldTextsOfAll, readAnswer } from "@/lib/annotation/sources/field-texts";
import { type Reference, referencesOf } from "@/lib/annotation/sources/sources";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/suggestions";
import { invalidField } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { type NewSuggestion, writeSuggestions } from "./write";

export const NOT_MANAGER = "Only queue managers can change suggestions.";

type Sent = Parameters<Verb<typeof contracts.saveSuggestions>>[1]["suggestions"];

export const saveSuggestions: Verb<typeof contracts.saveSuggestions> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, NOT_MANAGER);
    const { queue } = access;
    const labels = await attachedLabels(db, queue.id);
    const itemOf = await itemsNamed(db, queue, input.suggestions);
    const named = input.suggestions.map((sent, index) => {
      const at = `suggestions.${index}`;
      const item = itemOf(sent);
      if (!item) throw invalidField(sent.item_id ? `${at}.item_id` : `${at}.source_id`, "The queue has no such item.");
      const label = labels.find((row) => row.id === sent.label_id.toLowerCase());
      if (!label) throw invalidField(`${at}.label_id`, "This label is not attached to the queue.");
      return { sent, item, label };
    });
    const sources = named.map(({ item, label }) => ({ reference: item, labels: [label] }));
    const texts = await fieldTextsOfAll(db, caller.organizationId, sources);
    const rows = new Map<string, NewSuggestion>();
    for (const [index, { sent, item, label }] of named.entries()) {
      const reading = readAnswer(label, sent.value, texts[index] ?? new Map());
      if (reading.kind !== "value")
        throw invalidField(
          `suggestions.${index}.value`,
          reading.kind === "blank" ? `${label.name} may not be blank.` : reading.message,
        );
      rows.set(`${item.id} ${label.id}`, {
        itemId: item.id,
        labelId: label.id,
        value: reading.value,
        origin: sent.origin,
        confidence: sent.confidence ?? null,
      });
    }
    await writeSuggestions(db, { queueId: queue.id, userId: caller.userId }, [...rows.values()]);
    return { saved: rows.size };
  });

interface FoundItem extends Reference {
  id: string;
}

/** The queue's items that are named by id or by source. Copies belong to their original and are not found. */
async function itemsNamed(db: Database, queue: QueueRow, sent: Sent) {
  const ids = sent.flatMap(({ item_id }) => (item_id ? [item_id.toLowerCase()] : []));
  const named = sent.flatMap(({ source_type, source_id }) =>
    source_type && source_id ? [{ source_type, source_id }] : [],
  );
  const references = await referencesOf(db, queue.organizationId, named);
  const found = await db.execute<FoundItem & Record<string, unknown>>(sql`
    select id, source_type as "sourceType", source_id as "sourceId" from queue_items
    where queue_id = ${queue.id} and deleted_at is null and copy_of is null and (
      id = any(${textArray(ids)}::uuid[])
      or (source_type, source_id) in (
        select * from unnest(${textArray(references.map(({ sourceType }) => sourceType))},
          ${textArray(references.map(({ sourceId }) => sourceId))})))`);
  const byId = new Map(found.map((item) => [item.id, item]));
  const bySource = new Map(found.map((item) => [`${item.sourceType} ${item.sourceId}`, item]));
  const referenceOf = new Map(named.map((each, index) => [each.source_type + each.source_id, references[index]]));
  return ({ item_id, source_type, source_id }: Sent[number]): FoundItem | undefined => {
    if (item_id) return byId.get(item_id.toLowerCase());
    const reference = referenceOf.get(`${source_type}${source_id}`);
    return reference && bySource.get(`${reference.sourceType} ${reference.sourceId}`);
  };
}

export const deleteSuggestions: Verb<typeof contracts.deleteSuggestions> = async ({ db, caller }, input) => {
  const access = await queueAccess(db, caller, input.queue_id);
  assertManager(access, NOT_MANAGER);
  const ofLabel = input.label_id ? eq(suggestions.labelId, input.label_id) : undefined;
  const deleted = await db
    .delete(suggestions)
    .where(and(eq(suggestions.queueId, access.queue.id), ofLabel))
    .returning({ itemId: suggestions.itemId });
  return { deleted: deleted.length };
};
