// One item as the desk shows it, and what was said of it.
import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemNotes, labels, queueLabels, scores, users } from "@/db/schema";
import { formOrder, loadScores } from "@/lib/annotation/answers/present-scores";
import { presentItem } from "@/lib/annotation/contents/present-items";
import { loadDiscussion } from "@/lib/annotation/discussion/present-threads";
import { assertMayAnnotate, assertMaySee } from "@/lib/annotation/items/item-access";
import { browsable, looksAtOthers, shownTo } from "@/lib/annotation/items/review-scope";
import { seatOf, takeSeat } from "@/lib/annotation/items/seats";
import { countsFor, ownShare } from "@/lib/annotation/reports/progress";
import { resolvedValues } from "@/lib/annotation/review/adjudication";
import {
  type ItemRow,
  itemInQueue,
  lockItemInQueue,
  mayReview,
  type QueueAccess,
  queueAccess,
} from "@/lib/annotation/scope/loaders";
import { sourceContents } from "@/lib/annotation/sources/sources";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/annotating";
import { inTransaction } from "@/lib/transaction";
import { loadDraft } from "./drafts";

type Detail = Parameters<Verb<typeof contracts.annotateDetail>>[1];

export const annotateDetail: Verb<typeof contracts.annotateDetail> = async (context, input) => {
  const { db, caller, now } = context;
  const access = await queueAccess(db, caller, input.queue_id);
  const looksOnly = looksAtOthers(access, input);
  if (input.reserve && access.queue.status === "active" && !looksOnly) await reserve(context, access, input.item_id);
  const item = await itemInQueue(db, access.queue, input.item_id);
  if (!mayReview(access)) await assertMayAnnotate(db, caller, access, item);
  const around = browsable(access, caller, input);
  const [wire, content, form, annotations, notes, draft, seat, progress, discussion, resolved, next, previous] =
    await Promise.all([
      presentItem(db, caller, item, now()),
      sourceContents(db, caller.organizationId, [item]),
      loadForm(db, access.queue.id),
      visibleScores(context, access, item, input),
      loadNotes(db, item.id),
      loadDraft(db, item.id, caller.userId),
      seatOf(db, item.id, caller.userId),
      loadProgress(context, access, item),
      loadDiscussion(db, caller, item.id),
      mayReview(access) ? resolvedValues(db, [item.id]) : new Map<string, never>(),
      neighbour(db, item, "after", around),
      neighbour(db, item, "before", around),
    ]);
  const maySeeNotes = mayReview(access) || seat?.state === "completed";
  return {
    item: { ...wire, assigned_to_id: wire.assigned_to, source_content: content(item) },
    queue: {
      id: access.queue.id,
      name: access.queue.name,
      status: access.queue.status,
      instructions: access.queue.instructions,
      annotations_required: access.queue.annotationsRequired,
      requires_review: access.queue.requiresReview,
      reservation_timeout_minutes: access.queue.reservationTimeoutMinutes,
    },
    labels: form,
    annotations,
    ...discussion,
    resolved: resolved.get(item.id) ?? [],
    existing_notes: notes.find((note) => note.annotator_id === caller.userId)?.notes ?? "",
    draft,
    span_notes: notes.filter((note) => maySeeNotes || note.annotator_id === caller.userId),
    span_notes_source_id: item.sourceType === "observation_span" ? item.sourceId : null,
    seat: seat ? { state: seat.state, expires_at: seat.expiresAt?.toISOString() ?? null } : null,
    progress,
    next_item_id: next,
    prev_item_id: previous,
  };
};

/**
 * Takes or renews the caller's seat. There is nothing to take at an item that is completed or in review, and reviewers who
 * come back to what was reviewed do not keep its annotators out.
 */
function reserve(context: Context, access: QueueAccess, itemId: string): Promise<void> {
  return inTransaction(context, async ({ db, caller, now }) => {
    const item = await lockItemInQueue(db, access.queue, itemId);
    if (item.status === "completed" || item.reviewStatus === "pending_review") return;
    // A manager looks at a gold item or at another's check: there is no seat to take.
    if (item.purpose !== "work" && item.copyFor !== caller.userId && mayReview(access)) return;
    const seat = await seatOf(db, item.id, caller.userId);
    if (mayReview(access) && item.reviewedBy !== null && seat?.state !== "reserved") return;
    await assertMayAnnotate(db, caller, access, item);
    await takeSeat(db, access.queue, item, caller.userId, now());
  });
}

