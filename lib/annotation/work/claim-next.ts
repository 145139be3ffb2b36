// Hands out work. Order: items returned to the caller, items reserved by the caller, free items by priority and order,
// and last the items that the caller skipped.
import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { itemSeats, queueItems } from "@/db/schema";
import { param, sqlStatement, statement } from "@/db/statement";
import { claimCheck } from "@/lib/annotation/checks/claim-check";
import {
  callerValues,
  type ItemColumns,
  itemColumns,
  presentItem,
  presentRow,
} from "@/lib/annotation/contents/present-items";
import {
  type Claim,
  type ClaimValues,
  firstFree,
  firstOpen,
  matchesRequest,
  type Pass,
  valuesOf,
} from "@/lib/annotation/items/free-items";
import { expiryFor, renewSeat, returnExpiredSeats } from "@/lib/annotation/items/seats";
import type { Context } from "@/lib/context";
import type { Item } from "@/lib/contracts/annotation/items";
import { inTransaction } from "@/lib/transaction";
import { isReserved, now, queueId, readShare, userId } from "./claim-share";
import { mayClaimAhead } from "./rules/claim-ahead";

/** Claims the caller's next item and returns it as the API shows it; null if nothing is left for the caller. */
export async function claimNext(context: Context, claim: Claim): Promise<Item | null> {
  const { db, caller } = context;
  const found = isPlain(claim) ? await claimAtOnce(db, claim) : undefined;
  if (found && "wire" in found) return found.wire;
  const claimed = found ?? (await inTransaction(context, (inner) => claimInTurn(inner.db, claim)));
  return claimed && presentItem(db, caller, claimed, claim.now);
}

/** No checks are involved, and the caller's share allows it. */
const isPlain = ({ access: { queue }, view, share }: Claim): boolean =>
  (queue.goldPercent + queue.repeatPercent === 0 || view.review_status !== undefined) &&
  (share === undefined || (share.claims !== null && mayClaimAhead(share)));

/** Takes the caller's reserved item, or the first free one, in one statement. Undefined if that is not enough. */
async function claimAtOnce(db: Database, claim: Claim): Promise<{ id: string } | { wire: Item } | undefined> {
  const { access, caller, now, share } = claim;
  const expires = expiryFor(access.queue, now).toISOString();
  const [found] = await claimFirst(db, { ...callerValues(caller), ...valuesOf(claim) }).catch(unlessSeated);
  if (found?.claimed) {
    const seat = { user_id: caller.userId, name: found.own_name, state: "reserved" as const, expires_at: expires };
    const row = { ...found.claimed, seats: [...found.claimed.seats, seat] };
    return { wire: await presentRow(db, row, caller, now) };
  }
  const { held: reserved } = found ?? {};
  if (!reserved) return undefined;
  const renewed = await renewSeat(db, access.queue, seatFrom(reserved, claim), now, share === undefined);
  return renewed && { id: reserved.item_id };
}

/** The caller has just taken a seat at the item by submitting. */
function unlessSeated(error: unknown): [] {
  if (databaseErrorCode(error) === UNIQUE_VIOLATION) return [];
  throw error;
}
const UNIQUE_VIOLATION = "23505";

/** The same step by step, in the caller's turn: with checks, expired reservations, and skipped items. */
async function claimInTurn(db: Database, claim: Claim): Promise<{ id: string } | null> {
  const { access, now, share, includeSkipped = true } = claim;
  const values = valuesOf(claim);
  // A caller's own requests take turns, so that a reload resumes an item instead of claiming a second one. The
  // statements are sent together; the second starts, and sees other people's claims, when it is this request's turn.
  const [, [reserved]] = await Promise.all([takeTurn(db, values), findHeld(db, values)]);
  // It may just have been completed, released or removed. Then it is not reserved any more.
  if (reserved && (await renewSeat(db, access.queue, reserved.seat, now, share === undefined))) return reserved.item;
  await returnExpiredSeats(db, access.queue.id, now);
  // Others may have claimed since the share was read, but not the caller: see the turn.
  const [row] = share ? await readShare(db, values) : [];
  if (row && !mayClaimAhead(row.share)) return null;
  const id =
    (await claimCheck(db, claim, values)) ??
    (await claimOnePass(db, "new", values)) ??
    (includeSkipped ? await claimOnePass(db, "skipped", values) : undefined);
  return id ? { id } : null;
}

const takeTurn = sqlStatement(
  () => sql`
    insert into claim_turns as turn (queue_id, user_id) values (${param("queueId")}, ${param("userId")})
    on conflict (queue_id, user_id) do update set claims = turn.claims + 1`,
);

const notBefore = (first: SQL): SQL => sql`((-item.priority), item."order", item.id) >= (
  (select priority from ${first}), (select "order" from ${first}), (select id from ${first}))`;

interface HeldSeat {
  item_id: string;
  expires_at: string | null;
  work_ms: number;
  active_at: string | null;
}

