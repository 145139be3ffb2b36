// Seats: who has reserved an item, and until when. Every change locks the item's row first, so that seats and
// open_seats agree, and no item goes to more annotators than it needs.
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemSeats, queueItems } from "@/db/schema";
import { param, sqlStatement, statement } from "@/db/statement";
import { holdFreeQueue, lockQueue, type QueueRow } from "@/lib/annotation/scope/loaders";
import { type WorkTime, workUntil } from "./rules/work-time";

export type SeatRow = typeof itemSeats.$inferSelect;

type Seat = Pick<SeatRow, "itemId" | "userId" | "expiresAt" | "workMs" | "activeAt">;

const MINUTE_MS = 60_000;

export const expiryFor = (queue: QueueRow, now: Date): Date =>
  new Date(now.getTime() + queue.reservationTimeoutMinutes * MINUTE_MS);

const findExpired = sqlStatement<{ item_id: string }>(
  () => sql`
    select item_id from item_seats
    where state = 'reserved' and expires_at <= ${param("now")}::timestamptz and queue_id = ${param("queueId")} limit 100`,
);

/** Releases the queue's expired reservations. Items that someone is working on are left alone. */
export async function returnExpiredSeats(db: Database, queueId: string, now: Date): Promise<void> {
  const expired = await findExpired(db, { queueId, now: now.toISOString() });
  if (expired.length === 0) return;
  // The queue before its items, as everywhere. Claims do not wait for it: another one releases what is left.
  if (!(await holdFreeQueue(db, queueId))) return;
  const ids = [...new Set(expired.map((seat) => seat.item_id))];
  const locked = await db
    .select({ id: queueItems.id })
    .from(queueItems)
    .where(inArray(queueItems.id, ids))
    .orderBy(queueItems.id)
    .for("update", { skipLocked: true });
  const lockedIds = locked.map((item) => item.id);
  if (lockedIds.length === 0) return;
  await db.execute(sql`
    with returned as (
      delete from item_seats
      where item_id in ${lockedIds} and state = 'reserved' and expires_at <= ${now.toISOString()}::timestamptz
      returning item_id
    )
    update queue_items set open_seats = open_seats + returned.count
    from (select item_id, count(*)::int as count from returned group by item_id) as returned
    where queue_items.id = returned.item_id`);
  await lockQueue(db, queueId);
}

const findSeat = statement((db) =>
  db
    .select()
    .from(itemSeats)
    .where(and(eq(itemSeats.itemId, param("itemId")), eq(itemSeats.userId, param("userId")))),
);

export async function seatOf(db: Database, itemId: string, userId: string): Promise<SeatRow | undefined> {
  const [seat] = await findSeat(db, { itemId, userId });
  return seat;
}

/**
 * Records that the annotator is working, and renews an expiring reservation, together with the annotator's other
 * reservations in the queue. Undefined if the reservation is gone.
 */
export async function renewSeat(
  db: Database,
  queue: QueueRow,
  seat: Seat,
  now: Date,
  atWork = true,
): Promise<Seat | undefined> {
  const work = atWork ? workUntil(now, seat) : { workMs: seat.workMs, activeAt: seat.activeAt };
  const expiresAt = seat.expiresAt && expiryFor(queue, now);
  const renewed = await renewHeld(db, {
    ...keyOf(seat),
    ...wireOf(work),
    queueId: queue.id,
    now: now.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    expiryNow: expiryFor(queue, now).toISOString(),
  });
  return renewed.length > 0 ? { ...seat, ...work, expiresAt } : undefined;
}

const keyOf = ({ itemId, userId }: Seat) => ({ itemId, userId });
const wireOf = ({ workMs, activeAt }: WorkTime) => ({ workMs, activeAt: activeAt?.toISOString() ?? null });

// Other reservations are renewed at most once a minute, and not if another request has locked them. Nothing waits.
const renewHeld = sqlStatement(
  () => sql`
    with others as (
      select item_id from item_seats
      where queue_id = ${param("queueId")} and user_id = ${param("userId")} and state = 'reserved'
        and expires_at > ${param("now")}::timestamptz
        and expires_at < ${param("expiryNow")}::timestamptz - interval '1 minute' and item_id <> ${param("itemId")}
      for update skip locked
    ), renewed as (
      update item_seats set expires_at = ${param("expiryNow")}::timestamptz, updated_at = now()
      where user_id = ${param("userId")} and item_id in (select item_id from others)
    )
    update item_seats set expires_at = ${param("expiresAt")}::timestamptz, work_ms = ${param("workMs")}::int,
      active_at = ${param("activeAt")}::timestamptz, updated_at = now()
    where item_id = ${param("itemId")} and user_id = ${param("userId")} and state = 'reserved' returning 1`,
);

/** A reservation without expiry was returned to its annotator to finish. */
export const isHeld = (seat: { state: string; expiresAt: Date | null }, now: Date): boolean =>
  seat.state === "reserved" && (seat.expiresAt === null || seat.expiresAt > now);