async function loadForm(db: Database, queueId: string) {
  const rows = await db
    .select({ binding: queueLabels, label: labels })
    .from(queueLabels)
    .innerJoin(labels, eq(labels.id, queueLabels.labelId))
    .where(eq(queueLabels.queueId, queueId))
    .orderBy(asc(queueLabels.order));
  return rows.map(({ binding, label }) => ({
    id: binding.id,
    label_id: label.id,
    name: label.name,
    type: label.type,
    settings: label.settings,
    description: label.description,
    allow_notes: label.allowNotes,
    required: binding.required,
    order: binding.order,
  }));
}

/** Blind work: the caller's own scores; other people's only to reviewers and managers who ask for them. */
function visibleScores({ db, caller }: Context, access: QueueAccess, item: ItemRow, input: Detail) {
  const reviews = looksAtOthers(access, input) || (mayReview(access) && input.annotator_id !== undefined);
  const annotatorId = reviews ? input.annotator_id : caller.userId;
  return loadScores(
    db,
    and(
      eq(scores.queueItemId, item.id),
      annotatorId ? eq(scores.annotatorId, annotatorId) : undefined,
      attachedTo(access.queue.id),
    ),
    asc(scores.createdAt),
    formOrder,
  );
}

/** Scores under labels that the queue has now. */
export const attachedTo = (queueId: string) =>
  sql`exists (select 1 from queue_labels as binding where binding.queue_id = ${queueId}
    and binding.label_id = ${scores.labelId})`;

async function loadNotes(db: Database, itemId: string) {
  const rows = await db
    .select({ note: itemNotes, name: users.name })
    .from(itemNotes)
    .innerJoin(users, eq(users.id, itemNotes.userId))
    .where(eq(itemNotes.itemId, itemId))
    .orderBy(asc(itemNotes.createdAt));
  return rows.map(({ note, name }) => ({
    id: note.id,
    notes: note.notes,
    annotator: name,
    annotator_id: note.userId,
    created_at: note.createdAt.toISOString(),
  }));
}

/** Beyond this place an item's position is not counted out. */
const COUNTED_POSITIONS = 10_000;

async function loadProgress({ db, caller }: Context, access: QueueAccess, item: ItemRow) {
  const [counts, own, [place]] = await Promise.all([
    countsFor(db, access, caller.userId),
    ownShare(db, access, caller.userId),
    db.execute<{ position: number }>(sql`
      select count(*)::int as position from (
        select 1 from queue_items
        where queue_id = ${item.queueId} and deleted_at is null and ${shownTo(caller.userId, sql`queue_items`)}
          and ((-priority), "order", id) <= (${-item.priority}::int, ${item.order}::int, ${item.id}::uuid)
        limit ${COUNTED_POSITIONS + 1}) as before`),
  ]);
  const position = place?.position ?? 0;
  return {
    total: Math.max(counts.total, position),
    completed: counts.completed,
    current_position: position > COUNTED_POSITIONS ? null : position,
    user_progress: { total: own.total, completed: own.completed, current_position: own.completed + 1 },
  };
}

async function neighbour(db: Database, item: ItemRow, side: "before" | "after", among: SQL): Promise<string | null> {
  const here = sql`(${-item.priority}::int, ${item.order}::int, ${item.id}::uuid)`;
  const [row] = await db.execute<{ id: string }>(sql`
    select id from queue_items as item
    where queue_id = ${item.queueId} and deleted_at is null and ${among}
      and ${side === "after" ? sql`((-priority), "order", id) > ${here}` : sql`((-priority), "order", id) < ${here}`}
    order by ${side === "after" ? sql`(-priority), "order", id` : sql`(-priority) desc, "order" desc, id desc`} limit 1`);
  return row?.id ?? null;
}

export const listAnnotations: Verb<typeof contracts.listAnnotations> = async ({ db, caller }, input) => {
  const access = await queueAccess(db, caller, input.queue_id);
  const item = await itemInQueue(db, access.queue, input.item_id);
  assertMaySee(caller, access, item);
  const seat = await seatOf(db, item.id, caller.userId);
  const seesAll = mayReview(access) || seat?.state === "completed";
  return loadScores(
    db,
    and(
      eq(scores.queueItemId, item.id),
      attachedTo(access.queue.id),
      seesAll ? undefined : eq(scores.annotatorId, caller.userId),
    ),
    desc(scores.createdAt),
    formOrder,
  );
};
