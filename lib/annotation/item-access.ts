// Who may annotate an item.
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemAssignees, scores } from "@/db/schema";
import type { Caller } from "@/lib/context";
import { forbidden } from "@/lib/errors";
import type { ItemRow, QueueAccess } from "./loaders";
import { seatOf } from "./seats";

/** Throws 403 when the queue's roles or the item's assignments keep the caller from annotating it. */
export async function assertMayAnnotate(
  db: Database,
  caller: Caller,
  access: QueueAccess,
  item: ItemRow,
): Promise<void> {
  if (!access.roles.includes("annotator") && !access.roles.includes("manager")) {
    throw forbidden("Only queue annotators or managers can annotate items.");
  }
  if (await hasWorkOn(db, caller, item)) return;
  const assignees = await db
    .select({ userId: itemAssignees.userId })
    .from(itemAssignees)
    .where(eq(itemAssignees.itemId, item.id));
  if (assignees.some((assignee) => assignee.userId === caller.userId)) return;
  const isManager = access.roles.includes("manager");
  if (assignees.length > 0) {
    if (isManager && access.queue.autoAssign) return;
    throw forbidden("This item is assigned to another annotator.");
  }
  if (!isManager && !access.queue.autoAssign) throw forbidden("This item must be assigned before it can be annotated.");
}

async function hasWorkOn(db: Database, caller: Caller, item: ItemRow): Promise<boolean> {
  const seat = await seatOf(db, item.id, caller.userId);
  if (seat && seat.state !== "skipped") return true;
  const [score] = await db
    .select({ id: scores.id })
    .from(scores)
    .where(and(eq(scores.queueItemId, item.id), eq(scores.annotatorId, caller.userId), isNull(scores.deletedAt)))
    .limit(1);
  return score !== undefined;
}
