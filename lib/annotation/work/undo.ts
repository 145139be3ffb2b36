// Taking back what one has just sent: by another revision of the values, nothing is deleted.
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { adjudications, queues, submissions } from "@/db/schema";
import { saveItemNote } from "@/lib/annotation/answers/item-notes";
import { historyWith } from "@/lib/annotation/answers/save-scores";
import { assertMayAnnotate, assertOpenForWork } from "@/lib/annotation/items/item-access";
import { readWork } from "@/lib/annotation/items/read-work";
import { reopenFeedbackAddressed } from "@/lib/annotation/items/rework";
import { workUntil } from "@/lib/annotation/items/rules/work-time";
import { expiryFor, type SeatRow, saveSeat, seatOf, takeSeat } from "@/lib/annotation/items/seats";
import { settleCompletion } from "@/lib/annotation/items/settle";
import { attachedLabels } from "@/lib/annotation/labels/attached-labels";
import { type ItemRow, lockItemInQueue, type QueueRow, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/annotating";
import { conflict } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { keepAsDraft } from "./drafts";

type SubmissionRow = typeof submissions.$inferSelect;

/** One annotator at an item, whose row is locked. */
interface Place {
  queue: QueueRow;
  item: ItemRow;
  userId: string;
  now: Date;
}

export const undoItem: Verb<typeof contracts.undoItem> = (context, input) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    const item = await lockItemInQueue(db, access.queue, input.item_id);
    const place = { queue: access.queue, item, userId: caller.userId, now: now() };
    const seat = await seatOf(db, item.id, caller.userId);
    const skipped = seat?.state === "skipped";
    // What comes back is named as the labels' options are named now: see attachedLabels.
    await attachedLabels(db, access.queue.id);
    const submission =
      skipped && !input.mutation_id ? null : await lastSent(db, place, input.mutation_id ?? null, skipped);
    const undone = submission?.act ?? "skip";
    if (submission?.undoneAt) return { undone_item_id: item.id, undone };
    const submit = undone === "submit" ? submission : null;
    if (submit) await assertUndecided(db, item, submit.createdAt);
    assertOpenForWork(access.queue, item);
    assertMayAnnotate(await readWork(db, caller, { queueId: input.queue_id, itemId: input.item_id }, place.now));
    if (submit) await undoSubmit(db, place, submit, seat);
    else await takeSeat(db, access.queue, item, caller.userId, place.now);
    if (submission) await markUndone(db, place, submission);
    await settleStatus(db, place, seat?.state === "skipped");
    return { undone_item_id: item.id, undone };
  });

/**
 * The annotator's last submit that stands, a skip of that name while it stands, or what of that name was taken back already.
 * Throws 409 when there is none.
 */
async function lastSent(
  db: Database,
  { item, userId }: Place,
  mutationId: string | null,
  skipped: boolean,
): Promise<SubmissionRow> {
  const own = and(eq(submissions.itemId, item.id), eq(submissions.userId, userId));
  const [last] = await db
    .select()
    .from(submissions)
    .where(and(own, eq(submissions.act, "submit"), isNull(submissions.undoneAt)))
    .orderBy(desc(submissions.id))
    .limit(1);
  if (last && (mutationId === null || last.mutationId === mutationId)) return last;
  const [named] =
    mutationId === null
      ? []
      : await db
          .select()
          .from(submissions)
          .where(and(own, eq(submissions.mutationId, mutationId)));
  if (named?.undoneAt || (named?.act === "skip" && skipped)) return named;
  if (named?.act === "skip") throw conflict("You have taken this item up again since.", { code: "taken_up_again" });
  if (named) throw conflict("You have submitted this item again since.", { code: "submitted_again" });
  throw conflict("There is nothing of yours to take back at this item.", { code: "nothing_to_undo" });
}

