// Gold items: items with known answers. They are not ordinary work; annotators get copies of them (claim-check.ts).
import { and, asc, count, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { goldAnswers, itemSeats, queueItems, queues, scores } from "@/db/schema";
import { attachedLabels } from "@/lib/annotation/labels/attached-labels";
import type { CanonicalValue } from "@/lib/annotation/labels/rules/label-value";
import {
  assertManager,
  holdQueue,
  type ItemRow,
  itemInQueue,
  type LabelRow,
  lockItemInQueue,
  lockQueue,
  type QueueRow,
  queueAccess,
} from "@/lib/annotation/scope/loaders";
import { type FieldTexts, fieldTexts, readAnswer } from "@/lib/annotation/sources/field-texts";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/gold";
import { conflict, invalidField } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";

const NOT_MANAGER = "Only queue managers can see and change known answers.";

export const getGold: Verb<typeof contracts.getGold> = async ({ db, caller }, input) => {
  const access = await queueAccess(db, caller, input.queue_id);
  assertManager(access, NOT_MANAGER);
  return presentGold(db, await itemInQueue(db, access.queue, input.item_id));
};

export const setGold: Verb<typeof contracts.setGold> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, NOT_MANAGER);
    if (input.answers.length === 0) await holdQueue(db, access.queue.id);
    const item = await lockItemInQueue(db, access.queue, input.item_id);
    if (item.copyOf) throw conflict("This item is a copy. Its original holds the answers.", { code: "item_is_check" });
    const attached = await attachedLabels(db, access.queue.id);
    const texts = await fieldTexts(db, caller.organizationId, item, attached);
    const answers = readAnswers(attached, input.answers, texts);
    const changed = answers.size > 0 ? await makeGold(db, item) : await makeWork(db, access.queue, item);
    await db.delete(goldAnswers).where(eq(goldAnswers.itemId, item.id));
    const rows = [...answers].map(([labelId, value]) => ({ itemId: item.id, labelId, value, setBy: caller.userId }));
    if (rows.length > 0) await db.insert(goldAnswers).values(rows);
    return presentGold(db, changed);
  });

type GoldAnswers = Parameters<Verb<typeof contracts.setGold>>[1]["answers"];

function readAnswers(attached: readonly LabelRow[], sent: GoldAnswers, texts: FieldTexts): Map<string, CanonicalValue> {
  const answers = new Map<string, CanonicalValue>();
  for (const [index, { label_id, value }] of sent.entries()) {
    const label = attached.find((row) => row.id === label_id.toLowerCase());
    if (!label) throw invalidField(`answers.${index}.label_id`, "This label is not attached to the queue.");
    if (answers.has(label.id)) throw invalidField(`answers.${index}.label_id`, "This label already has an answer.");
    const reading = readAnswer(label, value, texts);
    if (reading.kind === "invalid") throw invalidField(`answers.${index}.value`, reading.message);
    if (reading.kind === "blank") throw invalidField(`answers.${index}.value`, `${label.name} may not be blank.`);
    answers.set(label.id, reading.value);
  }
  return answers;
}

/**
 * An item that an annotator has begun, skipped or completed stays work, because its figures and values are already
 * counted.
 */
async function makeGold(db: Database, item: ItemRow): Promise<ItemRow> {
  if (item.purpose === "gold") return item;
  const [begun] = await db.execute(sql`
    select 1 where exists (select 1 from ${itemSeats} where ${itemSeats.itemId} = ${item.id})
      or exists (select 1 from ${scores} where ${scores.queueItemId} = ${item.id} and ${scores.deletedAt} is null)`);
  if (begun) {
    throw conflict("An annotator has already taken this item. Only untouched items can become gold items.", {
      code: "item_taken",
    });
  }
  return change(db, item, { purpose: "gold", openSeats: 0 });
}

async function makeWork(db: Database, queue: QueueRow, item: ItemRow): Promise<ItemRow> {
  if (item.purpose === "work") return item;
  if ((await countCopies(db, item)) > 0) {
    throw conflict("Annotators have already received this gold item. Remove it together with their answers instead.", {
      code: "gold_in_use",
    });
  }
  await lockQueue(db, queue.id);
  const work = await change(db, item, { purpose: "work", openSeats: queue.annotationsRequired });
  await db
    .update(queues)
    .set({ status: "active" })
    .where(and(eq(queues.id, queue.id), eq(queues.status, "completed")));
  return work;
}

async function change(db: Database, item: ItemRow, to: Partial<ItemRow>): Promise<ItemRow> {
  const [changed] = await db.update(queueItems).set(to).where(eq(queueItems.id, item.id)).returning();
  return changed ?? item;
}

async function countCopies(db: Database, item: ItemRow): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(queueItems)
    .where(and(eq(queueItems.copyOf, item.id), isNull(queueItems.deletedAt)));
  return row?.count ?? 0;
}

async function presentGold(db: Database, item: ItemRow) {
  const isGold = item.purpose === "gold";
  const answers = await db
    .select()
    .from(goldAnswers)
    .where(eq(goldAnswers.itemId, item.id))
    .orderBy(asc(goldAnswers.createdAt), asc(goldAnswers.labelId));
  return {
    item_id: item.id,
    is_gold: isGold,
    answers: answers.map(({ labelId, value, setBy, createdAt }) => ({
      label_id: labelId,
      value,
      set_by: setBy,
      created_at: createdAt.toISOString(),
    })),
    copies: isGold ? await countCopies(db, item) : 0,
  };
}
