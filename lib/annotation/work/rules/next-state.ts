// What an annotator's submit or completion makes of the seat, the item and the queue.

import type { Work } from "@/lib/annotation/items/read-work";
import { afterCompletion } from "@/lib/annotation/items/rules/item-status";
import { workUntil } from "@/lib/annotation/items/rules/work-time";
import { expiryFor, type SeatRow } from "@/lib/annotation/items/seats";
import type { ItemRow } from "@/lib/annotation/scope/loaders";
import { conflict, Failure, invalid } from "@/lib/errors";

type NextSeat = Pick<SeatRow, "state" | "reservedAt" | "expiresAt" | "completedAt" | "workMs" | "activeAt">;

export interface NextState extends Pick<ItemRow, "openSeats" | "status" | "reviewStatus" | "completedAt"> {
  /** The annotator's seat; null leaves it as it is. */
  seat: NextSeat | null;
  /** Whether what else the annotator has reserved in the queue is renewed with the seat. */
  renewsOthers: boolean;
  /** Whether seats of others whose reservation has run out are taken back: they are among the open seats. */
  returnsExpired: boolean;
  /** Which feedback this addresses: what was asked of the annotator, or all that was asked. */
  feedback: "own" | "all" | null;
  /** What becomes of the queue; null leaves it. It is completed only if nothing else is open in it. */
  queueStatus: "active" | "completed" | null;
}

const asItIs = ({ item }: Work): NextState => ({
  openSeats: item.openSeats,
  status: item.status,
  reviewStatus: item.reviewStatus,
  completedAt: item.completedAt,
  seat: null,
  renewsOthers: false,
  returnsExpired: false,
  feedback: null,
  queueStatus: null,
});

/** The annotator at a seat: a new one, or the own one, renewed. Throws 409 `item_reserved` when others have all of them. */
export function seated(work: Work, now: Date): NextState {
  const { queue, item, seat, others } = work;
  const state = asItIs(work);
  if (seat?.state === "completed") return state;
  if (seat?.state === "reserved") {
    const expiresAt = seat.expiresAt && expiryFor(queue, now);
    return { ...state, renewsOthers: true, seat: { ...seat, expiresAt, ...workUntil(now, seat) } };
  }
  const free = item.openSeats + others.expired;
  if (free === 0) {
    throw others.held
      ? conflict("Item is reserved by another annotator.", { code: "item_reserved" })
      : conflict("This item already has all the annotators that it asks for.", { code: "item_completed" });
  }
  return {
    ...state,
    openSeats: free - 1,
    returnsExpired: others.expired > 0,
    seat: {
      state: "reserved",
      reservedAt: now,
      expiresAt: expiryFor(queue, now),
      completedAt: null,
      ...workUntil(now, seat ? { workMs: seat.workMs, activeAt: null } : undefined),
    },
  };
}

/** After a submit of values under these labels. An item of a completed queue that had been skipped is work again. */
export function afterSubmit(work: Work, labelIds: readonly string[], now: Date): NextState {
  const { queue, item } = work;
  const state = seated(work, now);
  const reopens = queue.status === "completed" && item.status === "skipped" && item.purpose === "work";
  return {
    ...state,
    status: item.status === "pending" && labelIds.length > 0 ? "in_progress" : item.status,
    queueStatus: reopens ? "active" : null,
  };
}

/** After a completion by itself. Throws like `completed`, and 409 when others have all the seats. */
export function afterCompletionAlone(work: Work, now: Date): NextState {
  assertLabelled(work.labels);
  return completed(work, work.seat?.state === "reserved" ? asItIs(work) : seated(work, now), [], now);
}

/**
 * After the annotator is done with the item. `state` is what came of it before, `labelIds` have got values with it.
 * Throws 400 unless the annotator has scored the item, every required label included.
 */
export function completed(work: Work, state: NextState, labelIds: readonly string[], now: Date): NextState {
  const { queue, item, others } = work;
  const labels = work.labels.map((label) => ({ ...label, scored: label.scored || labelIds.includes(label.id) }));
  assertLabelled(labels);
  const seat = state.seat ?? work.seat;
  if (seat?.state === "completed" && item.status === "completed") return state;
  const required = labels.filter((label) => label.required);
  const outcome = afterCompletion({
    completedBy: others.completed + 1,
    annotationsRequired: queue.annotationsRequired,
    requiredLabelCoverage: Math.min(...required.map((label) => label.others + (label.scored ? 1 : 0))),
    requiresReview: queue.requiresReview,
    rework: item.reviewStatus === "rejected" ? { owed: others.owed } : null,
  });
  const addressesAll = outcome.reviewStatus !== "rejected";
  return {
    ...state,
    ...outcome,
    // A completion stays on the day on which it happened.
    completedAt: outcome.status === "completed" ? (item.completedAt ?? now) : null,
    seat:
      seat?.state === "reserved"
        ? { ...seat, state: "completed", expiresAt: null, completedAt: now, ...workUntil(now, seat) }
        : null,
    feedback: item.reviewStatus === null ? null : addressesAll ? "all" : "own",
    queueStatus: outcome.status === "completed" && work.nearlyDone ? "completed" : state.queueStatus,
  };
}

function assertLabelled(labels: readonly { name: string; required: boolean; scored: boolean }[]): void {
  if (!labels.some((label) => label.scored)) throw invalid("You must submit annotations before completing.");
  const missing = labels.filter((label) => label.required && !label.scored).map((label) => label.name);
  if (missing.length === 0) return;
  throw new Failure("invalid", `Required labels are missing: ${missing.join(", ")}.`, {
    code: "required_labels_missing",
  });
}
