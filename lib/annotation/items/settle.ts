// What being done with an item makes of the item and of its queue.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queues } from "@/db/schema";
import { given, sqlStatement } from "@/db/statement";
import { type ItemRow, lockQueue, type QueueRow } from "@/lib/annotation/scope/loaders";
import { itemCounts } from "./counts";
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
  if (mayBeLast) await lockQueue(db, queue.id);
  // A completion stays on the day on which it happened.
  const completedAt = state.status === "completed" ? (item.completedAt ?? now) : null;
  await saveState(db, item, { ...state, completedAt }, now);
  if (mayBeLast && (await openItems(db, queue.id)) === 0) {
    await db
      .update(queues)
      .set({ status: "completed" })
      .where(and(eq(queues.id, queue.id), eq(queues.status, "active")));
  }
}

const OPEN_WORK_WORTH_A_LOCK = 100;

/**
 * Whether this may be the queue's last item. Near the end completions take turns on the queue's row, so that of two annotators
 * who finish the last two items at the same moment, the second sees the first.
 */
const isNearlyDone = async (db: Database, queue: QueueRow): Promise<boolean> =>
  queue.status === "active" && !queue.isDefault && (await openItems(db, queue.id)) <= OPEN_WORK_WORTH_A_LOCK;

async function openItems(db: Database, queueId: string): Promise<number> {
  const { total, completed } = await itemCounts(db, queueId);
  return total - completed;
}
