// What being done with an item makes of the item and of its queue.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { given, sqlStatement } from "@/db/statement";
import { holdQueue, type ItemRow, type QueueRow } from "@/lib/annotation/scope/loaders";
import { saveState } from "./item-state";
import { addressAllFeedback, type ReviewStamp } from "./rework";
import { afterCompletion } from "./rules/item-status";

const workOn = sqlStatement<{ completed: number; owed: boolean; coverage: number | null }>(
  () => sql`
    select
      exists (select 1 from item_seats
        where item_id = ${given("itemId")} and state = 'reserved' and expires_at is null) as owed,
      (select count(*)::int from item_seats where item_id = ${given("itemId")} and state = 'completed') as completed,
      (select min(annotators)::int from (
        select count(distinct score.annotator_id) as annotators
        from queue_labels as binding
        left join scores as score on score.label_id = binding.label_id and score.queue_item_id = ${given("itemId")}
          and score.deleted_at is null
        where binding.queue_id = ${given("queueId")} and binding.required group by binding.label_id
      ) as required) as coverage`,
);

/** Makes of an item, whose row is locked, what the annotators who are done with it make of it. */
export async function settleCompletion(db: Database, queue: QueueRow, item: ItemRow, now: Date): Promise<void> {
  const [row] = await workOn(db, { itemId: item.id, queueId: item.queueId });
  const state = afterCompletion({
    completedBy: row?.completed ?? 0,
    annotationsRequired: queue.annotationsRequired,
    requiredLabelCoverage: row?.coverage ?? Number.POSITIVE_INFINITY,
    requiresReview: queue.requiresReview,
    rework: item.reviewStatus === "rejected" ? { owed: row?.owed ?? false } : null,
  });
  if (item.reviewStatus !== null && state.reviewStatus !== "rejected") await addressAllFeedback(db, item, now);
  await moveItem(db, queue, item, state, now);
}

type Move = Pick<ItemRow, "status" | "reviewStatus"> & Partial<ReviewStamp>;

/** Gives an item, whose row is locked, its state; the last item that is completed completes the queue. */
export async function moveItem(db: Database, queue: QueueRow, item: ItemRow, state: Move, now: Date): Promise<void> {
  const mayBeLast = state.status === "completed" && (await isNearlyDone(db, queue));
  if (mayBeLast) await holdQueue(db, queue.id);
  // A completion stays on the day on which it happened.
  const completedAt = state.status === "completed" ? (item.completedAt ?? now) : null;
  await saveState(db, item, { ...state, completedAt }, now);
  if (mayBeLast) await completeQueue(db, { queueId: queue.id });
}

/**
 * Whether this may be the queue's last item. Near the end completions take turns on the queue's row, so that of two annotators
 * who finish the last two items at the same moment, the second sees the first.
 */
async function isNearlyDone(db: Database, queue: QueueRow): Promise<boolean> {
  if (queue.status !== "active" || queue.isDefault) return false;
  const [row] = await readNearlyDone(db, { queueId: queue.id });
  return row?.nearly_done ?? false;
}

/** As many transactions may complete items at once: PostgreSQL's connections, as many as it has here. */
const openWorkWorthALock = sql`current_setting('max_connections')::int`;

/** Null when nothing else is open in a queue. The order is its index's: without one the planner hopes to meet a row early. */
export const openWork = (queueId: SQL, except: SQL = sql`true`, offset: SQL = sql`0`): SQL => sql`(
  select item.id from queue_items as item
  where item.queue_id = ${queueId} and item.status <> 'completed' and item.purpose = 'work' and item.deleted_at is null
    and ${except}
  order by item.id limit 1 offset ${offset})`;

/**
 * A condition: so little is open in a queue that the next item may be its last. Free items are looked for from the end of the
 * work, where few have been taken yet: the index's beginning may be full of entries that are taken and not vacuumed.
 */
export const nearlyDone = (queueId: SQL): SQL => sql`
  case when exists (
    select 1 from queue_items as item where item.queue_id = ${queueId} and item.open_seats > 0
      and item.deleted_at is null and item.status <> 'completed' and item.purpose = 'work'
    order by (-item.priority) desc, item."order" desc, item.id desc limit 1 offset ${openWorkWorthALock}
  ) then false else ${openWork(queueId, undefined, openWorkWorthALock)} is null end`;

const readNearlyDone = sqlStatement<{ nearly_done: boolean }>(
  () => sql`select ${nearlyDone(sql`${given("queueId")}::uuid`)} as nearly_done`,
);

/** Completes an active queue whose row is locked unless work is open in it. */
const completeQueue = sqlStatement(
  () => sql`
    update queues set status = 'completed', updated_at = now()
    where id = ${given("queueId")} and status = 'active' and ${openWork(sql`${given("queueId")}::uuid`)} is null`,
);
