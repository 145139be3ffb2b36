// Items with all their annotations, reviews and results.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Snapshot } from "@/db/snapshot";
import { valueKeys } from "@/lib/annotation/labels/rules/label-value";
import type { QueueRow } from "@/lib/annotation/scope/loaders";
import type { Wire } from "@/lib/annotation/sources/source";
import { contentJson, evalsJson, presentContents } from "@/lib/annotation/sources/sources";
import type {
  ExportedAnnotation,
  ExportedItem,
  ExportedResolution,
  ExportedVerdict,
} from "@/lib/contracts/annotation/exported";
import type { ItemStatus, LabelType, SourceType } from "@/lib/contracts/shapes";
import { groupBy } from "@/lib/group-by";
import { exportTables, type ItemRange, isoTime, partsOf } from "./export-query";

const BATCH_ITEMS = 500;
// Longer batches would save little planning, and a bad plan that compares every pair would be noticeable.
const RANGES = { first: 500, longest: 2000 };

/** The data of an item. */
interface Entry {
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
  content: Record<string, unknown> | null;
  evals: ExportedVerdict[];
}

const keyOfValue = sql.raw(
  `case label.type ${Object.keys(valueKeys)
    .map((type) => `when '${type}' then '${valueKeys[type as LabelType]}'`) // safe: the record's keys are label types
    .join(" ")} end`,
);

const annotationsOfItems = sql`
  select score.item_id, json_agg(json_build_object(
    'label_id', label.id, 'label_name', label.name, 'label_type', label.type, 'label_version', score.label_version,
    'value', score.value -> ${keyOfValue}, 'notes', score.notes, 'annotator_id', score.annotator_id,
    'annotator_name', annotator.name, 'annotator_email', annotator.email, 'score_source', score.score_source,
    'created_at', ${isoTime("score.created_at")}, 'updated_at', ${isoTime("score.updated_at")},
    'suggestion', case when score.suggestion is not null then json_build_object(
      'value', score.suggestion -> 'value' -> ${keyOfValue}, 'shown', score.suggestion -> 'shown',
      'first_same', score.suggestion -> 'firstSame', 'same', score.suggestion -> 'same') end,
    'work_seconds', seat.work_seconds
  ) order by score.created_at, score.place, score.id) as entries
  from score
  join label on label.id = score.label_id
  left join person annotator on annotator.id = score.annotator_id
  left join seat on seat.item_id = score.item_id and seat.user_id = score.annotator_id
  group by score.item_id`;

const resolvedOfItems = sql`
  select resolved.item_id, json_agg(json_build_object(
    'label_id', label.id, 'label_name', label.name, 'label_type', label.type, 'value', resolved.value -> ${keyOfValue},
    'notes', resolved.notes, 'by', resolved.resolved_by, 'by_name', resolver.name, 'by_email', resolver.email,
    'at', ${isoTime("resolved.resolved_at")}
  ) order by resolved.place) as entries
  from resolved
  join label on label.id = resolved.label_id
  left join person resolver on resolver.id = resolved.resolved_by
  group by resolved.item_id`;

/** Selects one `Entry` per item, in the items' order. */
const entries = (range: ItemRange, limit: number | null = null): SQL => sql`
  with ${exportTables(range, limit)},
    annotation as materialized (${annotationsOfItems}), settled as materialized (${resolvedOfItems})
  select json_build_object(
    'item_id', item.id, 'source_type', item.source_type, 'source_id', item.source_id, 'status', item.status,
    'order', item."order", 'review_status', item.review_status, 'review_notes', item.review_notes,
    'reviewed_at', ${isoTime("item.reviewed_at")}, 'reviewed_by_id', item.reviewed_by,
    'reviewed_by_name', reviewer.name, 'reviewed_by_email', reviewer.email, 'item_notes', coalesce(note.notes, ''),
    'annotations', coalesce(annotation.entries, '[]'), 'resolved', coalesce(settled.entries, '[]'),
    'content', ${contentJson(sql`item`, sql`${range.queue.organizationId}::uuid`)},
    'evals', coalesce(${evalsJson(sql`item`, sql`${range.queue.organizationId}::uuid`)}, '[]')
  ) as entry
  from item
  left join person reviewer on reviewer.id = item.reviewed_by
  left join note on note.item_id = item.id
  left join annotation on annotation.item_id = item.id
  left join settled on settled.item_id = item.id
  order by item."order", item.id`;

/** All items of a range in order, streamed from the database: only a few are in memory. */
export async function* streamedItems(snapshot: Snapshot, range: ItemRange): AsyncGenerator<ExportedItem> {
  for await (const part of partsOf(snapshot.db, range, RANGES)) {
    for await (const block of snapshot.jsonLines(entries(part))) {
      const lines = block
        .toString()
        .split("\n")
        .filter((line) => line !== "");
      // On another connection: this one is busy with the stream. The contents of items stay as they are.
      yield* await presentAll(
        snapshot.pool,
        range.queue,
        lines.map((line) => JSON.parse(line)),
      );
    }
  }
}

/** All items of a range in order, one batch at a time, inside a transaction. */
export async function* exportedItems(db: Database, range: ItemRange): AsyncGenerator<ExportedItem[]> {
  for (let after = range.after ?? null; ; ) {
    const rows = await db.execute<{ entry: Entry }>(entries({ ...range, after }, BATCH_ITEMS));
    yield await presentAll(
      db,
      range.queue,
      rows.map(({ entry }) => entry),
    );
    const last = rows[BATCH_ITEMS - 1]?.entry;
    if (!last) return;
    after = { order: last.order, id: last.item_id };
  }
}

async function presentAll(db: Database, queue: QueueRow, entries: readonly Entry[]): Promise<ExportedItem[]> {
  const described = entries.map(({ source_type, content }) => ({ type: source_type, wire: content }));
  const contents = await presentContents(db, queue.organizationId, described);
  return entries.map((entry, index) => present(queue, entry, contents[index] ?? {}));
}

const present = (queue: QueueRow, entry: Entry, content: Wire): ExportedItem => ({
  item_id: entry.item_id,
  source_type: entry.source_type,
  source_id: entry.source_id,
  status: entry.status,
  order: entry.order,
  review: {
    requires_review: queue.requiresReview,
    status: entry.review_status,
    notes: entry.review_notes,
    reviewed_at: entry.reviewed_at,
    reviewed_by_id: entry.reviewed_by_id,
    reviewed_by_name: entry.reviewed_by_name,
    reviewed_by_email: entry.reviewed_by_email,
  },
  item_notes: entry.item_notes,
  annotations: entry.annotations,
  annotation_metrics: byName(entry.annotations, ({ label_name }) => label_name),
  resolved: entry.resolved,
  evals: byName(entry.evals, ({ name }) => name),
  source: content,
});

/** Each by name; a list if several share a name. */
const byName = <T extends object>(values: readonly T[], nameOf: (value: T) => string): Record<string, T | T[]> =>
  Object.fromEntries(
    [...groupBy(values, nameOf)].map(([name, group]) => {
      const [first, ...others] = group;
      return [name, first && others.length === 0 ? first : group];
    }),
  );
