// Undoes a reviewer's last decision, if the item has not changed since.
import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { reviewDecisions } from "@/db/schema";
import { reviewAccess } from "@/lib/annotation/items/item-access";
import { readWork } from "@/lib/annotation/items/read-work";
import { putBack } from "@/lib/annotation/items/rules/next-state";
import { writeHeld } from "@/lib/annotation/items/write-work";
import { holdQueue, type ItemRow, lockItemInQueue, lockQueue } from "@/lib/annotation/scope/loaders";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/reviews";
import { conflict } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";

type Decision = (typeof reviewDecisions.$inferSelect)["action"];

/** Rows as JSON, so that they can be restored exactly. */
const rowsOf = (table: SQL, itemId: string) =>
  sql`(select coalesce(jsonb_agg(to_jsonb(it)), '[]') from ${table} as it where it.item_id = ${itemId})`;

/** Carries out a decision on an item, whose row is locked, and stores how to undo it. */
export async function rememberDecision(
  db: Database,
  { item, reviewerId, action }: { item: ItemRow; reviewerId: string; action: Decision },
  decide: () => Promise<void>,
): Promise<void> {
  const [row] = await db.execute<{ before: Record<string, unknown> }>(sql`
    select jsonb_build_object(
      'item', (select to_jsonb(item) from queue_items as item where id = ${item.id}),
      'seats', ${rowsOf(sql`item_seats`, item.id)}, 'threads', ${rowsOf(sql`review_threads`, item.id)}) as before`);
  await decide();
  const decision = {
    itemId: item.id,
    reviewerId,
    action,
    before: row?.before ?? {},
    fingerprint: await fingerprintOf(db, item.id),
    undoneAt: null,
  };
  await db
    .insert(reviewDecisions)
    .values(decision)
    .onConflictDoUpdate({ target: reviewDecisions.itemId, set: decision });
}

/** Changes with every action on the item; looking at it changes nothing. */
async function fingerprintOf(db: Database, itemId: string): Promise<string> {
  const [row] = await db.execute<{ fingerprint: string }>(sql`
    select md5(concat_ws(';',
      (select row(status, review_status, reviewed_by, reviewed_at, open_seats, purpose)::text
        from queue_items where id = ${itemId}),
      (select string_agg(row(user_id, state, completed_at)::text, ',' order by user_id)
        from item_seats where item_id = ${itemId}),
      (select string_agg(row(thread.id, thread.status, comment.id)::text, ',' order by thread.id, comment.id)
        from review_threads as thread left join review_comments as comment on comment.thread_id = thread.id
        where thread.item_id = ${itemId}),
      (select string_agg(row(id, value, notes, deleted_at)::text, ',' order by id)
        from scores where queue_item_id = ${itemId}),
      (select string_agg(row(user_id, revision)::text, ',' order by user_id) from item_drafts where item_id = ${itemId}),
      (select string_agg(row(label_id, resolved_at)::text, ',' order by label_id)
        from adjudications where item_id = ${itemId}))) as fingerprint`);
  return row?.fingerprint ?? "";
}

export const undoReview: Verb<typeof contracts.undoReview> = (context, input) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const { queue } = await reviewAccess(db, caller, input.queue_id);
    await holdQueue(db, queue.id);
    const item = await lockItemInQueue(db, queue, input.item_id);
    const [last] = await db.select().from(reviewDecisions).where(eq(reviewDecisions.itemId, item.id));
    if (!last || last.reviewerId !== caller.userId) {
      throw conflict("The last decision on this item is not yours.", { code: "nothing_to_undo" });
    }
    const answer = { undone_item_id: item.id, undone: last.action };
    if (last.undoneAt) return answer;
    if (last.fingerprint !== (await fingerprintOf(db, item.id))) {
      throw conflict("This item has changed since your decision.", { code: "item_changed_since" });
    }
    await lockQueue(db, queue.id);
    await restore(db, item, last.before);
    const work = await readWork(db, caller, { queueId: queue.id, itemId: item.id, completes: true }, now());
    await writeHeld(db, work, putBack(work, now()), now());
    await withdrawNotices(db, item, caller.userId);
    await db.update(reviewDecisions).set({ undoneAt: now() }).where(eq(reviewDecisions.itemId, item.id));
    return answer;
  });

/** Takes back what nobody has read yet: of rework that is not due, and of comments that are gone. */
const withdrawNotices = (db: Database, item: ItemRow, reviewerId: string) =>
  db.execute(sql`
    delete from notifications as notice
    where notice.user_id in (select user_id from queue_members where queue_id = ${item.queueId})
      and notice.organization_id = ${item.organizationId} and notice.actor_id = ${reviewerId}
      and notice.read_at is null and notice.subject ->> 'item_id' = ${item.id}
      and (notice.kind = 'changes_requested' and notice.items = 1
        or notice.kind = 'mention' and not exists (
          select 1 from review_comments where concat_ws('-', 'comment', id) = notice.cause))`);

async function restore(db: Database, item: ItemRow, before: Record<string, unknown>): Promise<void> {
  const kept = sql`${JSON.stringify(before)}::jsonb`;
  await db.execute(sql`
    delete from review_threads
    where item_id = ${item.id}
      and id not in (select id from jsonb_populate_recordset(null::review_threads, ${kept} -> 'threads'))`);
  await db.execute(sql`
    update review_threads as thread set status = was.status, resolved_at = was.resolved_at, updated_at = now()
    from jsonb_populate_recordset(null::review_threads, ${kept} -> 'threads') as was
    where thread.id = was.id and thread.status <> was.status`);
  // Time spent since then stays counted.
  await db.execute(sql`
    insert into item_seats as seat (item_id, user_id, queue_id, state, reserved_at, expires_at, completed_at, work_ms)
    select item_id, user_id, queue_id, state, reserved_at, expires_at, completed_at, work_ms
    from jsonb_populate_recordset(null::item_seats, ${kept} -> 'seats') where state = 'completed'
    on conflict (item_id, user_id) do update set state = excluded.state, reserved_at = excluded.reserved_at,
      expires_at = excluded.expires_at, completed_at = excluded.completed_at, active_at = null, updated_at = now()
    where seat.state <> 'completed'`);
  await db.execute(sql`
    update queue_items as item set status = was.status, review_status = was.review_status, reviewed_by = was.reviewed_by,
      reviewed_at = was.reviewed_at, review_notes = was.review_notes, completed_at = was.completed_at,
      open_seats = was.open_seats
    from jsonb_populate_record(null::queue_items, ${kept} -> 'item') as was where item.id = was.id`);
}
