// Being done with an item, and what that makes of the item and of its queue.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queueItems, queues } from "@/db/schema";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/items";
import { Failure, invalid } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { nextFor } from "./claims";
import { assertMayAnnotate } from "./item-access";
import { type ItemRow, lockItemInQueue, lockQueue, type QueueAccess, type QueueRow, queueAccess } from "./loaders";
import { afterCompletion } from "./rules/item-status";
import { saveSeat, takeSeat } from "./seats";
import { assertNotInReview, assertOpenForWork } from "./submissions";

export const completeItem: Verb<typeof contracts.completeItem> = async (context, input) => {
  const access = await inTransaction(context, async ({ db, caller, now }) => {
    const found = await queueAccess(db, caller, input.queue_id);
    const item = await lockItemInQueue(db, found.queue, input.item_id);
    assertOpenForWork(found.queue, item);
    await assertMayAnnotate(db, caller, found, item);
    await assertNotInReview(db, caller, item);
    await assertLabelled(db, caller, item);
    const seat = await takeSeat(db, found.queue, item, caller.userId, now());
    if (seat.state === "completed" && item.status === "completed") return found;
    await saveSeat(db, { ...seat, state: "completed", expiresAt: null, completedAt: seat.completedAt ?? now() });
    await settleCompletion(db, found, item, now());
    return found;
  });
  return { completed_item_id: input.item_id, next_item: await nextFor(context, access, [input.item_id]) };
};

/** Throws 400 unless the caller has scored the item, every required label included. */
async function assertLabelled(db: Database, caller: Caller, item: ItemRow): Promise<void> {
  const rows = await db.execute<{ name: string; required: boolean; scored: boolean }>(sql`
    select label.name, binding.required, score.id is not null as scored
    from queue_labels as binding
    join labels as label on label.id = binding.label_id
    left join scores as score on score.label_id = binding.label_id and score.queue_item_id = ${item.id}
      and score.annotator_id = ${caller.userId} and score.deleted_at is null
    where binding.queue_id = ${item.queueId} order by binding."order"`);
  if (!rows.some((row) => row.scored)) throw invalid("You must submit annotations before completing.");
  const missing = rows.filter((row) => row.required && !row.scored).map((row) => row.name);
  if (missing.length === 0) return;
  throw new Failure("invalid", `Required labels are missing: ${missing.join(", ")}.`, {
    code: "required_labels_missing",
  });
}

async function settleCompletion(db: Database, access: QueueAccess, item: ItemRow, now: Date): Promise<void> {
  const [row] = await db.execute<{ completed: number; coverage: number | null }>(sql`
    select
      (select count(*)::int from item_seats where item_id = ${item.id} and state = 'completed') as completed,
      (select min(annotators)::int from (
        select count(distinct score.annotator_id) as annotators
        from queue_labels as binding
        left join scores as score on score.label_id = binding.label_id and score.queue_item_id = ${item.id}
          and score.deleted_at is null
        where binding.queue_id = ${item.queueId} and binding.required group by binding.label_id
      ) as required) as coverage`);
  const state = afterCompletion({
    completedBy: row?.completed ?? 0,
    annotationsRequired: access.queue.annotationsRequired,
    requiredLabelCoverage: row?.coverage ?? Number.POSITIVE_INFINITY,
    requiresReview: access.queue.requiresReview,
  });
  await db
    .update(queueItems)
    .set({ ...state, completedAt: state.status === "completed" ? now : null, updatedAt: now })
    .where(eq(queueItems.id, item.id));
  if (state.status === "completed") await completeQueueIfDone(db, access.queue);
}

const OPEN_WORK_WORTH_A_LOCK = 100;

/**
 * Completes the queue with its last item. Near the end completions take turns on the queue's row, so that of two annotators
 * who finish the last two items at the same moment, the second sees the first.
 */
async function completeQueueIfDone(db: Database, queue: QueueRow): Promise<void> {
  if (queue.status !== "active" || queue.isDefault) return;
  const open = () =>
    db.execute(sql`
      select 1 from queue_items where queue_id = ${queue.id} and deleted_at is null
        and status in ('pending', 'in_progress', 'skipped') limit ${OPEN_WORK_WORTH_A_LOCK}`);
  if ((await open()).length === OPEN_WORK_WORTH_A_LOCK) return;
  await lockQueue(db, queue.id);
  if ((await open()).length > 0) return;
  await db
    .update(queues)
    .set({ status: "completed" })
    .where(and(eq(queues.id, queue.id), eq(queues.status, "active")));
}
