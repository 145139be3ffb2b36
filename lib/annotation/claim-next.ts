// Hands out work. Order: what was given back to the caller, what the caller holds, then free items by priority and order, and
// last what the caller has skipped.
import { and, asc, eq, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemSeats, queueItems } from "@/db/schema";
import type { Caller } from "@/lib/context";
import type { ItemRow, QueueAccess } from "./loaders";
import { inReviewState, type ReviewView } from "./review-scope";
import { expiryFor, renewSeat, returnExpiredSeats } from "./seats";

export interface Claim {
  access: QueueAccess;
  caller: Caller;
  exclude: readonly string[];
  view: ReviewView;
  now: Date;
}

/** Claims the caller's next item in the open transaction; null when nothing is left for the caller. */
export async function claimNext(db: Database, claim: Claim): Promise<ItemRow | null> {
  const { access, caller, now } = claim;
  // One caller's own requests take turns, so that a reload resumes an item instead of claiming a second one.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${access.queue.id} ${caller.userId}`}, 0))`);
  const held = await resumeHeld(db, claim);
  if (held) return held;
  await returnExpiredSeats(db, access.queue.id, now);
  return (await claimOnePass(db, claim, "new")) ?? (await claimOnePass(db, claim, "skipped"));
}

async function resumeHeld(db: Database, { access, caller, exclude, view, now }: Claim): Promise<ItemRow | null> {
  const [held] = await db
    .select({ item: queueItems, seat: itemSeats })
    .from(itemSeats)
    .innerJoin(queueItems, eq(queueItems.id, itemSeats.itemId))
    .where(
      and(
        eq(itemSeats.queueId, access.queue.id),
        eq(itemSeats.userId, caller.userId),
        eq(itemSeats.state, "reserved"),
        or(isNull(itemSeats.expiresAt), sql`${itemSeats.expiresAt} > ${now.toISOString()}::timestamptz`),
        isNull(queueItems.deletedAt),
        inReviewState(view, sql`${queueItems}`),
        exclude.length > 0 ? notInArray(queueItems.id, [...exclude]) : undefined,
      ),
    )
    .orderBy(sql`${itemSeats.expiresAt} is not null`, asc(itemSeats.reservedAt))
    .limit(1);
  if (!held) return null;
  // Completed, released or removed at this very moment: then it is not held any more.
  return (await renewSeat(db, access.queue, held.seat, now)) ? held.item : null;
}

/** Which items the caller may be given: own assignments; unassigned ones too where the queue or the role allows. */
export function claimable({ access, caller }: Pick<Claim, "access" | "caller">): SQL {
  const assigned = sql`exists (select 1 from item_assignees as a where a.item_id = item.id and a.user_id = ${caller.userId})`;
  if (!access.queue.autoAssign && !access.roles.includes("manager")) return assigned;
  return sql`(${assigned} or not exists (select 1 from item_assignees as a where a.item_id = item.id))`;
}

// SKIP LOCKED over the partial index of free items: whoever comes at the same moment takes the next one and does not wait.
// Only when nothing else is left is it worth waiting for an item that somebody is just taking a seat at: it may have more.
const claimOnePass = async (db: Database, claim: Claim, which: "new" | "skipped") =>
  (await claimFree(db, claim, which, sql`skip locked`)) ?? (await claimFree(db, claim, which, sql``));

async function claimFree(
  db: Database,
  claim: Claim,
  which: "new" | "skipped",
  whenLocked: SQL,
): Promise<ItemRow | null> {
  const { access, caller, exclude, now } = claim;
  const seat = sql`select 1 from item_seats as seat where seat.item_id = item.id and seat.user_id = ${caller.userId}`;
  const fresh = which === "new" ? sql`not exists (${seat})` : sql`exists (${seat} and seat.state = 'skipped')`;
  const excluded = exclude.length > 0 ? sql`and item.id not in ${[...exclude]}` : sql``;
  const claimed = await db.execute<{ item_id: string }>(sql`
    with candidate as (
      select item.id from queue_items as item
      where item.queue_id = ${access.queue.id} and item.open_seats > 0 and item.deleted_at is null
        and ${fresh} and ${claimable(claim)} and ${inReviewState(claim.view)} ${excluded}
      order by item.priority desc, item."order", item.id
      limit 1 for update of item ${whenLocked}
    ), taken as (
      update queue_items as item set open_seats = item.open_seats - 1
      from candidate where item.id = candidate.id returning item.id
    )
    insert into item_seats (item_id, user_id, queue_id, state, reserved_at, expires_at, active_at)
    select taken.id, ${caller.userId}, ${access.queue.id}, 'reserved', ${now.toISOString()}::timestamptz,
      ${expiryFor(access.queue, now).toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from taken
    on conflict (item_id, user_id) do update
      set state = 'reserved', reserved_at = excluded.reserved_at, expires_at = excluded.expires_at,
        active_at = excluded.active_at, updated_at = now()
    returning item_id`);
  const id = claimed[0]?.item_id;
  if (!id) return null;
  const [item] = await db.select().from(queueItems).where(eq(queueItems.id, id));
  return item ?? null;
}
