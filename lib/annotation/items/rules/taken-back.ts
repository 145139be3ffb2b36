// The item's state after an undone submission or skip.
import type { BeforeSubmit } from "@/db/schema/annotation/submissions";
import type { ItemContext } from "@/lib/annotation/items/read-work";
import { expiryFor } from "@/lib/annotation/items/seats";
import { asItIs, type NextSeat, type NextState, reopened, seated, settled } from "./next-state";
import { workUntil } from "./work-time";

/**
 * After an undo of a submission, or of a skip, for which `before` is null. The annotator has a seat again; a completed
 * seat becomes a reservation without expiry if the item had been returned for changes. An item that no annotator works
 * on is pending again.
 */
export function takenBack(work: ItemContext, before: BeforeSubmit | null, now: Date): NextState {
  const { seat } = work;
  const state = seatedAgain(work, before, now);
  const begins =
    seat?.state === "skipped"
      ? state.status === "skipped"
      : state.status === "in_progress" && state.reviewStatus === null;
  const isWorkedOn = work.values.some(({ labelId, own, others }) => (own && stays(labelId, before)) || others > 0);
  const status = begins ? (isWorkedOn ? "in_progress" : "pending") : state.status;
  return { ...state, status, queueStatus: status === "completed" ? state.queueStatus : reopened(work) };
}

/** Whether the annotator has a value under a label after the submission was undone. */
const stays = (labelId: string, before: BeforeSubmit | null): boolean => before?.scores[labelId] !== null;

function seatedAgain(work: ItemContext, before: BeforeSubmit | null, now: Date): NextState {
  const { queue, item, seat } = work;
  if (before?.completed) return asItIs(work);
  if (!before || seat?.state !== "completed") return seated(work, now);
  const { reviewStatus } = before;
  const labels = work.labels.map((label) => ({ ...label, scored: label.scored && stays(label.id, before) }));
  const again: NextSeat = {
    ...seat,
    state: "reserved",
    reservedAt: now,
    expiresAt: reviewStatus === "rejected" ? null : expiryFor(queue, now),
    completedAt: null,
    ...workUntil(now, { workMs: seat.workMs, activeAt: null }),
  };
  return settled({ ...work, labels, item: { ...item, reviewStatus } }, { ...asItIs(work), seat: again }, now);
}
