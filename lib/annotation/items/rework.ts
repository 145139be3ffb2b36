// Work that review gives back to annotators: their seats become theirs again, without expiry, until they complete once more.
import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemSeats, queueItems, queues } from "@/db/schema";
import { textArray } from "@/db/text-array";
import { type ItemRow, lockQueue, type QueueRow } from "@/lib/annotation/scope/loaders";
import { invalid } from "@/lib/errors";

/** For whom the rework is: annotators by id, or everybody who completed the item. */
export type Targets = readonly string[] | "everybody";

export type ReviewStamp = Pick<ItemRow, "reviewedBy" | "reviewedAt" | "reviewNotes">;

const OPEN = sql`('open', 'reopened')`;

/** Throws 400 when one of the annotators has no completed work on the item to take up again. */
export async function assertCompletedBy(db: Database, item: ItemRow, userIds: readonly string[]): Promise<void> {
  const seats = await db.select().from(itemSeats).where(eq(itemSeats.itemId, item.id));
  const done = new Set(seats.filter((seat) => seat.state !== "skipped").map((seat) => seat.userId));
  const stranger = userIds.find((userId) => !done.has(userId));
  if (stranger) throw invalid(`User ${stranger} has no annotations of this item to change.`, { code: "not_annotator" });
}

/**
 * Gives an item, whose row is locked, back to its annotators. Seats of people who have left the queue open for others
 * instead. A completed queue is active again.
 */
export async function sendBack(
  db: Database,
  queue: QueueRow,
  item: ItemRow,
  targets: Targets,
  now: Date,
  stamp: Partial<ReviewStamp> = {},
): Promise<void> {
  const asked = targets === "everybody" ? sql`true` : sql`seat.user_id = any(${textArray(targets)}::uuid[])`;
  const completed = sql`seat.item_id = ${item.id} and seat.state = 'completed' and ${asked}`;
  const stays = sql`(exists (select 1 from queue_members as m where m.queue_id = seat.queue_id
      and m.user_id = seat.user_id and m.roles && array['annotator', 'manager'])
    or exists (select 1 from memberships as m where m.organization_id = ${item.organizationId}
      and m.user_id = seat.user_id and m.role in ('Owner', 'Admin')))`;
  await db.execute(sql`
    with gone as (delete from item_seats as seat where ${completed} and not ${stays} returning item_id)
    update queue_items set open_seats = open_seats + gone.seats
    from (select item_id, count(*)::int as seats from gone group by item_id) as gone where id = gone.item_id`);
  await lockQueue(db, queue.id);
  await db.execute(sql`
    update item_seats as seat
    set state = 'reserved', reserved_at = ${now.toISOString()}::timestamptz, expires_at = null, completed_at = null,
      active_at = null, updated_at = now()
    where ${completed}`);
  await db
    .update(queueItems)
    .set({ status: "in_progress", reviewStatus: "rejected", completedAt: null, updatedAt: now, ...stamp })
    .where(eq(queueItems.id, item.id));
  if (queue.status === "completed") await db.update(queues).set({ status: "active" }).where(eq(queues.id, queue.id));
}

const addressed = (db: Database, item: ItemRow, whose: SQL, now: Date) =>
  db.execute(sql`
    update review_threads as thread
    set status = 'addressed', addressed_at = ${now.toISOString()}::timestamptz, updated_at = now()
    where thread.item_id = ${item.id} and thread.blocking and thread.action = 'request_changes'
      and thread.status in ${OPEN} and ${whose}`);

/** An annotator who completes again has addressed what was asked of that annotator. */
export const addressFeedbackTo = (db: Database, item: ItemRow, userId: string, now: Date) =>
  addressed(db, item, sql`thread.target_annotator_id = ${userId}`, now);

/** An item that is back with its reviewers has addressed all that was asked of it, whoever did it in the end. */
export const addressAllFeedback = (db: Database, item: ItemRow, now: Date) => addressed(db, item, sql`true`, now);

/** Takes back that a completion has addressed feedback: what was addressed at its moment. */
export const reopenFeedbackAddressed = (db: Database, item: ItemRow, at: Date) =>
  db.execute(sql`
    update review_threads as thread
    set status = case when reopened_at is null then 'open' else 'reopened' end, addressed_at = null, updated_at = now()
    where thread.item_id = ${item.id} and thread.status = 'addressed'
      and thread.addressed_at = ${at.toISOString()}::timestamptz`);

/**
 * After feedback was resolved: annotators from whom nothing is asked any more are done with the item again, unless they owe
 * a required label. Returns whether there were any. The item's row is locked.
 */
export async function endReworkWithoutFeedback(db: Database, item: ItemRow, now: Date): Promise<boolean> {
  const rows = await db.execute(sql`
    update item_seats as seat
    set state = 'completed', completed_at = ${now.toISOString()}::timestamptz, active_at = null, updated_at = now()
    where seat.item_id = ${item.id} and seat.state = 'reserved' and seat.expires_at is null
      and not exists (select 1 from review_threads as thread where thread.item_id = seat.item_id and thread.blocking
        and thread.action = 'request_changes' and thread.status in ${OPEN}
        and (thread.target_annotator_id is null or thread.target_annotator_id = seat.user_id))
      and not exists (select 1 from queue_labels as binding where binding.queue_id = seat.queue_id and binding.required
        and not exists (select 1 from scores as score where score.queue_item_id = seat.item_id
          and score.label_id = binding.label_id and score.annotator_id = seat.user_id and score.deleted_at is null))
    returning seat.item_id`);
  return rows.length > 0;
}
