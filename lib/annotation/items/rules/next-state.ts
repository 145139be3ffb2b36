import type { ItemContext } from "@/lib/annotation/items/read-work";
import type { ReviewStamp } from "@/lib/annotation/items/rework";
import { expiryFor, type SeatRow } from "@/lib/annotation/items/seats";
import type { ItemRow } from "@/lib/annotation/scope/loaders";
import { conflict, Failure, invalid } from "@/lib/errors";
import { afterCompletion } from "./item-status";
import { workUntil } from "./work-time";

export type NextSeat = Omit<SeatRow, "itemId" | "userId" | "queueId" | "updatedAt">;
type NextItem = Pick<ItemRow, "openSeats" | "status" | "reviewStatus" | "completedAt"> & ReviewStamp;

export interface NextState extends NextItem {
  /** The annotator's seat; null leaves it unchanged. */
  seat: NextSeat | null;
  /** Whether the annotator's other reservations in the queue are renewed too. */
  renewsOthers: boolean;
  /**
   * Reservations to release, which become open seats: the annotator's own, all of the others', or only expired ones.
   */
  returns: "own" | "others" | "expired" | null;
  /** Which feedback this addresses: the annotator's, or all of it. */
  feedback: "own" | "all" | null;
  /** The queue's next status; null leaves it. It is completed only if nothing else is open in it. */
  queueStatus: "active" | "completed" | null;
}

export const asItIs = ({ item }: ItemContext): NextState => ({
  openSeats: item.openSeats,
  status: item.status,
  reviewStatus: item.reviewStatus,
  completedAt: item.completedAt,
  reviewedBy: item.reviewedBy,
  reviewedAt: item.reviewedAt,
  reviewNotes: item.reviewNotes,
  seat: null,
  renewsOthers: false,
  returns: null,
  feedback: null,
  queueStatus: null,
});

const noSeat: NextSeat = {
  state: "reserved",
  reservedAt: null,
  expiresAt: null,
  completedAt: null,
  skippedAt: null,
  skipReason: null,
  workMs: 0,
  activeAt: null,
};

/**
 * The annotator with a seat: a new one, or the annotator's own, renewed. Throws 409 `item_reserved` if others have all
 * seats.
 */
export function seated(work: ItemContext, now: Date, measuredMs?: number): NextState {
  const { queue, item, seat, others } = work;
  const state = asItIs(work);
  if (seat?.state === "completed") return state;
  if (seat?.state === "reserved") {
    const expiresAt = seat.expiresAt && expiryFor(queue, now);
    const measured = measuredMs === undefined ? undefined : { ms: measuredMs, since: seat.reservedAt };
    return { ...state, renewsOthers: true, seat: { ...seat, expiresAt, ...workUntil(now, seat, measured) } };
  }
  const free = item.openSeats + others.expired;
  if (free === 0) {
    throw isHeldByOthers(work)
      ? conflict("Item is reserved by another annotator.", { code: "item_reserved" })
      : conflict("This item already has all the annotators it needs.", { code: "item_completed" });
  }
  return {
    ...state,
    openSeats: free - 1,
    returns: others.expired > 0 ? "expired" : null,
    seat: {
      ...(seat ?? noSeat),
      state: "reserved",
      reservedAt: now,
      expiresAt: expiryFor(queue, now),
      completedAt: null,
      ...workUntil(now, seat ? { workMs: seat.workMs, activeAt: null } : undefined),
    },
  };
}

/** Somebody else has an unexpired reservation. */
const isHeldByOthers = ({ others }: ItemContext): boolean => others.reserved > others.expired;

/** After a submit of values under these labels. A skipped item of a completed queue becomes work again. */
export function afterSubmit(work: ItemContext, labelIds: readonly string[], now: Date, measuredMs?: number): NextState {
  const { item } = work;
  return {
    ...seated(work, now, measuredMs),
    status: item.status === "pending" && labelIds.length > 0 ? "in_progress" : item.status,
    queueStatus: item.status === "skipped" ? reopened(work) : null,
  };
}

/** A completed queue has work again. */
export const reopened = ({ queue, item }: ItemContext): "active" | null =>
  queue.status === "completed" && item.purpose === "work" ? "active" : null;

/** After a separate completion. Throws like `completed`, and 409 if others have all seats. */
export function afterCompletionAlone(work: ItemContext, now: Date): NextState {
  assertLabelled(work.labels);
  return completed(work, work.seat?.state === "reserved" ? asItIs(work) : seated(work, now), [], now);
}

/**
 * After the annotator has finished the item. `state` is the state before that; `labelIds` get values at the same time.
 * Throws 400 unless the annotator has scored the item, including every required label.
 */
