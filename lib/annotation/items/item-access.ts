// Who may annotate an item, and who may review it.
import type { Database } from "@/db/client";
import { type ItemRow, mayReview, type QueueAccess, type QueueRow, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Caller } from "@/lib/context";
import { conflict, forbidden, invalid, notFound } from "@/lib/errors";
import type { SeatRow } from "./seats";

/** Throws 404 for items that only managers and reviewers may know of: gold items, and other annotators' checks. */
export function assertMaySee({ userId }: Pick<Caller, "userId">, access: QueueAccess, item: ItemRow): void {
  if (item.purpose !== "work" && item.copyFor !== userId && !mayReview(access)) throw notFound("Item not found.");
}

/** Throws 409 for gold items and checks. */
export function assertIsWork(item: ItemRow): void {
  if (item.purpose === "work") return;
  throw conflict("Gold items and checks cannot be reviewed and take no imported values.", {
    code: "item_is_check",
  });
}

/** Whether the caller's roles let the caller annotate in the queue at all. */
export const annotates = ({ roles }: QueueAccess): boolean => roles.includes("annotator") || roles.includes("manager");

/** The data that decides whether a person may annotate an item (read-work.ts). */
interface ItemAccess extends QueueAccess {
  userId: string;
  item: ItemRow;
  seat: Pick<SeatRow, "state" | "expiresAt"> | null;
  assigned: { own: boolean; others: boolean };
  hasScored: boolean;
}

/** Throws 403 if the queue's roles or the item's assignments keep the person from annotating it. */
export function assertMayAnnotate(access: ItemAccess): void {
  const { queue, roles, item, userId, seat, assigned, hasScored } = access;
  if (!annotates(access)) throw forbidden("Only queue annotators or managers can annotate items.");
  assertMaySee(access, access, item);
  if (item.purpose !== "work" && item.copyFor !== userId) {
    throw conflict("Annotators work on copies of gold items, not on the gold items themselves.", {
      code: "item_is_check",
    });
  }
  if (!mayReview(access) && isSentBackToOthers(access)) {
    throw forbidden("This item was sent back to a different annotator.");
  }
  const hasBegun = hasScored || (seat !== null && seat.state !== "skipped");
  if (hasBegun || assigned.own) return;
  const isManager = roles.includes("manager");
  if (assigned.others) {
    if (isManager && queue.autoAssign) return;
    throw forbidden("This item is assigned to another annotator.");
  }
  if (!isManager && !queue.autoAssign) throw forbidden("This item must be assigned before it can be annotated.");
}

/** An annotator who was not asked for changes and finds no free seat can do nothing here. In SQL: review-scope.ts. */
const isSentBackToOthers = ({ item, seat }: ItemAccess): boolean =>
  item.reviewStatus === "rejected" && item.openSeats === 0 && seat?.state !== "reserved";

export async function reviewAccess(db: Database, caller: Caller, queueId: string): Promise<QueueAccess> {
  const access = await queueAccess(db, caller, queueId);
  if (!mayReview(access)) throw forbidden("Only queue reviewers or managers can review items.");
  return access;
}

/** Throws 403 if the person has annotated the item. In SQL: review-scope.ts, annotatedBy. */
export function assertNotOwnWork({ hasScored, seat }: ItemAccess, message: string): void {
  if (hasScored || seat?.state === "completed") throw forbidden(message);
}

/** Throws 400 unless the queue is open for work on the item. */
export function assertOpenForWork(queue: QueueRow, item: ItemRow): void {
  // A check that is in progress when the queue's last item is completed may be finished.
  if (queue.status === "completed" && item.purpose !== "work") return;
  const editsCompleted = queue.status === "completed" && (item.status === "completed" || item.status === "skipped");
  if (queue.status !== "active" && !editsCompleted) {
    throw invalid("Annotations can only be submitted when the queue is active.", { code: "queue_not_active" });
  }
}

/** Throws 400 while the item waits for review, and once it is approved. */
export function assertNotInReview({ reviewStatus }: ItemRow, seat: ItemAccess["seat"] | undefined): void {
  if (reviewStatus === "approved") {
    throw invalid("This item is approved. A reviewer can request changes.", { code: "item_approved" });
  }
  if (reviewStatus !== "pending_review") return;
  if (seat?.state === "reserved" && seat.expiresAt === null) return;
  throw invalid("This item is waiting for review and cannot be changed until it is reviewed.", {
    code: "item_in_review",
  });
}
