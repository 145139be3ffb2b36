// Being done with an item, and what that makes of the item and of its queue.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queues } from "@/db/schema";
import { given, sqlStatement } from "@/db/statement";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/annotating";
import { Failure, invalid } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { nextAfter } from "./claims";
import { assertMayAnnotate, assertNotInReview, assertOpenForWork } from "./item-access";
import { saveState } from "./item-state";
import { type ItemRow, lockItemInQueue, lockQueue, type QueueRow, queueAccess } from "./loaders";
import { itemCounts } from "./progress";
import { addressAllFeedback, addressFeedbackTo, type ReviewStamp } from "./rework";
import { afterCompletion } from "./rules/item-status";
import { completeHeldSeat, seatOf, takeSeat } from "./seats";

export const completeItem: Verb<typeof contracts.completeItem> = async (context, input) => {
  const access = await inTransaction(context, async ({ db, caller, now }) => {
    const found = await queueAccess(db, caller, input.queue_id);
    const item = await lockItemInQueue(db, found.queue, input.item_id);
    assertOpenForWork(found.queue, item);
    await assertMayAnnotate(db, caller, found, item);
    if (await isWithReviewers(db, caller, item)) return found;
    await assertNotInReview(db, caller, item);
    await completeLabelled(db, caller, found.queue, item, now());
    return found;
  });
  return { completed_item_id: input.item_id, next_item: await nextAfter(context, access, input.item_id, input) };
};

/** The caller is done with an item, whose row is locked. Throws 400 unless it has the caller's values for all that is required. */
export async function completeLabelled(db: Database, caller: Caller, queue: QueueRow, item: ItemRow, now: Date) {
  await assertLabelled(db, caller, item);
  await completeSeat(db, queue, item, caller.userId, now);
}

/** The caller has completed it and review has it since: a request that is sent again finds it done. */
const isWithReviewers = async (db: Database, caller: Caller, item: ItemRow): Promise<boolean> =>
  (item.reviewStatus === "pending_review" || item.reviewStatus === "approved") &&
  (await seatOf(db, item.id, caller.userId))?.state === "completed";

/**
 * Makes an annotator one who is done with an item, and the item and its queue what that makes of them. The item's row is
 * locked; throws 409 when others have all its seats.
 */
export async function completeSeat(db: Database, queue: QueueRow, item: ItemRow, userId: string, now: Date) {
  const own = await seatOf(db, item.id, userId);
  const seat = own?.state === "reserved" ? own : await takeSeat(db, queue, item, userId, now);
  if (seat.state === "completed" && item.status === "completed") return;
  if (seat.state === "reserved") await completeHeldSeat(db, seat, now);
  if (item.reviewStatus !== null) await addressFeedbackTo(db, item, userId, now);
  await settleCompletion(db, queue, item, now);
}

/** The labels of the item's queue, in the order of the form, and which of them an annotator has scored. */
export const labelsScored = (db: Database, item: ItemRow, userId: string) =>
  scoredBy(db, { itemId: item.id, queueId: item.queueId, userId });

const scoredBy = sqlStatement<{ name: string; required: boolean; scored: boolean }>(
  () => sql`
    select label.name, binding.required, score.id is not null as scored
    from queue_labels as binding
    join labels as label on label.id = binding.label_id
    left join scores as score on score.label_id = binding.label_id and score.queue_item_id = ${given("itemId")}
      and score.annotator_id = ${given("userId")} and score.deleted_at is null
    where binding.queue_id = ${given("queueId")} order by binding."order"`,
);

/** Throws 400 unless the caller has scored the item, every required label included. */
async function assertLabelled(db: Database, caller: Caller, item: ItemRow): Promise<void> {
  const rows = await labelsScored(db, item, caller.userId);
  if (!rows.some((row) => row.scored)) throw invalid("You must submit annotations before completing.");
  const missing = rows.filter((row) => row.required && !row.scored).map((row) => row.name);
  if (missing.length === 0) return;
  throw new Failure("invalid", `Required labels are missing: ${missing.join(", ")}.`, {
    code: "required_labels_missing",
  });
}

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
