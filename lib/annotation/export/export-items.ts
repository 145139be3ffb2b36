// Items with everything that is known of them, batch by batch.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { valueKeys } from "@/lib/annotation/labels/rules/label-value";
import type { QueueRow } from "@/lib/annotation/scope/loaders";
import { sourceContents } from "@/lib/annotation/sources/sources";
import type { ItemStatus, LabelType, SourceType } from "@/lib/contracts/shapes";
import { groupBy } from "@/lib/group-by";
import {
  type Cursor,
  type ItemRange,
  isoTime,
  itemLookups,
  itemsWhere,
  labelOrder,
  resolvedOfItem,
  resolverLookup,
  scoreLookups,
  scoreOrder,
  scoresOfItem,
  workSeconds,
} from "./export-query";
import type { ExportedAnnotation, ExportedItem, ExportedResolution } from "./rules/export-format";

const BATCH_ITEMS = 500;

interface Row {
  [column: string]: unknown;
  item_id: string;
  source_type: SourceType;
  source_id: string;
  status: ItemStatus;
  order: number;
  review_status: string | null;
  review_notes: string | null;
  reviewed_at: string | null;
  reviewed_by_id: string | null;
  reviewed_by_name: string | null;
  reviewed_by_email: string | null;
  item_notes: string;
  annotations: ExportedAnnotation[];
  resolved: ExportedResolution[];
}

const keyOfValue = sql.raw(
  `case label.type ${Object.keys(valueKeys)
    .map((type) => `when '${type}' then '${valueKeys[type as LabelType]}'`) // safe: the record's keys are label types
    .join(" ")} end`,
);

const annotations = (queue: QueueRow): SQL => sql`coalesce((
  select json_agg(json_build_object(
    'label_id', label.id, 'label_name', label.name, 'label_type', label.type, 'label_version', score.label_version,
    'value', score.value -> ${keyOfValue}, 'notes', score.notes, 'annotator_id', score.annotator_id,
    'annotator_name', annotator.name, 'annotator_email', annotator.email, 'score_source', score.score_source,
    'created_at', ${isoTime("score.created_at")}, 'updated_at', ${isoTime("score.updated_at")},
    'work_seconds', ${workSeconds}
  ) order by ${scoreOrder(queue)})
  from scores score ${scoreLookups} where ${scoresOfItem(queue)}), '[]')`;

const resolved = (queue: QueueRow): SQL => sql`coalesce((
  select json_agg(json_build_object(
    'label_id', label.id, 'label_name', label.name, 'label_type', label.type, 'value', resolved.value -> ${keyOfValue},
    'notes', resolved.notes, 'by', resolved.resolved_by, 'by_name', resolver.name, 'by_email', resolver.email,
    'at', ${isoTime("resolved.resolved_at")}
  ) order by ${labelOrder(queue, "resolved")})
  from adjudications resolved join labels label on label.id = resolved.label_id ${resolverLookup}
  where ${resolvedOfItem(queue)}), '[]')`;

/** All items of a range in their order, a batch a time. The next batch is read while the caller works on the last. */
export async function* exportedItems(db: Database, range: ItemRange): AsyncGenerator<ExportedItem[]> {
  let reading = readBatch(db, range);
  for (;;) {
    const rows = await reading;
    const last = rows.length === BATCH_ITEMS ? rows.at(-1) : undefined;
    if (last) {
      reading = readBatch(db, { ...range, after: placeOf(last) });
      // Whoever stops early never waits for it.
      reading.catch(() => {});
    }
    yield await describe(db, range.queue, rows);
    if (!last) return;
  }
}

const placeOf = (row: Row): Cursor => ({ order: row.order, id: row.item_id });

async function readBatch(db: Database, range: ItemRange): Promise<Row[]> {
  return db.execute<Row>(sql`
    select item.id as item_id, item.source_type, item.source_id, item.status, item."order", item.review_status,
      item.review_notes, ${isoTime("item.reviewed_at")} as reviewed_at, item.reviewed_by as reviewed_by_id,
      reviewer.name as reviewed_by_name, reviewer.email as reviewed_by_email, coalesce(note.notes, '') as item_notes,
      ${annotations(range.queue)} as annotations, ${resolved(range.queue)} as resolved
    from queue_items item ${itemLookups}
    where ${itemsWhere(range)}
    order by item."order", item.id limit ${BATCH_ITEMS}`);
}

async function describe(db: Database, queue: QueueRow, rows: readonly Row[]): Promise<ExportedItem[]> {
  if (rows.length === 0) return [];
  const references = rows.map((row) => ({ sourceType: row.source_type, sourceId: row.source_id }));
  const contents = await sourceContents(db, queue.organizationId, references);
  return rows.map((row, index) => ({
    item_id: row.item_id,
    source_type: row.source_type,
    source_id: row.source_id,
    status: row.status,
    order: row.order,
    review: {
      requires_review: queue.requiresReview,
      status: row.review_status,
      notes: row.review_notes,
      reviewed_at: row.reviewed_at,
      reviewed_by_id: row.reviewed_by_id,
      reviewed_by_name: row.reviewed_by_name,
      reviewed_by_email: row.reviewed_by_email,
    },
    item_notes: row.item_notes,
    annotations: row.annotations,
    annotation_metrics: byLabel(row.annotations),
    resolved: row.resolved,
    evals: {},
    source: contents[index] ?? {},
  }));
}

function byLabel(annotations: ExportedAnnotation[]): Record<string, unknown> {
  const groups = groupBy(annotations, (annotation) => annotation.label_name);
  return Object.fromEntries([...groups].map(([name, group]) => [name, group.length === 1 ? group[0] : group]));
}
