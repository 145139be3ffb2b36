// Hands out work. Order: items returned to the caller, items reserved by the caller, free items by priority and order,
// and last the items that the caller skipped.
import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { itemSeats, queueItems } from "@/db/schema";
import { param, sqlStatement, statement } from "@/db/statement";
import { claimCheck } from "@/lib/annotation/checks/claim-check";
import { callerValues, presentItem, presentRow } from "@/lib/annotation/contents/present-items";
import {
  type Claim,
  type ClaimValues,
  firstFree,
  matchesRequest,
  type Pass,
  type Share,
  valuesOf,
} from "@/lib/annotation/items/free-items";
import { expiryFor, renewSeat, returnExpiredSeats } from "@/lib/annotation/items/seats";
import type { Context } from "@/lib/context";
import type { Item } from "@/lib/contracts/annotation/items";
import { inTransaction } from "@/lib/transaction";
import { claimIds, claimItem, type HeldSeat } from "./claim-first";
import { readShare } from "./claim-share";
import { claimsAhead, mayClaimAhead } from "./rules/claim-ahead";

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
  const { access, caller, now } = claim;
  const expires = expiryFor(access.queue, now).toISOString();
  const [found] = await claimItem(db, { ...callerValues(caller), ...valuesOf(claim) }).catch(unlessSeated);
  const [claimed] = found?.claimed ?? [];
  if (found && claimed) {
    const seat = { user_id: caller.userId, name: found.own_name, state: "reserved" as const, expires_at: expires };
    return { wire: await presentRow(db, { ...claimed, seats: [...claimed.seats, seat] }, caller, now) };
  }
  const [renewed] = await renewHeld(db, found?.reserved ?? [], claim);
  return renewed === undefined ? undefined : { id: renewed };
}

/**
 * Claims several items ahead: those that the caller has reserved already, else the first free ones, `count` at most and
 * as many as the caller's share allows. Returns their ids in order of work; empty if the caller gets no more.
 */
export async function claimSeveral(
  context: Context,
  claim: Claim & { share: Share },
  count: number,
): Promise<string[]> {
  const { db, caller } = context;
  const allowed = claimsAhead(claim.share, count);
  if (isPlain(claim) && allowed > 0) {
    const [found] = await claimIds(db, allowed, { ...callerValues(caller), ...valuesOf(claim) }).catch(unlessSeated);
    if (found?.claimed) return found.claimed.map(({ id }) => id);
    const renewed = await renewHeld(db, found?.reserved ?? [], claim);
    if (renewed.length > 0) return renewed;
  }
  const claimed = await inTransaction(context, (inner) => claimInTurn(inner.db, claim));
  return claimed ? [claimed.id] : [];
}

/** Renews the caller's reservations. Returns the items of those that were not ended meanwhile. */
async function renewHeld(db: Database, seats: readonly HeldSeat[], claim: Claim): Promise<string[]> {
  const renewed: string[] = [];
  for (const seat of seats) {
    const isOurs = await renewSeat(db, claim.access.queue, seatFrom(seat, claim), claim.now, claim.share === undefined);
    if (isOurs) renewed.push(seat.item_id);
  }
  return renewed;
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
