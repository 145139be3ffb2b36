import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import { lockQueue } from "@/lib/annotation/scope/loaders";
import { hasOpenFeedback, owesLabel, stillAnnotates } from "./seat-conditions";

export interface Settled {
  /** How many completed items were reopened. */
  reopened: number;
  /** Ids of items whose annotators have left with work that others can now do. */
  opened: string[];
}

/**
 * Updates a queue's items after its settings changed (annotators required, required labels, people). Items with too few
 * annotators go back to in_progress. Annotators who owe a required label get their seats back, without expiry; seats of
 * people who have left open for others. Annotators who owe nothing any more are done again. Open seats are counted again.
 */
export async function settleItems(db: Database, queueId: string): Promise<Settled> {
  // Requests that have read the queue or one of these items notice that they have changed (read-work.ts).
  await lockQueue(db, queueId);
  await db.execute(
    sql`select 1 from queue_items where queue_id = ${queueId} and deleted_at is null order by id for update`,
  );
  await db.execute(sql`
    update queue_items set updated_at = updated_at
    where id in (select item_id from item_seats where queue_id = ${queueId} and state = 'reserved')`);
  // Before seats open: people who have left and owe nothing any more keep their finished work.
  const done = await endOwing(db, queueId);
  // Nobody else can take a check, so its seat stays as it is.
  const opened = await db.execute<{ item_id: string }>(sql`
    delete from item_seats as seat using queue_items as item
    where seat.queue_id = ${queueId} and item.id = seat.item_id and item.purpose = 'work'
      and (seat.state = 'reserved' or (seat.state = 'completed' and ${owesLabel})) and not ${stillAnnotates}
    returning seat.item_id`);
  await db.execute(sql`
    update item_seats as seat
    set state = 'reserved', reserved_at = now(), expires_at = null, completed_at = null, active_at = null, updated_at = now()
    where seat.queue_id = ${queueId} and seat.state = 'completed' and ${owesLabel} and ${stillAnnotates}`);
  await endRework(db, done);
  return { reopened: await recountItems(db, queueId), opened: opened.map((seat) => seat.item_id) };
}

/**
 * Annotators who had work back, and now owe neither a label nor changes, are done again. Returns their items. The items
 * are locked.
 */
async function endOwing(db: Database, queueId: string): Promise<string[]> {
  const done = await db.execute<{ item_id: string }>(sql`
    update item_seats as seat
    set state = 'completed', completed_at = now(), active_at = null, updated_at = now()
    from queue_items as item
    where item.id = seat.item_id and item.queue_id = ${queueId} and item.deleted_at is null
      and seat.state = 'reserved' and seat.expires_at is null and not ${owesLabel} and not ${hasOpenFeedback}
      and exists (select 1 from scores as score where score.queue_item_id = seat.item_id
        and score.annotator_id = seat.user_id and score.deleted_at is null)
    returning seat.item_id`);
  return done.map((seat) => seat.item_id);
}

/** Items leave rework if nobody owes anything. */
async function endRework(db: Database, itemIds: readonly string[]): Promise<void> {
  await db.execute(sql`
    update queue_items as item set review_status = null
    from queues as queue
    where queue.id = item.queue_id and item.id = any(${textArray(itemIds)}::uuid[])
      and item.review_status = 'rejected'
      and not exists (select 1 from item_seats as seat where seat.item_id = item.id and seat.state = 'reserved'
        and seat.expires_at is null)
      and (select count(*) from item_seats as seat where seat.item_id = item.id and seat.state = 'completed')
        >= queue.annotations_required`);
}

/**
 * Updates the status and open seats of all items, or of one, from the seats that are taken now. Their rows are locked.
 * Returns how many completed items were reopened.
 */
export async function recountItems(db: Database, queueId: string, itemId?: string): Promise<number> {
  const only = itemId ? sql`and item.id = ${itemId}` : sql``;
  const reopened = await db.execute(sql`
    with state as (
      select item.id, item.status, item.purpose, queue.requires_review as reviewed,
        case item.purpose when 'work' then queue.annotations_required when 'gold' then 0 else 1 end as seats,
        count(seat.user_id) filter (where seat.state in ('reserved', 'completed')) as taken,
        count(seat.user_id) filter (where seat.state = 'completed') < queue.annotations_required
          and (item.status = 'completed' or item.review_status = 'pending_review') as reopens,
        count(seat.user_id) filter (where seat.state = 'completed') >= queue.annotations_required
          and item.status = 'in_progress' and item.review_status is null as finishes
      from queue_items as item
      join queues as queue on queue.id = item.queue_id
      left join item_seats as seat on seat.item_id = item.id
      where item.queue_id = ${queueId} and item.deleted_at is null ${only}
      group by item.id, queue.id
    ), settled as (
      update queue_items as item
      set open_seats = greatest(0, state.seats - state.taken),
        status = case
          when state.reopens then 'in_progress'
          when state.finishes and not state.reviewed then 'completed'
          else item.status end,
        review_status = case
          when state.reopens then null
          when state.finishes and state.reviewed then 'pending_review'
          else item.review_status end,
        completed_at = case
          when state.reopens then null
          when state.finishes and not state.reviewed then now()
          else item.completed_at end,
        updated_at = now()
      from state where item.id = state.id and (
        item.open_seats <> greatest(0, state.seats - state.taken) or state.reopens or state.finishes)
      returning item.id, state.status as before, item.status as after, item.purpose
    )
    select count(*)::int as count from settled
    where before = 'completed' and after = 'in_progress' and purpose = 'work'`);
  return Number(reopened[0]?.count ?? 0);
}