// The caller's turn is the row of claim_turns. If a caller had to wait for it, `claims` shows that the statement's
// snapshot is outdated, and it claims nothing. The same holds if the caller's share was read before another claim.
// `start` is where the walk begins: everything before it is taken or was the caller's, unless the queue's row was
// written since, as everything does that reopens items (touchQueue).
const claimFirst = sqlStatement<{ held: HeldSeat | null; claimed: ItemColumns | null; own_name: string }>(
  () => sql`
    with turn as materialized (
      select claims from claim_turns where queue_id = ${queueId} and user_id = ${userId} for update
    ), start as materialized (
      select coalesce(known.starts_at_priority, -2147483648) as priority, coalesce(known.starts_at_order, -2147483648) as "order",
        coalesce(known.starts_at_id, '00000000-0000-0000-0000-000000000000') as id, queue.xmin::text as queue_revision
      from turn
      join claim_turns as seen on seen.queue_id = ${queueId} and seen.user_id = ${userId} and seen.claims = turn.claims
      join queues as queue on queue.id = ${queueId}
      left join claim_turns as known on known.queue_id = seen.queue_id and known.user_id = seen.user_id
        and known.queue_revision = queue.xmin::text and known.takes_unassigned = ${param("takesUnassigned")}::boolean
      where (${param("claims")}::bigint is null or turn.claims = ${param("claims")}::bigint) and not exists (
        select 1 from item_seats as seat
        where seat.queue_id = ${queueId} and seat.state = 'reserved' and seat.expires_at <= ${now})
    ), held as materialized (
      select seat.item_id, seat.expires_at, seat.work_ms, seat.active_at
      from item_seats as seat join queue_items as item on item.id = seat.item_id
      where exists (select 1 from start) and ${isReserved} and item.deleted_at is null and ${matchesRequest(sql`item`)}
      order by seat.expires_at is not null, seat.reserved_at limit 1
    ), opening as materialized (
      ${firstOpen("new", sql`-item.priority as priority, item."order", item.id`, notBefore(sql`start`))}
    ), candidate as (
      ${firstFree("new", sql`item.id`, sql`not exists (select 1 from held) and ${notBefore(sql`opening`)}`)}
      for update of item skip locked
    ), taken as (
      update queue_items as item set open_seats = item.open_seats - 1
      from candidate where item.id = candidate.id returning item.*
    ), seated as (
      insert into item_seats (item_id, user_id, queue_id, state, reserved_at, expires_at, active_at)
      select taken.id, ${userId}, ${queueId}, 'reserved', ${now}, ${param("expiresAt")}::timestamptz,
        ${param("activeAt")}::timestamptz
      from taken
    ), counted as (
      update claim_turns as turn set claims = turn.claims + 1, starts_at_priority = opening.priority,
        starts_at_order = opening."order", starts_at_id = opening.id, queue_revision = start.queue_revision,
        takes_unassigned = ${param("takesUnassigned")}::boolean
      from taken, opening, start where turn.queue_id = ${queueId} and turn.user_id = ${userId}
    )
    select (select to_json(held) from held) as held, (select name from users where id = ${userId}) as own_name,
      (select to_json(shown) from (select ${itemColumns} from taken as item) as shown) as claimed`,
);

const seatFrom = (reserved: HeldSeat, { caller }: Claim) => ({
  itemId: reserved.item_id,
  userId: caller.userId,
  expiresAt: reserved.expires_at === null ? null : new Date(reserved.expires_at),
  workMs: reserved.work_ms,
  activeAt: reserved.active_at === null ? null : new Date(reserved.active_at),
});

const findHeld = statement((db) =>
  db
    .select({ item: queueItems, seat: itemSeats })
    .from(itemSeats)
    .innerJoin(queueItems, eq(queueItems.id, itemSeats.itemId))
    .where(
      and(
        eq(itemSeats.queueId, param("queueId")),
        eq(itemSeats.userId, param("userId")),
        sql`${itemSeats.state} = 'reserved'`,
        or(isNull(itemSeats.expiresAt), sql`${itemSeats.expiresAt} > ${param("now")}::timestamptz`),
        isNull(queueItems.deletedAt),
        matchesRequest(sql`${queueItems}`),
      ),
    )
    .orderBy(sql`${itemSeats.expiresAt} is not null`, asc(itemSeats.reservedAt))
    .limit(1),
);
// SKIP LOCKED over the partial index of free items: a concurrent claim takes the next item and does not wait.
// If nothing else is left, wait for an item whose seat is being taken: it may have another.
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
      select taken.id, ${param("userId")}, ${param("queueId")}, 'reserved', ${param("now")}::timestamptz,
        ${param("expiresAt")}::timestamptz, ${param("activeAt")}::timestamptz
      from taken
      on conflict (item_id, user_id) do update
        set state = 'reserved', reserved_at = excluded.reserved_at, expires_at = excluded.expires_at,
          active_at = excluded.active_at, updated_at = now()
      returning item_id`,
  );
}
