// What an export reads, as SQL that its formats share.
import { type SQL, sql } from "drizzle-orm";
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

const place = ({ order, id }: Cursor): SQL => sql`(${order}::int, ${id}::uuid)`;

// Gold items and checks measure the annotators; what is exported is their work. Not as an equation: without statistics, as of a
// queue that was just filled, the planner takes those for rare.
const isWork = sql`item.purpose <> 'gold' and item.purpose <> 'gold_copy' and item.purpose <> 'repeat'`;

export const itemsWhere = ({ queue, status, after, upTo }: ItemRange): SQL =>
  sql.join(
    [
      sql`item.queue_id = ${queue.id}::uuid and item.deleted_at is null and ${isWork}`,
      ...(status ? [sql`item.status = ${status}`] : []),
      ...(after ? [sql`(item."order", item.id) > ${place(after)}`] : []),
      ...(upTo ? [sql`(item."order", item.id) <= ${place(upTo)}`] : []),
    ],
    sql` and `,
  );

/** The same text as a Date's toISOString. The connections' time zone is UTC. */
export const isoTime = (column: string): SQL => sql`to_char(${sql.raw(column)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const boundLabels = (queue: QueueRow): SQL =>
  sql`array(select label_id from queue_labels where queue_id = ${queue.id}::uuid order by "order")`;

/**
 * Live scores of an item under labels that the queue has now. The labels are compared in a way that no index serves: while
 * tables have just been filled, the planner would take the index of labels, and read all scores of a label for each item.
 */
export const scoresOfItem = (queue: QueueRow): SQL => sql`score.queue_item_id = item.id and score.deleted_at is null
  and array_position(${boundLabels(queue)}, score.label_id) is not null`;

/** What reviewers settled of an item under those labels. */
export const resolvedOfItem = (queue: QueueRow): SQL =>
  sql`resolved.item_id = item.id and resolved.value is not null and resolved.label_id = any(${boundLabels(queue)})`;

export const resolverLookup = sql`left join users resolver on resolver.id = resolved.resolved_by`;

/** Oldest first; what was submitted together stands in the order of the form. */
export const scoreOrder = (queue: QueueRow): SQL => sql`score.created_at, ${labelOrder(queue, "score")}, score.id`;

export const labelOrder = (queue: QueueRow, of: "score" | "resolved"): SQL =>
  sql`array_position(${boundLabels(queue)}, ${sql.raw(of)}.label_id)`;

export const scoreLookups = sql`left join labels label on label.id = score.label_id
  left join users annotator on annotator.id = score.annotator_id
  left join item_seats seat on seat.item_id = item.id and seat.user_id = score.annotator_id`;

/** How long the annotator has worked on the item so far. */
export const workSeconds = sql`(seat.work_ms / 1000.0)::float8`;

/** The reviewer and the latest note on the item as a whole. */
export const itemLookups = sql`left join users reviewer on reviewer.id = item.reviewed_by
  left join item_notes note on note.item_id = item.id and not exists (
    select from item_notes newer where newer.item_id = note.item_id
      and (newer.updated_at, note.user_id) > (note.updated_at, newer.user_id))`;
