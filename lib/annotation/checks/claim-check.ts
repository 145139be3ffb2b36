// Checks of an annotator's work, handed out as if they were the next item: copies of gold items, whose answer is known,
// and of items that the annotator completed a while ago. A copy takes the queue position of the item that it delays.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { param, sqlStatement } from "@/db/statement";
import { itemCounts } from "@/lib/annotation/items/counts";
import { type Claim, type ClaimValues, firstFree } from "@/lib/annotation/items/free-items";
import { shownTo } from "@/lib/annotation/items/review-scope";
import { type CheckKind, dueCheck, repeatGap } from "./rules/checks";

/** Makes and claims the check that is due; undefined if none is due, no item can be copied, or no work is waiting. */
export async function claimCheck(
  db: Database,
  { access, view }: Claim,
  values: ClaimValues,
): Promise<string | undefined> {
  const { queue } = access;
  if (queue.goldPercent + queue.repeatPercent === 0 || view.review_status) return undefined;
  const [turn] = await readTurn(db, values);
  // A released copy waits for its annotator like any item.
  if (!turn || turn.is_copy) return undefined;
  const { goldPercent, repeatPercent } = queue;
  const { queueId, userId } = values;
  const kind = dueCheck({ queueId, userId, taken: turn.taken, goldPercent, repeatPercent });
  const original = kind && (await chooseOriginal(db, kind, { ...values, taken: turn.taken }));
  if (!original) return undefined;
  const [claimed] = await claimCopy(db, { ...values, kind, original, nextId: turn.next_id });
  return claimed?.item_id;
}

/** The item that the caller would get now, and how many the caller has taken. */
const readTurn = sqlStatement<{ next_id: string; is_copy: boolean; taken: number }>(
  () => sql`
    select next.id as next_id, next.is_copy, (
      select coalesce(sum(sum), 0)::int from figures(${param("queueId")}) as counted
      where figure = 'annotator' and subject_id = ${param("userId")}
        and key in ('completed', 'skipped', 'pending', 'in_progress')) as taken
    from (${firstFree("new", sql`item.id, item.copy_of is not null as is_copy`)}) as next`,
);

async function chooseOriginal(db: Database, kind: CheckKind, values: ClaimValues & { taken: number }) {
  const [chosen] =
    kind === "gold_copy"
      ? await chooseGold(db, values)
      : await chooseRepeat(db, { ...values, gap: repeatGap((await itemCounts(db, values.queueId)).total) });
  return chosen?.id;
}

const notCopied = sql`not exists (
  select 1 from queue_items as copy where copy.copy_of = item.id and copy.copy_for = ${param("userId")}::uuid)`;

/** Each annotator gets the gold items in a different order. */
const chooseGold = sqlStatement<{ id: string }>(
  () => sql`
    select item.id from queue_items as item
    where item.queue_id = ${param("queueId")} and item.purpose = 'gold' and item.deleted_at is null and ${notCopied}
    order by md5(item.id::text || ${param("userId")}::text) limit 1`,
);

const REPEATED_AMONG = 100;
/** Nearly always the first id fits. If none does, the check comes at a later turn. */
const DRAWS = 32;

/** One of the last completed items, except those that the annotator still remembers. */
const chooseRepeat = sqlStatement<{ id: string }>(
  () => sql`
    select id from (
      select item.id from item_seats as seat join queue_items as item on item.id = seat.item_id
      where seat.queue_id = ${param("queueId")} and seat.user_id = ${param("userId")} and seat.state = 'completed'
        and item.purpose = 'work' and item.deleted_at is null and ${notCopied}
      order by seat.completed_at desc offset ${param("gap")}::int limit ${REPEATED_AMONG}
    ) as earlier
    order by md5(id::text || ${param("userId")}::text || ${param("taken")}::text) limit 1`,
);

// The original's row is locked, so that it cannot change before the copy exists. The copy comes just before the item that
// it delays, and after everything that came before. Its id is drawn as other ids are: with the item's order if it sorts
// before the item, else with the order of the one before. So neither says that it is a copy.
const claimCopy = sqlStatement<{ item_id: string }>(
  () => sql`
    with original as (
      select item.* from queue_items as item
      where item.id = ${param("original")} and item.deleted_at is null
        and item.purpose = case ${param("kind")}::text when 'repeat' then 'work' else 'gold' end
      for key share
    ), delayed as (
      select item.* from queue_items as item where item.id = ${param("nextId")}
    ), previous as (
      select item."order", item.id from delayed, queue_items as item
      where item.queue_id = delayed.queue_id and item.deleted_at is null and -item.priority = -delayed.priority
        and (item."order", item.id) < (delayed."order", delayed.id) and ${shownTo(sql`${param("userId")}::uuid`)}
      order by item."order" desc, item.id desc limit 1
    ), drawn as (
      select drawn.id, case when drawn.id < delayed.id then delayed."order" else previous."order" end as "order"
      from delayed left join previous on true,
        lateral (select gen_random_uuid() as id from generate_series(1, ${sql.raw(String(DRAWS))}) where delayed.id is not null) as drawn
      where case when drawn.id < delayed.id
        then previous.id is null or (previous."order", previous.id) < (delayed."order", drawn.id)
        else previous."order" < delayed."order" and previous.id < drawn.id end
      limit 1
    ), copied as (
      insert into queue_items (id, organization_id, queue_id, source_type, source_id, open_seats, priority, "order",
        metadata, purpose, copy_of, copy_for, created_at)
      select drawn.id, original.organization_id, original.queue_id, original.source_type, original.source_id, 0,
        delayed.priority, drawn."order", original.metadata, ${param("kind")}, original.id, ${param("userId")},
        delayed.created_at
      from original, delayed, drawn
      on conflict do nothing returning id
    ), assigned as (
      insert into item_assignees (item_id, user_id, queue_id, created_at)
      select copied.id, assignee.user_id, assignee.queue_id, assignee.created_at
      from copied, item_assignees as assignee where assignee.item_id = ${param("nextId")}
    )
    insert into item_seats (item_id, user_id, queue_id, state, reserved_at, expires_at, active_at)
    select copied.id, ${param("userId")}, ${param("queueId")}, 'reserved', ${param("now")}::timestamptz,
      ${param("expiresAt")}::timestamptz, ${param("activeAt")}::timestamptz
    from copied returning item_id`,
);
