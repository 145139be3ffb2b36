// The data of an export as SQL, shared by all formats.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import type { QueueRow } from "@/lib/annotation/scope/loaders";
import type { ExportFilters } from "@/lib/contracts/annotation/exported";
import type { ItemStatus } from "@/lib/contracts/shapes";
import type { SourceColumn } from "./source-columns";

/** The position of an item in its queue's order. */
export interface Cursor {
  order: number;
  id: string;
}

/** Items of one queue, after one position and up to and including another. */
export interface ItemRange {
  queue: QueueRow;
  status: ItemStatus | null;
  filters?: ExportFilters;
  after?: Cursor | null;
  upTo?: Cursor | null;
  /** For CSV: the columns of the items' sources. */
  sourceColumns?: readonly SourceColumn[];
}

const positionOf = ({ order, id }: Cursor): SQL => sql`(${order}::int, ${id}::uuid)`;

// Gold items and checks measure the annotators; only their work is exported. No equality here: without statistics, as
// in a new queue, the planner would assume few matches.
const isWork = sql`item.purpose <> 'gold' and item.purpose <> 'gold_copy' and item.purpose <> 'repeat'`;

/** The annotations that the filters choose. Times are those of the last change. */
function chosenScores({ filters = {} }: ItemRange): SQL[] {
  const { label_ids: labels, annotator_ids: people, since, until } = filters;
  return [
    ...(labels ? [sql`score.label_id = any(${textArray(labels)}::uuid[])`] : []),
    ...(people ? [sql`score.annotator_id = any(${textArray(people)}::uuid[])`] : []),
    ...(since ? [sql`score.updated_at >= ${since}::timestamptz`] : []),
    ...(until ? [sql`score.updated_at < ${until}::timestamptz`] : []),
  ];
}

/** Items without a chosen annotation are left out, if the filters choose annotations. */
function withChosenScores(range: ItemRange): SQL[] {
  const chosen = chosenScores(range);
  if (chosen.length === 0) return [];
  return [
    sql`exists (select 1 from scores as score where ${scoresOfItem(range.queue)} and ${sql.join(chosen, sql` and `)})`,
  ];
}

export function itemsWhere(range: ItemRange): SQL {
  const { queue, status, filters = {}, after, upTo } = range;
  return sql.join(
    [
      sql`item.queue_id = ${queue.id}::uuid and item.deleted_at is null and ${isWork}`,
      ...(status ? [sql`item.status = ${status}`] : []),
      ...(filters.review_status ? [sql`item.review_status = ${filters.review_status}`] : []),
      ...withChosenScores(range),
      ...(after ? [sql`(item."order", item.id) > ${positionOf(after)}`] : []),
      ...(upTo ? [sql`(item."order", item.id) <= ${positionOf(upTo)}`] : []),
    ],
    sql` and `,
  );
}

/** The same text as a Date's toISOString. The connections' time zone is UTC. */
export const isoTime = (column: string): SQL => sql`to_char(${sql.raw(column)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const boundLabels = (queue: QueueRow): SQL =>
  sql`array(select label_id from queue_labels where queue_id = ${queue.id}::uuid order by "order")`;

/**
 * The position of a row's label in the queue's form; null if the queue no longer has the label. The comparison prevents
 * index use on purpose: with newly filled tables the planner would choose the label index, and read all scores of a
 * label for each item.
 */
const placeOfLabel = (queue: QueueRow): SQL => sql`array_position(${boundLabels(queue)}, label_id)`;

/** Live scores of an item under the queue's current labels. */
export const scoresOfItem = (queue: QueueRow): SQL => sql`score.queue_item_id = item.id and score.deleted_at is null
  and ${placeOfLabel(queue)} is not null`;

// The planner knows nothing about newly filled tables. So their rows are found by a list of ids, through the index and
// in its order, and materialized. If a join was taken for small, it then compares too often, but never reads rows
// twice. The list is sorted once for all tables.
const ofItems = sql`= any((select ids from listed)::uuid[])`;

/**
 * The tables of an export, for `with`, each limited to a range of items. `item` has at most `limit` rows, and `listed`
 * their ids. `score` has live scores and `resolved` settled values, both under the queue's current labels with `place`,
 * the label's position in the form. `note` has the latest note on each whole item. `person` has everybody whom these
 * tables name. Annotations are listed oldest first; those of one submission in the form's order.
 */
export const exportTables = (range: ItemRange, limit: number | null = null): SQL => sql`
  item as materialized (
    select id, source_type, source_id, status, "order", review_status, review_notes, reviewed_at, reviewed_by
    from queue_items item where ${itemsWhere(range)} order by "order", id limit ${limit}::int
  ), listed as materialized (
    select array_agg(id order by id) as ids from item
  ), score as materialized (
    select queue_item_id as item_id, id, label_id, label_version, annotator_id, value, score_source, notes, suggestion, created_at,
      updated_at, ${placeOfLabel(range.queue)} as place
    from scores as score where ${sql.join(
      [
        sql`queue_item_id ${ofItems} and deleted_at is null and ${placeOfLabel(range.queue)} is not null`,
        ...chosenScores(range),
      ],
      sql` and `,
    )}
  ), resolved as materialized (
    select item_id, label_id, value, notes, resolved_by, resolved_at, ${placeOfLabel(range.queue)} as place
    from adjudications where item_id ${ofItems} and value is not null and ${placeOfLabel(range.queue)} is not null
      and ${range.filters?.label_ids ? sql`label_id = any(${textArray(range.filters.label_ids)}::uuid[])` : sql`true`}
  ), label as materialized (
    select id, name, type from labels where id = any(${boundLabels(range.queue)})
  ), seat as materialized (
    select item_id, user_id, (nullif(work_ms, 0) / 1000.0)::float8 as work_seconds from item_seats where item_id ${ofItems}
  ), note as materialized (
    select distinct on (item_id) item_id, notes from item_notes where item_id ${ofItems}
    order by item_id, updated_at desc, user_id
  ), person as materialized (
    select id, name, email from users where id = any(array(
      select annotator_id from score union select reviewed_by from item union select resolved_by from resolved))
  )`;

/** A range in parts of growing size. The first part is short, so that the first data arrives at once. */
export async function* partsOf(
  db: Database,
  range: ItemRange,
  { first, longest }: { first: number; longest: number },
): AsyncGenerator<ItemRange> {
  let rest = range;
  for (let items = first; ; items = Math.min(items * 5, longest)) {
    const [last] = await db.execute<Cursor & Record<string, unknown>>(sql`
      select item."order", item.id from queue_items item where ${itemsWhere(rest)}
      order by item."order", item.id limit 1 offset ${items - 1}::int`);
    if (!last) return yield rest;
    yield { ...rest, upTo: last };
    rest = { ...rest, after: last };
  }
}
