// Hands out work. Order: what was given back to the caller, what the caller holds, then free items by priority and order, and
// last what the caller has skipped.
import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemSeats, queueItems } from "@/db/schema";
import { given, sqlStatement, statement } from "@/db/statement";
import { claimCheck } from "@/lib/annotation/checks/claim-check";
import { asked, type Claim, type ClaimValues, firstFree, type Pass, valuesOf } from "@/lib/annotation/items/free-items";
import { renewSeat, returnExpiredSeats } from "@/lib/annotation/items/seats";
import { type ItemRow, itemInQueue } from "@/lib/annotation/scope/loaders";
import { FREE_COUNTED, mayClaimAhead } from "./rules/claim-ahead";

/** Claims the caller's next item in the open transaction; null when nothing is left for the caller. */
export async function claimNext(db: Database, claim: Claim): Promise<ItemRow | null> {
  const { access, now, ahead = false, includeSkipped = true } = claim;
  const values = valuesOf(claim);
  // One caller's own requests take turns, so that a reload resumes an item instead of claiming a second one. The statements
  // go out together; the second begins, and sees what others have done, once it is this request's turn.
  const [, [held]] = await Promise.all([takeTurn(db, values), findHeld(db, values)]);
  // Completed, released or removed at this very moment: then it is not held any more.
  if (held && (await renewSeat(db, access.queue, held.seat, now, !ahead))) return held.item;
  await returnExpiredSeats(db, access.queue.id, now);
  const [share] = ahead ? await readShare(db, values) : [];
  if (share && !mayClaimAhead(share)) return null;
  const id =
    (await claimCheck(db, claim, values)) ??
    (await claimOnePass(db, "new", values)) ??
    (includeSkipped ? await claimOnePass(db, "skipped", values) : undefined);
  return id ? itemInQueue(db, access.queue, id) : null;
}

const takeTurn = sqlStatement(() => sql`select pg_advisory_xact_lock(hashtextextended(${given("turn")}, 0))`);

const findHeld = statement((db) =>
  db
    .select({ item: queueItems, seat: itemSeats })
    .from(itemSeats)
    .innerJoin(queueItems, eq(queueItems.id, itemSeats.itemId))
    .where(
      and(
        eq(itemSeats.queueId, given("queueId")),
        eq(itemSeats.userId, given("userId")),
        sql`${itemSeats.state} = 'reserved'`,
        or(isNull(itemSeats.expiresAt), sql`${itemSeats.expiresAt} > ${given("now")}::timestamptz`),
        isNull(queueItems.deletedAt),
        asked(sql`${queueItems}`),
      ),
    )
    .orderBy(sql`${itemSeats.expiresAt} is not null`, asc(itemSeats.reservedAt))
    .limit(1),
);

/** What the caller holds in the queue, and how much is free, counted as far as it matters. */
const readShare = sqlStatement<{ held: number; free: number }>(
  () => sql`
    select (
      select count(*)::int from item_seats
      where queue_id = ${given("queueId")} and user_id = ${given("userId")} and state = 'reserved'
        and (expires_at is null or expires_at > ${given("now")}::timestamptz)) as held, (
      select count(*)::int from (
        select 1 from queue_items
        where queue_id = ${given("queueId")} and open_seats > 0 and deleted_at is null
        order by priority desc, "order", id limit ${FREE_COUNTED}) as waiting) as free`,
);

// SKIP LOCKED over the partial index of free items: whoever comes at the same moment takes the next one and does not wait.
// Only when nothing else is left is it worth waiting for an item that somebody is just taking a seat at: it may have more.
const passes = {
  new: [claimFree("new", sql`skip locked`), claimFree("new", sql``)],
  skipped: [claimFree("skipped", sql`skip locked`), claimFree("skipped", sql``)],
};

async function claimOnePass(db: Database, pass: Pass, values: ClaimValues): Promise<string | undefined> {
  for (const claimBy of passes[pass]) {
    const [claimed] = await claimBy(db, values);
    if (claimed) return claimed.item_id;
  }
  return undefined;
}

function claimFree(pass: Pass, whenLocked: SQL) {
  return sqlStatement<{ item_id: string }>(
    () => sql`
      with candidate as (
        ${firstFree(pass, sql`item.id`)} for update of item ${whenLocked}
      ), taken as (
        update queue_items as item set open_seats = item.open_seats - 1
        from candidate where item.id = candidate.id returning item.id
      )
      insert into item_seats (item_id, user_id, queue_id, state, reserved_at, expires_at, active_at)
      select taken.id, ${given("userId")}, ${given("queueId")}, 'reserved', ${given("now")}::timestamptz,
        ${given("expiresAt")}::timestamptz, ${given("activeAt")}::timestamptz
      from taken
      on conflict (item_id, user_id) do update
        set state = 'reserved', reserved_at = excluded.reserved_at, expires_at = excluded.expires_at,
          active_at = excluded.active_at, updated_at = now()
      returning item_id`,
  );
}
