// Who may annotate an item, and who may review it.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemAssignees, scores } from "@/db/schema";
import { type ItemRow, mayReview, type QueueAccess, type QueueRow, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Caller } from "@/lib/context";
import { conflict, forbidden, invalid, notFound } from "@/lib/errors";
import { annotatedBy, sentBackToOthers } from "./review-scope";
import { seatOf } from "./seats";

/** Throws 404 for what only managers and reviewers know of: gold items, and the checks of others. */
export function assertMaySee(caller: Caller, access: QueueAccess, item: ItemRow): void {
  if (item.purpose !== "work" && item.copyFor !== caller.userId && !mayReview(access))
    throw notFound("Item not found.");
}

/** Throws 409 for gold items and checks. */
export function assertIsWork(item: ItemRow): void {
  if (item.purpose === "work") return;
  throw conflict("Gold items and checks are neither reviewed nor given values from elsewhere.", {
    code: "item_is_check",
  });
}

/** Whether the caller's roles let the caller annotate in the queue at all. */
export const annotates = ({ roles }: QueueAccess): boolean => roles.includes("annotator") || roles.includes("manager");

/** Throws 403 when the queue's roles or the item's assignments keep the caller from annotating it. */
export async function assertMayAnnotate(
  db: Database,
  caller: Caller,
  access: QueueAccess,
  item: ItemRow,
): Promise<void> {
  if (!annotates(access)) {
    throw forbidden("Only queue annotators or managers can annotate items.");
  }
  assertMaySee(caller, access, item);
  if (item.purpose !== "work" && item.copyFor !== caller.userId) {
    throw conflict("Gold items are annotated as copies, each by its own annotator.", { code: "item_is_check" });
  }
  if (!mayReview(access) && (await isSentBackToOthers(db, caller, item))) {
    throw forbidden("This item was sent back to a different annotator.");
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

async function isSentBackToOthers(db: Database, caller: Caller, item: ItemRow): Promise<boolean> {
  if (item.reviewStatus !== "rejected") return false;
  const rows = await db.execute(sql`
    select 1 from queue_items as item where item.id = ${item.id} and ${sentBackToOthers(caller.userId)}`);
  return rows.length > 0;
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

export async function reviewAccess(db: Database, caller: Caller, queueId: string): Promise<QueueAccess> {
  const access = await queueAccess(db, caller, queueId);
  if (!mayReview(access)) throw forbidden("Only queue reviewers or managers can review items.");
  return access;
}

/** Throws 403 when the caller has annotated the item. */
export async function assertNotOwnWork(db: Database, caller: Caller, item: ItemRow, message: string): Promise<void> {
  const rows = await db.execute(sql`
    select 1 from queue_items as item where item.id = ${item.id} and ${annotatedBy(caller.userId)}`);
  if (rows.length > 0) throw forbidden(message);
}

/** Throws 400 unless the queue is open for work on the item. */
export function assertOpenForWork(queue: QueueRow, item: ItemRow): void {
  // A check that is in hand when the queue's last item is completed may be finished.
  if (queue.status === "completed" && item.purpose !== "work") return;
  const editsCompleted = queue.status === "completed" && (item.status === "completed" || item.status === "skipped");
  if (queue.status !== "active" && !editsCompleted) {
    throw invalid("Annotations can only be submitted when the queue is active.", { code: "queue_not_active" });
  }
}

/** Throws 400 while a reviewer looks at what is there, and once it is approved. */
export async function assertNotInReview(db: Database, caller: Caller, item: ItemRow): Promise<void> {
  if (item.reviewStatus === "approved") {
    throw invalid("This item is approved; a reviewer can send it back for changes.", { code: "item_approved" });
  }
  if (item.reviewStatus !== "pending_review") return;
  const seat = await seatOf(db, item.id, caller.userId);
  if (seat?.state === "reserved" && seat.expiresAt === null) return;
  throw invalid("This item is waiting for review and cannot be changed until it is reviewed.", {
    code: "item_in_review",
  });
}
