// What an export reads, as SQL that its formats share.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { QueueRow } from "@/lib/annotation/scope/loaders";
import type { ItemStatus } from "@/lib/contracts/shapes";

/** The place of an item in its queue's order. */
export interface Cursor {
  order: number;
  id: string;
}

/** Items of one queue; from after one place, up to and with another. */
export interface ItemRange {
  queue: QueueRow;
  status: ItemStatus | null;
  after?: Cursor | null;
  upTo?: Cursor | null;
}

const positionOf = ({ order, id }: Cursor): SQL => sql`(${order}::int, ${id}::uuid)`;

// Gold items and checks measure the annotators; what is exported is their work. Not as an equation: without statistics, as of a
// queue that was just filled, the planner takes those for rare.
const isWork = sql`item.purpose <> 'gold' and item.purpose <> 'gold_copy' and item.purpose <> 'repeat'`;

export const itemsWhere = ({ queue, status, after, upTo }: ItemRange): SQL =>
  sql.join(
    [
      sql`item.queue_id = ${queue.id}::uuid and item.deleted_at is null and ${isWork}`,
      ...(status ? [sql`item.status = ${status}`] : []),
      ...(after ? [sql`(item."order", item.id) > ${positionOf(after)}`] : []),
      ...(upTo ? [sql`(item."order", item.id) <= ${positionOf(upTo)}`] : []),
    ],
    sql` and `,
  );

/** The same text as a Date's toISOString. The connections' time zone is UTC. */
export const isoTime = (column: string): SQL => sql`to_char(${sql.raw(column)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const boundLabels = (queue: QueueRow): SQL =>
  sql`array(select label_id from queue_labels where queue_id = ${queue.id}::uuid order by "order")`;

/**
 * The place of a row's label in the queue's form; null under a label that the queue no longer has. Labels are compared in a
 * way that no index serves: while tables have just been filled, the planner would take the index of labels, and read all
 * scores of a label for each item.
 */
const placeOfLabel = (queue: QueueRow): SQL => sql`array_position(${boundLabels(queue)}, label_id)`;

/** Live scores of an item under labels that the queue has now. */
export const scoresOfItem = (queue: QueueRow): SQL => sql`score.queue_item_id = item.id and score.deleted_at is null
  and ${placeOfLabel(queue)} is not null`;

// Of tables that have just been filled the planner knows nothing. So their rows are found by a list, by the index and in its
// order, and are materialized: a join that was taken for small then compares too often, but never reads again. The list is
// sorted once for all of them.
const ofItems = sql`= any((select ids from listed)::uuid[])`;

/**
 * The tables of an export, for `with`, each with what belongs to a range of items: `item`, of which `limit` bounds the number,
 * and `listed` with their ids; `score` with live scores and `resolved` with what reviewers settled, both under labels that the
 * queue has now and with the `place` of the label in its form; `label`; `seat`; `note`, the latest on each item as a whole; and
 * `person`, everybody whom these name. Annotations are listed oldest first; those of one submission in the form's order.
 */
export const exportTables = (range: ItemRange, limit: number | null = null): SQL => sql`
  item as materialized (
    select id, source_type, source_id, status, "order", review_status, review_notes, reviewed_at, reviewed_by
    from queue_items item where ${itemsWhere(range)} order by "order", id limit ${limit}::int
  ), listed as materialized (
    select array_agg(id order by id) as ids from item
  ), score as materialized (
    select queue_item_id as item_id, id, label_id, label_version, annotator_id, value, score_source, notes, created_at,
      updated_at, ${placeOfLabel(range.queue)} as place
    from scores where queue_item_id ${ofItems} and deleted_at is null and ${placeOfLabel(range.queue)} is not null
  ), resolved as materialized (
    select item_id, label_id, value, notes, resolved_by, resolved_at, ${placeOfLabel(range.queue)} as place
    from adjudications where item_id ${ofItems} and value is not null and ${placeOfLabel(range.queue)} is not null
  ), label as materialized (
    select id, name, type from labels where id = any(${boundLabels(range.queue)})
  ), seat as materialized (
    select item_id, user_id, (work_ms / 1000.0)::float8 as work_seconds from item_seats where item_id ${ofItems}
  ), note as materialized (
    select distinct on (item_id) item_id, notes from item_notes where item_id ${ofItems}
    order by item_id, updated_at desc, user_id
  ), person as materialized (
    select id, name, email from users where id = any(array(
      select annotator_id from score union select reviewed_by from item union select resolved_by from resolved))
  )`;

/** A range in parts of so many items: a short one first, so that what is read comes at once. */
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