export function completed(work: ItemContext, state: NextState, labelIds: readonly string[], now: Date): NextState {
  const labels = work.labels.map((label) => ({ ...label, scored: label.scored || labelIds.includes(label.id) }));
  assertLabelled(labels);
  const seat = state.seat ?? work.seat;
  if (seat?.state === "completed" && work.item.status === "completed") return state;
  const done: NextSeat | null =
    seat?.state === "reserved"
      ? { ...seat, state: "completed", expiresAt: null, completedAt: now, ...workUntil(now, seat) }
      : null;
  const next = settled({ ...work, labels }, { ...state, seat: done }, now);
  return {
    ...next,
    feedback: next.feedback ?? (work.item.reviewStatus === null ? null : "own"),
    queueStatus: next.queueStatus ?? state.queueStatus,
  };
}

/** The item's state, given everybody who has finished it, with the annotator's seat from `state`. */
export function settled(work: ItemContext, state: NextState, now: Date): NextState {
  const { queue, item, others } = work;
  const seat = state.seat ?? work.seat;
  const required = work.labels.filter((label) => label.required);
  const outcome = afterCompletion({
    completedBy: others.completed + (seat?.state === "completed" ? 1 : 0),
    annotationsRequired: queue.annotationsRequired,
    requiredLabelCoverage: Math.min(...required.map((label) => label.others + (label.scored ? 1 : 0))),
    requiresReview: queue.requiresReview,
    rework: item.reviewStatus === "rejected" ? { owed: others.owed || isOwed(seat) } : null,
  });
  const addressesAll = item.reviewStatus !== null && outcome.reviewStatus !== "rejected";
  return { ...state, ...moved(work, outcome, now), feedback: addressesAll ? "all" : null };
}

const isOwed = (seat: Pick<NextSeat, "state" | "expiresAt"> | null): boolean =>
  seat?.state === "reserved" && seat.expiresAt === null;

/** Changes the item's state. Completing the last item completes the queue. */
function moved({ item, nearlyDone }: ItemContext, to: Pick<NextItem, "status" | "reviewStatus">, now: Date) {
  const isDone = to.status === "completed";
  // A completion stays on the day on which it happened.
  const completedAt = isDone ? (item.completedAt ?? now) : null;
  return { ...to, completedAt, queueStatus: isDone && nearlyDone ? ("completed" as const) : null };
}

/** The next state of the item after the changes since it was read. */
export const settledAnew = (work: ItemContext, now: Date): NextState => settled(work, asItIs(work), now);

/** After an approval. */
export const approved = (work: ItemContext, stamp: ReviewStamp, now: Date): NextState => ({
  ...asItIs(work),
  ...stamp,
  ...moved(work, { status: "completed", reviewStatus: "approved" }, now),
});

/** The queue's next status when an item returns to its earlier state. */
export const putBack = (work: ItemContext, now: Date): NextState => {
  const state = { ...asItIs(work), ...moved(work, work.item, now) };
  return { ...state, queueStatus: state.status === "completed" ? state.queueStatus : reopened(work) };
};

/** After a skip. `someoneIsLeft`: whether another annotator could still take the item, or has reserved it. */
export function skipped(work: ItemContext, reason: string | null, someoneIsLeft: boolean, now: Date): NextState {
  const { item, seat } = work;
  return {
    ...asItIs(work),
    openSeats: item.openSeats + (seat?.state === "reserved" ? 1 : 0),
    status: someoneIsLeft ? item.status : "skipped",
    seat: {
      ...noSeat,
      completedAt: seat?.completedAt ?? null,
      state: "skipped",
      skippedAt: now,
      skipReason: reason,
      ...workUntil(now, seat ?? undefined),
    },
  };
}

/**
 * After the annotator's own seat was released. Without one, after the others' were: non-managers release only expired
 * ones. Null if nobody has one.
 */
export function released(work: ItemContext): NextState | null {
  const { item, seat, others, roles } = work;
  const state = asItIs(work);
  if (seat?.state === "reserved") return { ...state, openSeats: item.openSeats + 1, returns: "own" };
  if (isHeldByOthers(work) && !roles.includes("manager")) {
    throw invalid("You can only release your own reservation.");
  }
  return others.reserved > 0 ? { ...state, openSeats: item.openSeats + others.reserved, returns: "others" } : null;
}

function assertLabelled(labels: readonly { name: string; required: boolean; scored: boolean }[]): void {
  if (!labels.some((label) => label.scored)) throw invalid("You must submit annotations before completing.");
  const missing = labels.filter((label) => label.required && !label.scored).map((label) => label.name);
  if (missing.length === 0) return;
  throw new Failure("invalid", `Required labels are missing: ${missing.join(", ")}.`, {
    code: "required_labels_missing",
  });
}