/** Throws 409 once a reviewer has decided on what was submitted. */
async function assertUndecided(db: Database, item: ItemRow, since: Date): Promise<void> {
  if (item.reviewStatus === "approved" || (item.reviewedAt && item.reviewedAt >= since)) {
    throw conflict("This item was reviewed since you submitted it.", { code: "item_reviewed" });
  }
  const [settled] = await db
    .select({ itemId: adjudications.itemId })
    .from(adjudications)
    .where(
      and(eq(adjudications.itemId, item.id), sql`${adjudications.resolvedAt} >= ${since.toISOString()}::timestamptz`),
    )
    .limit(1);
  if (settled) throw conflict("A reviewer has settled this item's values since.", { code: "item_adjudicated" });
}

/** What was sent becomes the draft, what was there before becomes the values again, and the seat the annotator's. */
async function undoSubmit(db: Database, place: Place, submission: SubmissionRow, seat: SeatRow | undefined) {
  const { item, userId } = place;
  const { before } = submission;
  if (!before.completed) await reopenSeat(db, place, submission, seat);
  await keepAsDraft(db, item.id, userId);
  await restoreScores(db, place, before);
  await saveItemNote(db, item.id, userId, before.note ?? "");
}

const markUndone = (db: Database, { item, userId, now }: Place, { id }: SubmissionRow) =>
  db
    .update(submissions)
    .set({ undoneAt: now })
    .where(and(eq(submissions.itemId, item.id), eq(submissions.userId, userId), eq(submissions.id, id)));

/** Each label's earlier value as a new revision. A value without one is withdrawn: null, and deleted, its history kept. */
const restoreScores = (db: Database, { item, userId }: Place, before: SubmissionRow["before"]) =>
  db.execute(sql`
    update scores set
      value = coalesce(earlier.score -> 'value', 'null'),
      value_history = ${historyWith(sql`coalesce(earlier.score -> 'value', 'null')`)},
      notes = coalesce(earlier.score ->> 'notes', ''),
      score_source = coalesce(earlier.score ->> 'scoreSource', score_source),
      label_version = coalesce((earlier.score ->> 'labelVersion')::int, label_version),
      updated_at = now(),
      deleted_at = case when jsonb_typeof(earlier.score) = 'null' then now() end
    from jsonb_each(${JSON.stringify(before.scores)}::jsonb) as earlier(label_id, score)
    where queue_item_id = ${item.id} and annotator_id = ${userId} and scores.label_id = earlier.label_id::uuid
      and deleted_at is null`);

/** A completed seat becomes the annotator's again, without expiry where it was given back for changes; else one is taken. */
async function reopenSeat(
  db: Database,
  { queue, item, userId, now }: Place,
  { before }: SubmissionRow,
  seat: SeatRow | undefined,
): Promise<void> {
  if (seat?.state !== "completed") {
    await takeSeat(db, queue, item, userId, now);
    return;
  }
  const sentBack = before.reviewStatus === "rejected";
  await saveSeat(db, {
    ...seat,
    state: "reserved",
    reservedAt: now,
    expiresAt: sentBack ? null : expiryFor(queue, now),
    completedAt: null,
    ...workUntil(now, { workMs: seat.workMs, activeAt: null }),
  });
  if (sentBack && seat.completedAt) await reopenFeedbackAddressed(db, item, seat.completedAt);
  await settleCompletion(db, queue, { ...item, reviewStatus: before.reviewStatus }, now);
}

/** An item that nobody has worked on any more is pending again, and there is work again in its queue. */
async function settleStatus(db: Database, { queue, item }: Place, unskipped: boolean): Promise<void> {
  const state = unskipped ? sql`status = 'skipped'` : sql`status = 'in_progress' and review_status is null`;
  const [now] = await db.execute<{ status: string }>(sql`
    with settled as (
      update queue_items as item
      set updated_at = now(), status = case when exists (
        select 1 from scores as score where score.queue_item_id = item.id and score.deleted_at is null)
        then 'in_progress' else 'pending' end
      where id = ${item.id} and ${state} returning status
    )
    select coalesce((select status from settled), (select status from queue_items where id = ${item.id})) as status`);
  if (queue.status !== "completed" || now?.status === "completed" || item.purpose !== "work") return;
  await db.update(queues).set({ status: "active" }).where(eq(queues.id, queue.id));
}
