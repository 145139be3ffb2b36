// A queue as CSV. PostgreSQL formats the rows itself, with the bytes that rules/csv.ts would give: a test holds them together.
import { type SQL, sql } from "drizzle-orm";
import type { Snapshot } from "@/db/snapshot";
import type { LabelType } from "@/lib/contracts/shapes";
import {
  type ItemRange,
  isoTime,
  itemLookups,
  itemsWhere,
  scoreLookups,
  scoreOrder,
  scoresOfItem,
} from "./export-query";
import type { QueueRow } from "./loaders";
import { csvLine } from "./rules/csv";
import { valueKeys } from "./rules/label-value";

/** Free text: a formula is defused, and empty text is nothing, which COPY would put in quotes. */
const text = (value: string): string => `case when ascii(${value}) in (0, 9, 13, 43, 45, 61, 64) then
  case when ${value} = '' then null
    when ${value} ~ '^-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?$' then ${value}
    else '''' || ${value} end
  else ${value} end`;

/** A number as JavaScript writes it: with an exponent only where it is very large or very small. */
const number = (value: string): string => `case
  when jsonb_typeof(${value}) = 'number' and ${value}::numeric <> 0
    and not abs(${value}::numeric) between 0.000001 and 999999999999999999999
    then regexp_replace(${value}::float8::text, 'e([+-])0', 'e\\1')
  else ${value} #>> '{}' end`;

/** A list as JavaScript writes it, without blanks between its entries. */
const list = (value: string): string => `case when jsonb_typeof(${value}) = 'array' then '[' || coalesce((
  select string_agg(entry::text, ',' order by place) from jsonb_array_elements(${value}) with ordinality as all_of(entry, place)
), '') || ']' end`;

const valueTexts: Record<LabelType, (value: string) => string> = {
  text: (value) => text(`(${value} #>> '{}')`),
  thumbs_up_down: (value) => `${value} #>> '{}'`,
  star: number,
  numeric: number,
  categorical: list,
};

const value = `case label.type ${Object.entries(valueTexts)
  // Safe because the keys of a record of label types are label types.
  .map(([type, write]) => `when '${type}' then ${write(`(score.value -> '${valueKeys[type as LabelType]}')`)}`)
  .join(" ")} end`;

/** Each column with the SQL of its cell. */
const columnsOf = (queue: QueueRow): Record<string, SQL> => ({
  item_id: sql`item.id`,
  source_type: sql`item.source_type`,
  status: sql`item.status`,
  order: sql`item."order"`,
  requires_review: sql`${String(queue.requiresReview)}`,
  review_status: sql`item.review_status`,
  reviewer_name: sql.raw(text("reviewer.name")),
  reviewer_email: sql.raw(text("reviewer.email")),
  reviewer_id: sql`item.reviewed_by`,
  reviewed_at: isoTime("item.reviewed_at"),
  review_notes: sql.raw(text("item.review_notes")),
  label_id: sql`score.label_id`,
  label_name: sql.raw(text("label.name")),
  value: sql.raw(value),
  score_source: sql`score.score_source`,
  notes: sql.raw(text("score.notes")),
  annotator_name: sql.raw(text("annotator.name")),
  created_at: isoTime("score.created_at"),
  source_id: sql.raw(text("item.source_id")),
  item_notes: sql.raw(text("note.notes")),
  annotator_id: sql`score.annotator_id`,
  annotator_email: sql.raw(text("annotator.email")),
  label_version: sql`score.label_version`,
  updated_at: isoTime("score.updated_at"),
});

export const csvHeader = (queue: QueueRow): string => csvLine(Object.keys(columnsOf(queue)));

/** One line an annotation; an item without any gives one line with those cells empty. */
export function csvLines(snapshot: Snapshot, range: ItemRange): AsyncGenerator<Uint8Array> {
  const { queue } = range;
  return snapshot.csv(sql`
    select ${sql.join(Object.values(columnsOf(queue)), sql`, `)}
    from queue_items item
    left join scores score on ${scoresOfItem(queue)}
    ${scoreLookups}
    ${itemLookups}
    where ${itemsWhere(range)}
    order by item."order", item.id, ${scoreOrder(queue)}`);
}
