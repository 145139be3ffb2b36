// Rework: review returns work to annotators. They get their seats back, without expiry, until they complete again.
import { and, eq, ne, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemSeats, queueItems, queues } from "@/db/schema";
import { textArray } from "@/db/text-array";
import { type ItemRow, lockQueue, type QueueRow } from "@/lib/annotation/scope/loaders";
import { aboutQueue } from "@/lib/annotation/scope/queue-notices";
import type { Caller } from "@/lib/context";
import { invalid } from "@/lib/errors";
import { notify } from "@/lib/notifications/notify";
import { hasOpenFeedback, owesLabel, stillAnnotates } from "./seat-conditions";

/** Who must rework: annotators by id, or everybody who completed the item. */
type Targets = readonly string[] | "everybody";

export type ReviewStamp = Pick<ItemRow, "reviewedBy" | "reviewedAt" | "reviewNotes">;

/** The annotators who have completed or reserved an item. */
export async function annotatorsOf(db: Database, itemId: string): Promise<string[]> {
  const seats = await db
    .select({ userId: itemSeats.userId })
    .from(itemSeats)
    .where(and(eq(itemSeats.itemId, itemId), ne(itemSeats.state, "skipped")));
  return seats.map((seat) => seat.userId);
}

/** Throws 400 if one of the users has not annotated the item and so has nothing to rework. */
export function assertAnnotators(annotators: readonly string[], userIds: readonly string[]): void {
  const stranger = userIds.find((userId) => !annotators.includes(userId));
  if (stranger) throw invalid(`User ${stranger} has no annotations of this item to change.`, { code: "not_annotator" });
}

/**
 * Returns an item, whose row is locked, to its annotators. Seats of people who have left the queue open for others. A
 * completed queue becomes active again. Returns who got work back.
 */
export async function sendBack(
  db: Database,
  queue: QueueRow,
  item: ItemRow,
  targets: Targets,
  now: Date,
  stamp: Partial<ReviewStamp> = {},
): Promise<string[]> {
  const isTarget = targets === "everybody" ? sql`true` : sql`seat.user_id = any(${textArray(targets)}::uuid[])`;
  const completed = sql`seat.item_id = ${item.id} and seat.state = 'completed' and ${isTarget}`;
  await db.execute(sql`
    with gone as (delete from item_seats as seat where ${completed} and not ${stillAnnotates} returning item_id)
    update queue_items set open_seats = open_seats + gone.seats
    from (select item_id, count(*)::int as seats from gone group by item_id) as gone where id = gone.item_id`);
  await lockQueue(db, queue.id);
  const returned = await db.execute<{ user_id: string }>(sql`
    update item_seats as seat
    set state = 'reserved', reserved_at = ${now.toISOString()}::timestamptz, expires_at = null, completed_at = null,
      active_at = null, updated_at = now()
    where ${completed} returning seat.user_id`);
  await db
    .update(queueItems)
    .set({ status: "in_progress", reviewStatus: "rejected", completedAt: null, updatedAt: now, ...stamp })
    .where(eq(queueItems.id, item.id));
  if (queue.status === "completed") await db.update(queues).set({ status: "active" }).where(eq(queues.id, queue.id));
  return returned.map((seat) => seat.user_id);
}

interface Rework {
  queue: QueueRow;
  item: ItemRow;
  annotators: readonly string[];
  requestId: string;
}

/** Notifies annotators that they got work back: once of all that one request sends back. */
export const notifyOfRework = (db: Database, caller: Caller, { queue, item, annotators, requestId }: Rework) =>
  notify(db, item.organizationId, annotators, {
    kind: "changes_requested",
    cause: `changes-${requestId}`,
    actorId: caller.userId,
    subject: { ...aboutQueue(queue), item_id: item.id },
  });

/**
 * After feedback was resolved: annotators with no open requests are done with the item again, unless they owe a
 * required label. Returns whether there were any. The item's row is locked.
 */
export async function endReworkWithoutFeedback(db: Database, item: ItemRow, now: Date): Promise<boolean> {
  const rows = await db.execute(sql`
    update item_seats as seat
    set state = 'completed', completed_at = ${now.toISOString()}::timestamptz, active_at = null, updated_at = now()
    where seat.item_id = ${item.id} and seat.state = 'reserved' and seat.expires_at is null
      and not ${hasOpenFeedback} and not ${owesLabel}
    returning seat.item_id`);
  return rows.length > 0;
}
