// Exporting a queue: items in their order, batch by batch, each batch complete with annotations and sources.
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemNotes, queueItems, scores, users } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/queues";
import type { Score } from "@/lib/contracts/annotation/scores";
import { type ItemStatus, itemStatuses } from "@/lib/contracts/shapes";
import { invalidField } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { byteStream } from "@/lib/http/byte-stream";
import type { FileOutput } from "@/lib/http/respond";
import { attachedTo } from "./detail";
import { assertManager, type ItemRow, type QueueRow, queueAccess } from "./loaders";
import { formOrder, loadScores } from "./present-scores";
import { type ExportedItem, formats } from "./rules/export-format";
import { bareValue, type CanonicalValue } from "./rules/label-value";
import { sourceContents } from "./sources";

export const BATCH_ITEMS = 500;
export const NOT_MANAGER = "Only queue managers can export a queue.";

export interface Cursor {
  order: number;
  id: string;
}

export interface Batch {
  items: ExportedItem[];
  /** Where the next batch begins; null after the last. */
  cursor: Cursor | null;
}

export const exportQueue: Verb<typeof contracts.exportQueue> = async ({ db, caller }, input): Promise<FileOutput> => {
  const { queue, ...access } = await queueAccess(db, caller, input.queue_id);
  assertManager({ queue, ...access }, NOT_MANAGER);
  const format = formats[input.export_format];
  const status = statusFilter(input.status);
  return {
    filename: `queue_${queue.id}_annotations.${format.extension}`,
    mediaType: format.mediaType,
    content: byteStream(pieces()),
  };

  async function* pieces(): AsyncGenerator<string> {
    yield format.start;
    for (let cursor: Cursor | null = null, first = true; ; first = false) {
      const batch: Batch = await exportBatch(db, queue, status, cursor);
      yield format.piece(batch.items, first);
      if (!batch.cursor) break;
      cursor = batch.cursor;
    }
    yield format.end;
  }
};

export function statusFilter(text: string | null | undefined): ItemStatus | null {
  if (!text || text === "all") return null;
  const status = itemStatuses.find((known) => known === text);
  if (!status) throw invalidField("status", `Must be one of ${itemStatuses.join(", ")}, or all.`);
  return status;
}

/** The next items after `cursor`. */
export async function exportBatch(
  db: Database,
  queue: QueueRow,
  status: ItemStatus | null,
  cursor: Cursor | null,
): Promise<Batch> {
  const rows = await db
    .select()
    .from(queueItems)
    .where(
      and(
        eq(queueItems.queueId, queue.id),
        isNull(queueItems.deletedAt),
        status ? eq(queueItems.status, status) : undefined,
        cursor ? sql`(${queueItems.order}, ${queueItems.id}) > (${cursor.order}::int, ${cursor.id}::uuid)` : undefined,
      ),
    )
    .orderBy(asc(queueItems.order), asc(queueItems.id))
    .limit(BATCH_ITEMS);
  const last = rows.length === BATCH_ITEMS ? rows.at(-1) : undefined;
  return { items: await describeItems(db, queue, rows), cursor: last ? { order: last.order, id: last.id } : null };
}

async function describeItems(db: Database, queue: QueueRow, rows: readonly ItemRow[]): Promise<ExportedItem[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const reviewerIds = rows.flatMap((row) => row.reviewedBy ?? []);
  const [annotations, notes, reviewers, content] = await Promise.all([
    loadScores(db, and(inArray(scores.queueItemId, ids), attachedTo(queue.id)), asc(scores.createdAt), formOrder),
    db.select().from(itemNotes).where(inArray(itemNotes.itemId, ids)).orderBy(asc(itemNotes.updatedAt)),
    reviewerIds.length > 0 ? db.select().from(users).where(inArray(users.id, reviewerIds)) : [],
    sourceContents(db, queue.organizationId, rows),
  ]);
  const ofItem = groupBy(annotations, (score) => score.queue_item);
  const noteOf = new Map(notes.map((note) => [note.itemId, note.notes]));
  return rows.map((row) => {
    const reviewer = reviewers.find((person) => person.id === row.reviewedBy);
    const scored = (ofItem.get(row.id) ?? []).map(describeScore);
    return {
      item_id: row.id,
      source_type: row.sourceType,
      source_id: row.sourceId,
      status: row.status,
      order: row.order,
      review: {
        requires_review: queue.requiresReview,
        status: row.reviewStatus,
        notes: row.reviewNotes,
        reviewed_at: row.reviewedAt?.toISOString() ?? null,
        reviewed_by_id: row.reviewedBy,
        reviewed_by_name: reviewer?.name ?? null,
        reviewed_by_email: reviewer?.email ?? null,
      },
      item_notes: noteOf.get(row.id) ?? "",
      annotations: scored,
      annotation_metrics: byLabel(scored),
      evals: {},
      source: content(row),
    };
  });
}

const describeScore = (score: Score) => ({
  label_id: score.label_id,
  label_name: score.label_name,
  label_version: score.label_version,
  value: bareValue(score.label_type, score.value as CanonicalValue), // safe: scores are stored in canonical form
  notes: score.notes ?? "",
  annotator_id: score.annotator,
  annotator_name: score.annotator_name,
  annotator_email: score.annotator_email,
  score_source: score.score_source,
  created_at: score.created_at,
  updated_at: score.updated_at,
});

/** Label name to its annotation, or to a list where there are several. */
function byLabel(annotations: ExportedItem["annotations"]): Record<string, unknown> {
  const groups = groupBy(annotations, (annotation) => annotation.label_name);
  return Object.fromEntries([...groups].map(([name, group]) => [name, group.length === 1 ? group[0] : group]));
}
