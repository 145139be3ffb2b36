// One item as the desk shows it, with its annotations and discussion.
import { and, desc, eq, not, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { scores } from "@/db/schema";
import { formOrder, loadScores } from "@/lib/annotation/answers/present-scores";
import { presentRow } from "@/lib/annotation/contents/present-items";
import { withoutHidden } from "@/lib/annotation/contents/rules/hidden-fields";
import { shownToAnnotators } from "@/lib/annotation/contents/rules/shown-source";
import { presentDiscussion } from "@/lib/annotation/discussion/present-threads";
import { assertMayAnnotate, assertMaySee } from "@/lib/annotation/items/item-access";
import { type ItemContext, readWork } from "@/lib/annotation/items/read-work";
import { looksAtOthers, type ReviewView } from "@/lib/annotation/items/review-scope";
import { seated } from "@/lib/annotation/items/rules/next-state";
import { seatOf } from "@/lib/annotation/items/seats";
import { writeState } from "@/lib/annotation/items/write-work";
import { modelFields } from "@/lib/annotation/labels/rules/preference";
import { countsSeen, ownShare, sharesAll } from "@/lib/annotation/reports/progress";
import { itemInQueue, mayReview, type QueueAccess, queueAccess } from "@/lib/annotation/scope/loaders";
import { hasChecks } from "@/lib/annotation/scope/seen-state";
import { presentContent } from "@/lib/annotation/sources/sources";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/item-detail";
import { COUNTED_POSITIONS, type ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { attachedTo, type Detail, type DetailRow, readDetail, readDetails } from "./detail-row";
import { withOptimisticRetry } from "./optimistic-retry";
import { shownTo } from "./rules/shown-first";

export const annotateDetail: Verb<typeof contracts.annotateDetail> = async (context, input) => {
  const { db, caller } = context;
  const key = { queueId: input.queue_id, itemId: input.item_id };
  const decide = (work: ItemContext, at: Date) => {
    const next = mayReserve(work, input) ? seated(work, at) : null;
    if (!mayReview(work)) assertMayAnnotate(work);
    if (!next?.seat) return { output: work };
    return { output: work, write: (inner: Database) => writeState(inner, work, next, at) };
  };
  const access = await withOptimisticRetry(context, key, { read: readWork, decide });
  return presentDetail(context, access, await readDetail(db, caller, access, access.item.id, input), input);
};

/** Several items of a queue with their forms, as an annotator gets them. Their reservations stay as they are. */
export async function annotateDetails(context: Context, access: QueueAccess, itemIds: readonly string[]) {
  const rows = await readDetails(context.db, context.caller, access, itemIds);
  return Promise.all(rows.map((row) => presentDetail(context, access, row, {})));
}

async function presentDetail(
  { db, caller, now }: Context,
  access: QueueAccess,
  row: DetailRow,
  view: ReviewView,
): Promise<ItemDetail> {
  const maySeeNotes = mayReview(access) || (row.seat?.state === "completed" && row.own === null);
  const described = { type: row.source_type, wire: row.content };
  const [wire, content] = await Promise.all([
    presentRow(db, row, caller, now()),
    presentContent(db, caller.organizationId, described),
  ]);
  const source_content = row.reviews
    ? content
    : withoutHidden(shownToAnnotators(content), access.queue.sourceLayout, modelFields(row.labels));
  return {
    item: { ...wire, assigned_to_id: wire.assigned_to, source_content },
    queue: {
      id: access.queue.id,
      name: access.queue.name,
      status: access.queue.status,
      instructions: access.queue.instructions,
      annotations_required: access.queue.annotationsRequired,
      requires_review: access.queue.requiresReview,
      reservation_timeout_minutes: access.queue.reservationTimeoutMinutes,
      source_layout: access.queue.sourceLayout,
      suggestions: access.queue.suggestions,
    },
    labels: looksAtOthers(access, view) ? row.labels : row.labels.map((label) => shownTo(label, row.id, caller.userId)),
    annotations: row.annotations,
    ...presentDiscussion(row.discussion),
    resolved: row.resolved ?? [],
    existing_notes: row.notes.find((note) => note.annotator_id === caller.userId)?.notes ?? "",
    draft: row.draft,
    suggestions: access.queue.suggestions === "off" ? [] : row.suggestions,
    span_notes: row.notes.filter((note) => maySeeNotes || note.annotator_id === caller.userId),
    span_notes_source_id: row.source_type === "observation_span" ? row.source_id : null,
    seat: row.seat,
    progress: progressOf(access, row),
    next_item_id: row.next_item_id,
    prev_item_id: row.prev_item_id,
  };
}

/**
 * Whether the caller takes or renews a seat. A completed item, or one in review, has none to take, and reviewers who
 * revisit an item do not keep its annotators out. Throws like assertMayAnnotate.
 */
function mayReserve(work: ItemContext, input: Detail): boolean {
  const { queue, item, seat, userId } = work;
  if (!input.reserve || queue.status !== "active" || looksAtOthers(work, input)) return false;
  if (item.status === "completed" || item.reviewStatus === "pending_review") return false;
  // A manager views a gold item or another annotator's check, which has no seat to take.
  if (item.purpose !== "work" && item.copyFor !== userId && mayReview(work)) return false;
  if (mayReview(work) && item.reviewedBy !== null && seat?.state !== "reserved") return false;
  assertMayAnnotate(work);
  return true;
}

function progressOf(access: QueueAccess, { figures, position, own_position }: DetailRow): ItemDetail["progress"] {
  const counts = countsSeen(access, figures);
  const own = ownShare(access, figures);
  const current_position = position > COUNTED_POSITIONS ? null : position;
  const ownPosition = sharesAll(access, figures) ? current_position : own_position;
  return {
    total: Math.max(counts.total, position),
    completed: counts.completed,
    current_position,
    user_progress: {
      total: Math.max(own.total, ownPosition ?? 0),
      completed: own.completed,
      current_position: ownPosition,
    },
  };
}

export const listAnnotations: Verb<typeof contracts.listAnnotations> = async ({ db, caller }, input) => {
  const access = await queueAccess(db, caller, input.queue_id);
  const item = await itemInQueue(db, access.queue, input.item_id);
  assertMaySee(caller, access, item);
  const seat = await seatOf(db, item.id, caller.userId);
  const own = eq(scores.annotatorId, caller.userId);
  const afterOwn = or(own, not(hasChecks(sql`${scores.queueId}`, sql`${caller.userId}::uuid`)));
  const seen = seat?.state === "completed" ? afterOwn : own;
  return loadScores(
    db,
    and(eq(scores.queueItemId, item.id), attachedTo(access.queue.id), mayReview(access) ? undefined : seen),
    desc(scores.createdAt),
    formOrder,
  );
};
