// What a deleted score changes about its item.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queues, type scores } from "@/db/schema";
import { recountItems } from "@/lib/annotation/items/settle-items";
import { lockQueue } from "@/lib/annotation/scope/loaders";

/**
 * An annotator who no longer has what completion requires (some score, and one under each required label) is not done
 * with the item. The seat is returned, and a completed item and its queue open again.
 */
export async function withdrawScore(db: Database, score: typeof scores.$inferSelect): Promise<void> {
  const { queueId, queueItemId: itemId, annotatorId } = score;
  if (!queueId || !itemId || !annotatorId) return;
  const returned = await db.execute(sql`
    delete from item_seats as seat
    where seat.item_id = ${itemId} and seat.user_id = ${annotatorId} and seat.state = 'completed' and (
      not exists (select 1 from scores as own where own.queue_item_id = ${itemId}
        and own.annotator_id = ${annotatorId} and own.deleted_at is null)
      or exists (select 1 from queue_labels as binding where binding.queue_id = ${queueId} and binding.required
        and not exists (select 1 from scores as own where own.queue_item_id = ${itemId}
          and own.label_id = binding.label_id and own.annotator_id = ${annotatorId} and own.deleted_at is null)))
    returning seat.item_id`);
  if (returned.length === 0) return;
  await lockQueue(db, queueId);
  const reopened = await recountItems(db, queueId, itemId);
  if (reopened > 0) {
    await db
      .update(queues)
      .set({ status: "active" })
      .where(and(eq(queues.id, queueId), eq(queues.status, "completed")));
  }
}
