// Settles the items of a queue, and what follows for the queue.
import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queues } from "@/db/schema";
import { settleItems } from "@/lib/annotation/items/settle-items";
import type { QueueRow } from "@/lib/annotation/scope/loaders";
import { assignMore } from "./assign-more";

interface SettledQueue {
  queue: QueueRow;
  /** How many completed items were reopened. */
  reopened: number;
}

/**
 * Settles the items, and assigns those that opened for others. A completed queue with an item that was reopened becomes
 * active. Needs the queue's lock.
 */
export async function settleQueue(db: Database, queue: QueueRow): Promise<SettledQueue> {
  const { reopened, opened } = await settleItems(db, queue.id);
  await assignMore(db, queue, opened);
  if (reopened === 0 || queue.status !== "completed") return { queue, reopened };
  const [row] = await db.update(queues).set({ status: "active" }).where(eq(queues.id, queue.id)).returning();
  return { queue: row ?? queue, reopened };
}
