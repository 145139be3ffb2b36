// Carries out a decision in one statement. It writes nothing if the item, the queue's settings or a label have changed
// since they were read, or if another request has locked the item. It never waits for another request.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { param, sqlStatement } from "@/db/statement";
import { arrayText } from "@/db/text-array";
import { managersOf } from "@/lib/annotation/scope/queue-notices";
import { notified } from "@/lib/notifications/notify";
import { openWork } from "./open-work";
import type { ItemContext } from "./read-work";
import type { NextState } from "./rules/next-state";
import { expiryFor } from "./seats";

const item = sql`${param("itemId")}::uuid`;
const user = sql`${param("userId")}::uuid`;
const queue = sql`${param("queueId")}::uuid`;
const now = sql`${param("now")}::timestamptz`;

/**
 * The item, locked until the statement ends. No row if it has changed since it was read, or is locked. The same for the
 * queue's row if the statement writes it: waiting for it would keep the item from those who have locked the queue.
 */
export const lockedItem = sql`
  own_queue as materialized (
    select id from queues
    where id = ${queue} and (${param("queueRevision")}::text is null or xmin = ${param("queueRevision")}::text::xid)
    for no key update skip locked
  ), held as (
    select item.id as item_id from queue_items as item
    where item.id = ${item} and item.xmin = ${param("revision")}::xid
      and case when ${param("writesQueue")}::boolean then exists (select 1 from own_queue)
        else ${param("queueRevision")}::text is null or exists (
          select 1 from queues where id = ${queue} and xmin = ${param("queueRevision")}::text::xid) end
    for no key update of item skip locked
  )`;

// Renaming a label's options locks the label's row, and then all values: see attachedLabels.
const unchanged = sql`
  unchanged as materialized (
    select label.id
    from unnest(${param("labelIds")}::uuid[], ${param("labelVersions")}::int[]) as read(id, version)
    join labels as label on label.id = read.id and label.version = read.version
    for key share of label skip locked
  )`;

/** The same, with the labels of the values: a write of values requires `areUnchanged`. */
export const heldWithLabels = sql`${lockedItem}, ${unchanged}`;

export const areUnchanged = sql`(select count(*) from unchanged) = cardinality(${param("labelIds")}::uuid[])`;

export const labelValues = (labels: readonly { id: string; version: number }[]) => ({
  labelIds: arrayText(labels.map(({ id }) => id)),
  labelVersions: arrayText(labels.map(({ version }) => String(version))),
});

/** Writes the next state of seat, item, feedback and queue, if `from` has a row. */
export const stateStored = (from: SQL): SQL => sql`
  returned as (
    delete from item_seats as seat using ${from} as gate
    where ${param("returns")}::text is not null and seat.item_id = gate.item_id and seat.state = 'reserved'
      and (seat.user_id = ${user}) = (${param("returns")}::text = 'own')
      and (${param("returns")}::text <> 'expired' or seat.expires_at <= ${now})
  ), seated as (
    insert into item_seats (item_id, user_id, queue_id, state, reserved_at, expires_at, completed_at, skipped_at,
      skip_reason, work_ms, active_at)
    select gate.item_id, ${user}, ${queue}, ${param("seatState")}::text, ${param("reservedAt")}::timestamptz,
      ${param("expiresAt")}::timestamptz, ${param("seatCompletedAt")}::timestamptz, ${param("skippedAt")}::timestamptz,
      ${param("skipReason")}::text, ${param("workMs")}::int, ${param("activeAt")}::timestamptz
    from ${from} as gate where ${param("seatState")}::text is not null
    on conflict (item_id, user_id) do update set state = excluded.state, reserved_at = excluded.reserved_at,
      expires_at = excluded.expires_at, completed_at = excluded.completed_at, skipped_at = excluded.skipped_at,
      skip_reason = excluded.skip_reason, work_ms = excluded.work_ms, active_at = excluded.active_at, updated_at = now()
  ), moved as (
    update queue_items as item set open_seats = ${param("openSeats")}::int, status = ${param("status")}::text,
      review_status = ${param("reviewStatus")}::text, completed_at = ${param("completedAt")}::timestamptz,
      reviewed_by = ${param("reviewedBy")}::uuid, reviewed_at = ${param("reviewedAt")}::timestamptz,
      review_notes = ${param("reviewNotes")}::text, updated_at = ${now}
    from ${from} as gate where item.id = gate.item_id
  ), addressed as (
    update review_threads as thread set status = 'addressed', addressed_at = ${now}, updated_at = now()
    from ${from} as gate
    where thread.item_id = gate.item_id and ${param("feedback")}::text is not null and thread.blocking
      and thread.action = 'request_changes' and thread.status in ('open', 'reopened')
      and (${param("feedback")}::text = 'all' or thread.target_annotator_id = ${user})
  ), queue_moved as (
    update queues set status = ${param("queueStatus")}::text, updated_at = now()
    from ${from} as gate
    where queues.id = ${queue} and ${param("queueStatus")}::text is not null
      and queues.status = case ${param("queueStatus")}::text when 'completed' then 'active' else 'completed' end
      and (${param("queueStatus")}::text <> 'completed'
        or ${openWork(queue, sql`item.id <> gate.item_id`)} is null)
    returning queues.id, queues.organization_id, queues.name, queues.status
  ), ${notified(managersOf(sql`queue_moved`, { actor: user, at: sql`${now}::text` }))}, reopened as (
    update queues set updated_at = updated_at from ${from} as gate
    where queues.id = ${queue} and ${param("opensSeats")}::boolean and ${param("queueStatus")}::text is null
  )`;

