// What an export reads, as SQL that its formats share.
import { type SQL, sql } from "drizzle-orm";
import type { ItemStatus } from "@/lib/contracts/shapes";
import type { QueueRow } from "./loaders";

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

export const itemsWhere = ({ queue, status, after, upTo }: ItemRange): SQL =>
  sql.join(
    [
      sql`item.queue_id = ${queue.id}::uuid and item.deleted_at is null`,
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

/** Live scores of an item under labels that the queue has now. */
export const scoresOfItem = (queue: QueueRow): SQL =>
  sql`score.queue_item_id = item.id and score.deleted_at is null and score.label_id = any(${boundLabels(queue)})`;

/** Oldest first; what was submitted together stands in the order of the form. */
export const scoreOrder = (queue: QueueRow): SQL =>
  sql`score.created_at, array_position(${boundLabels(queue)}, score.label_id), score.id`;

export const scoreLookups = sql`left join labels label on label.id = score.label_id
  left join users annotator on annotator.id = score.annotator_id`;

/** The reviewer and the latest note on the item as a whole. */
export const itemLookups = sql`left join users reviewer on reviewer.id = item.reviewed_by
  left join lateral (select notes from item_notes where item_id = item.id
    order by updated_at desc, user_id limit 1) note on true`;
