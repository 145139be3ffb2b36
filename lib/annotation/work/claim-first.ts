// The statement that claims free items, or finds those that the caller has reserved.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { param, sqlStatement } from "@/db/statement";
import { type ItemColumns, itemColumns } from "@/lib/annotation/contents/present-items";
import { firstFree, firstOpen, matchesRequest } from "@/lib/annotation/items/free-items";
import { isReserved, now, queueId, userId } from "./claim-share";

export interface HeldSeat {
  item_id: string;
  expires_at: string | null;
  work_ms: number;
  active_at: string | null;
}

interface FirstClaims<Row> {
  reserved: HeldSeat[] | null;
  claimed: Row[] | null;
  own_name: string;
}

const notBefore = (first: SQL): SQL => sql`((-item.priority), item."order", item.id) >= (
  (select priority from ${first}), (select "order" from ${first}), (select id from ${first}))`;

// The caller's turn is the row of claim_turns. If a caller had to wait for it, `claims` shows that the statement's
// snapshot is outdated, and it claims nothing. The same holds if the caller's share was read before another claim.
// `start` is where the walk begins: everything before it is taken or was the caller's, unless the queue's row was
// written since, as everything does that reopens items (touchQueue).
const write = <Row>(count: number, columns: SQL) =>
  sqlStatement<FirstClaims<Row>>(
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
      order by seat.expires_at is not null, seat.reserved_at limit ${sql.raw(String(count))}
    ), opening as materialized (
      ${firstOpen("new", sql`-item.priority as priority, item."order", item.id`, notBefore(sql`start`))}
    ), candidate as (
      ${firstFree("new", sql`item.id`, sql`not exists (select 1 from held) and ${notBefore(sql`opening`)}`, count)}
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
    select (select json_agg(held) from held) as reserved, (select name from users where id = ${userId}) as own_name,
      (select json_agg(shown order by -priority, "order", id) from (select ${columns} from taken as item) as shown)
        as claimed`,
  );

// No row if another request of the caller has just claimed, or if a reservation has expired.

/** Claims the first free item, unless the caller has reserved one. Values: callerValues and valuesOf. */
export const claimItem = write<ItemColumns>(1, itemColumns);

const forCounts = new Map<number, ReturnType<typeof write<{ id: string }>>>();

/** The same for `count` items, of which it returns the ids. */
export function claimIds(db: Database, count: number, values: Record<string, unknown>) {
  const statement = forCounts.get(count) ?? write<{ id: string }>(count, sql`item.id, item.priority, item."order"`);
  forCounts.set(count, statement);
  return statement(db, values);
}
