// Being done with an item, and what that makes of the item and of its queue.

import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { given, sqlStatement } from "@/db/statement";
import { assertMayAnnotate, assertNotInReview, assertOpenForWork } from "@/lib/annotation/items/item-access";
import { addressFeedbackTo } from "@/lib/annotation/items/rework";
import { completeHeldSeat, seatOf, takeSeat } from "@/lib/annotation/items/seats";
import { settleCompletion } from "@/lib/annotation/items/settle";
import { type ItemRow, lockItemInQueue, type QueueRow, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/annotating";
import { Failure, invalid } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { nextAfter } from "./claims";

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
