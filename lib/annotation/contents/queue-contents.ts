// A queue's contents: sources are added at its end; items are removed with their scores, notes and discussions.
import { and, eq, isNull, max, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  adjudications,
  goldAnswers,
  itemAssignees,
  itemDrafts,
  itemNotes,
  itemSeats,
  queueItems,
  queues,
  reviewThreads,
  scores,
  submissions,
} from "@/db/schema";
import { idAmong, textArray } from "@/db/text-array";
import { assignByStrategy } from "@/lib/annotation/queues/assignment";
import { holdQueue, type ItemRow, lockQueue, type QueueRow } from "@/lib/annotation/scope/loaders";
import type { Reference } from "@/lib/annotation/sources/sources";
import type { QueueStatus } from "@/lib/contracts/shapes";

/**
 * Appends sources after the queue's last item, except those that the queue already has. Returns the ids of the new
 * items in order, and the queue's status: new work reopens a completed queue.
 */
export async function appendItems(
  db: Database,
  queue: QueueRow,
  references: readonly Reference[],
): Promise<{ added: string[]; status: QueueStatus }> {
  await lockQueue(db, queue.id);
  const added = await insertItems(db, queue, references);
  await assignByStrategy(db, queue, added);
  return { added, status: await reopenIfCompleted(db, queue, added.length) };
}

async function insertItems(db: Database, queue: QueueRow, references: readonly Reference[]): Promise<string[]> {
  if (references.length === 0) return [];
  const [last] = await db
    .select({ order: max(queueItems.order) })
    .from(queueItems)
    .where(eq(queueItems.queueId, queue.id));
  const rows = await db.execute<{ id: string; order: number }>(sql`
    insert into queue_items (organization_id, queue_id, source_type, source_id, open_seats, "order")
    select ${queue.organizationId}, ${queue.id}, source_type, source_id, ${queue.annotationsRequired},
      ${last?.order ?? -1} + row_number() over (order by min(place))
    from unnest(${textArray(references.map((reference) => reference.sourceType))},
      ${textArray(references.map((reference) => reference.sourceId))}) with ordinality as given(source_type, source_id, place)
    where not exists (
      select 1 from queue_items as item
      where item.queue_id = ${queue.id} and item.source_type = given.source_type and item.source_id = given.source_id
        and item.deleted_at is null and item.copy_of is null)
    group by source_type, source_id
    returning id, "order"`);
  return [...rows].sort((left, right) => left.order - right.order).map((row) => row.id);
}

async function reopenIfCompleted(db: Database, queue: QueueRow, added: number): Promise<QueueStatus> {
  if (added === 0 || queue.status !== "completed") return queue.status;
  await db.update(queues).set({ status: "active" }).where(eq(queues.id, queue.id));
  return "active";
}

/** The item of a source in a queue. Appends it if there is none, once for any number of simultaneous requests. */
export async function itemOfSource(db: Database, queue: QueueRow, reference: Reference): Promise<ItemRow> {
  const found = await findItem(db, queue, reference);
  if (found) return found;
  await appendItems(db, queue, [reference]);
  const added = await findItem(db, queue, reference);
  if (!added) throw new Error("the item was not added");
  return added;
}

async function findItem(db: Database, queue: QueueRow, { sourceType, sourceId }: Reference) {
  const [row] = await db
    .select()
    .from(queueItems)
    .where(
      and(
        eq(queueItems.queueId, queue.id),
        eq(queueItems.sourceType, sourceType),
        eq(queueItems.sourceId, sourceId),
        isNull(queueItems.deletedAt),
        isNull(queueItems.copyOf),
      ),
    );
  return row;
}

// Each may have many copies, one for an annotator.
const REMOVED_AT_ONCE = 10_000;

/**
 * Removes items of the queue, and copies that were made of them. Returns how many of the named items it removed.
 */
export async function removeItems(db: Database, queue: QueueRow, itemIds: string[], now: Date): Promise<number> {
  let removed = 0;
  // Who locks several items locks their queue first.
  await holdQueue(db, queue.id);
  for (let start = 0; start < itemIds.length; start += REMOVED_AT_ONCE)
    removed += await removeSome(db, queue, itemIds.slice(start, start + REMOVED_AT_ONCE), now);
  return removed;
}

async function removeSome(db: Database, queue: QueueRow, itemIds: string[], now: Date): Promise<number> {
  const copied = idAmong(queueItems.copyOf, itemIds);
  const removed = await db
    .update(queueItems)
    .set({ deletedAt: now, openSeats: 0 })
    .where(
      and(or(idAmong(queueItems.id, itemIds), copied), eq(queueItems.queueId, queue.id), isNull(queueItems.deletedAt)),
    )
    .returning({ id: queueItems.id });
  const ids = removed.map((row) => row.id);
  if (ids.length === 0) return 0;
  await db.delete(itemSeats).where(idAmong(itemSeats.itemId, ids));
  await db.delete(itemAssignees).where(idAmong(itemAssignees.itemId, ids));
  await db.delete(itemNotes).where(idAmong(itemNotes.itemId, ids));
  await db.delete(reviewThreads).where(idAmong(reviewThreads.itemId, ids));
  await db.delete(adjudications).where(idAmong(adjudications.itemId, ids));
  await db.delete(goldAnswers).where(idAmong(goldAnswers.itemId, ids));
  await db.delete(itemDrafts).where(idAmong(itemDrafts.itemId, ids));
  await db.delete(submissions).where(idAmong(submissions.itemId, ids));
  await db
    .update(scores)
    .set({ deletedAt: now })
    .where(and(idAmong(scores.queueItemId, ids), isNull(scores.deletedAt)));
  const named = new Set(itemIds);
  return ids.filter((id) => named.has(id)).length;
}