// Also renews the annotator's other reservations, at most once a minute, and not if another request has locked them.
export const othersRenewed = (from: SQL): SQL => sql`
  others as (
    select seat.item_id from item_seats as seat, ${from} as gate
    where ${param("renewsOthers")}::boolean and seat.queue_id = ${queue} and seat.user_id = ${user} and seat.state = 'reserved'
      and seat.expires_at > ${now}
      and seat.expires_at < ${param("expiryNow")}::timestamptz - interval '1 minute' and seat.item_id <> ${item}
    for update of seat skip locked
  ), renewed as (
    update item_seats set expires_at = ${param("expiryNow")}::timestamptz, updated_at = now()
    where user_id = ${user} and item_id in (select item_id from others)
  )`;

const moveOn = sqlStatement(
  () => sql`with ${lockedItem}, ${othersRenewed(sql`held`)}, ${stateStored(sql`held`)} select 1 from held`,
);

/**
 * Stores the next state of an item and its seat. False if nothing was written, because something has changed since it
 * was read.
 */
export const writeState = async (db: Database, work: ItemContext, state: NextState, at: Date): Promise<boolean> =>
  (await moveOn(db, stateValues(work, state, at))).length > 0;

/**
 * The same in a transaction that locked the item before reading it, and before that the queue if the state may change
 * the queue or open seats.
 */
export async function writeHeld(db: Database, work: ItemContext, state: NextState, at: Date): Promise<void> {
  if (await writeState(db, { ...work, queueRevision: null }, state, at)) return;
  throw new Error("the item was not held when it was read");
}

/** The values for `held`, `othersRenewed` and `stateStored`. */
export function stateValues(work: ItemContext, { seat, ...state }: NextState, at: Date) {
  // Claims that have walked past the item must search from the beginning again: loaders.ts, lockQueue.
  const opensSeats = state.openSeats > work.item.openSeats;
  return {
    itemId: work.item.id,
    queueId: work.queue.id,
    userId: work.userId,
    revision: work.revision,
    queueRevision: work.queueRevision,
    now: at.toISOString(),
    expiryNow: expiryFor(work.queue, at).toISOString(),
    seatState: seat?.state ?? null,
    reservedAt: isoTime(seat?.reservedAt),
    expiresAt: isoTime(seat?.expiresAt),
    seatCompletedAt: isoTime(seat?.completedAt),
    skippedAt: isoTime(seat?.skippedAt),
    skipReason: seat?.skipReason ?? null,
    workMs: seat?.workMs ?? null,
    activeAt: isoTime(seat?.activeAt),
    ...state,
    completedAt: isoTime(state.completedAt),
    reviewedAt: isoTime(state.reviewedAt),
    opensSeats,
    writesQueue: opensSeats || state.queueStatus !== null,
  };
}

const isoTime = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;
