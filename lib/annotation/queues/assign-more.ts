// Assigns open items after a queue's annotators, or their number, have changed.
import { and, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queues } from "@/db/schema";
import { textArray } from "@/db/text-array";
import { lockQueue, type QueueRow } from "@/lib/annotation/scope/loaders";
import { assignByStrategy } from "./assignment";

/**
 * Assigns open items with fewer people than they need, by the queue's strategy: all, or some of them. Those who have
 * answered or reserved an item count, and so do its assignees who may annotate. Needs the queue's lock.
 */
export async function assignMore(db: Database, queue: QueueRow, itemIds?: readonly string[]): Promise<void> {
  if (queue.assignmentStrategy === "manual" || itemIds?.length === 0) return;
  const chosen = itemIds ? sql`item.id = any(${textArray(itemIds)}::uuid[])` : sql`true`;
  const waiting = await db.execute<{ id: string; taken: string[] }>(sql`
    select item.id, taken.people as taken
    from queue_items as item cross join lateral (
      select array(
        select assignee.user_id::text from item_assignees as assignee
        join queue_members as member on member.queue_id = item.queue_id and member.user_id = assignee.user_id
        where assignee.item_id = item.id and member.roles && array['annotator', 'manager']
        union
        select seat.user_id::text from item_seats as seat
        where seat.item_id = item.id and seat.state in ('reserved', 'completed')
      ) as people
    ) as taken
    where item.queue_id = ${queue.id} and item.open_seats > 0 and item.purpose = 'work' and item.deleted_at is null
      and ${chosen} and cardinality(taken.people) < ${queue.annotationsRequired}::int
    order by item."order"`);
  await assignByStrategy(
    db,
    queue,
    waiting.map(({ id }) => id),
    new Map(waiting.map(({ id, taken }) => [id, taken])),
  );
}

/** The same for queues that a person has left. */
export async function assignAfterLeaving(db: Database, queueIds: readonly string[]): Promise<void> {
  const assigning = and(inArray(queues.id, [...queueIds]), ne(queues.assignmentStrategy, "manual"));
  const found = await db
    .select()
    .from(queues)
    .where(and(assigning, isNull(queues.deletedAt)))
    .orderBy(queues.id)
    .for("no key update");
  for (const queue of found) {
    await lockQueue(db, queue.id);
    await assignMore(db, queue);
  }
}
