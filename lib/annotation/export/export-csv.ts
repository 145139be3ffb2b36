// A queue as CSV. PostgreSQL formats the rows itself, with the same bytes as lib/csv.ts; a test compares the two. Only cells
// with a semicolon or a tab are not in quotes for that alone: COPY would have to put all cells of the column in quotes.
import { type SQL, sql } from "drizzle-orm";
import type { Snapshot } from "@/db/snapshot";
import { valueKeys } from "@/lib/annotation/labels/rules/label-value";
import type { QueueRow } from "@/lib/annotation/scope/loaders";
import type { LabelType } from "@/lib/contracts/shapes";
import { csvLine } from "@/lib/csv";
import { exportTables, type ItemRange, isoTime, partsOf } from "./export-query";
import { portionsOf } from "./portions";
import type { SourceText } from "./rules/source-texts";
import { cellName, headerOf, sourceTable } from "./source-columns";

/** Free text: formulas are escaped, and an empty text is NULL, because COPY would put it in quotes. */
const text = (
  value: string,
): string => `case when ascii(${value}) in (0, 9, 10, 13, 43, 45, 61, 64, 65291, 65293, 65309, 65312) then
  case when ${value} = '' then null
    when ${value} ~ '^-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?$' then ${value}
    else '''' || ${value} end
  else ${value} end`;

/** A number as JavaScript writes it: with an exponent only if it is very large or very small. */
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
  // Never so large or small that it needs an exponent.
  star: (value) => `${value} #>> '{}'`,
  numeric: number,
  categorical: list,
  text_spans: (value) => `(${value})::text`,
  preference: (value) => text(`(${value} #>> '{}')`),
};

const valueIn = (column: string): string =>
  `case label.type ${Object.entries(valueTexts)
    // Safe: the keys of a record of label types are label types.
    .map(([type, write]) => `when '${type}' then ${write(`(${column} -> '${valueKeys[type as LabelType]}')`)}`)
    .join(" ")} end`;

/** Each column with the SQL of its cell. */
const columnsOf = (queue: QueueRow): Record<string, SQL> => ({
  item_id: sql`item.id`,
  source_type: sql`item.source_type`,
  status: sql`item.status`,
  order: sql`item."order"`,
  requires_review: sql`${String(queue.requiresReview)}`,
  review_status: sql`item.review_status`,
  reviewer_name: sql`reviewer.name`,
  reviewer_email: sql`reviewer.email`,
  reviewer_id: sql`item.reviewed_by`,
  reviewed_at: isoTime("item.reviewed_at"),
  review_notes: sql.raw(text("item.review_notes")),
  label_id: sql`line.label_id`,
  label_name: sql`label.name`,
  value: sql.raw(valueIn("score.value")),
  score_source: sql`score.score_source`,
  notes: sql.raw(text("score.notes")),
  annotator_name: sql`annotator.name`,
  created_at: isoTime("score.created_at"),
  source_id: sql.raw(text("item.source_id")),
  item_notes: sql.raw(text("note.notes")),
  annotator_id: sql`score.annotator_id`,
  annotator_email: sql`annotator.email`,
  label_version: sql`score.label_version`,
  updated_at: isoTime("score.updated_at"),
  label_type: sql`label.type`,
  work_seconds: sql`seat.work_seconds`,
  resolved_value: sql.raw(valueIn("resolved.value")),
  resolved_notes: sql.raw(text("resolved.notes")),
  resolved_by_id: sql`resolved.resolved_by`,
  resolved_by_name: sql`resolver.name`,
  resolved_by_email: sql`resolver.email`,
  resolved_at: isoTime("resolved.resolved_at"),
});

export const csvHeader = ({ queue, sourceColumns = [] }: ItemRange): string =>
  csvLine([...Object.keys(columnsOf(queue)), ...headerOf(sourceColumns)]);

// After the first range, one range is as much as a sort and a few hash tables hold in memory.
const RANGES = { first: 1000, longest: 25_000 };

/** One line per annotation, with the settled value of its label. An item without either has one line. */
export async function* csvLines(snapshot: Snapshot, range: ItemRange): AsyncGenerator<Uint8Array> {
  for await (const part of partsOf(snapshot.db, range, RANGES))
    for await (const portion of portionsOf(snapshot, part)) yield* snapshot.csv(linesOf(portion.range, portion.texts));
}

const sourceCells = ({ sourceColumns = [] }: ItemRange): SQL[] =>
  sourceColumns.map((_, index) => sql.raw(text(`source.${cellName(index)}`)));

/** A full join with the settled values, because labels can have one without annotations. Names are escaped once. */
const linesOf = (range: ItemRange, texts: readonly SourceText[]): SQL => sql`
  with ${exportTables(range)}, defused_label as materialized (
    select id, ${sql.raw(text("name"))} as name, type from label
  ), defused_person as materialized (
    select id, ${sql.raw(text("name"))} as name, ${sql.raw(text("email"))} as email from person
  ), ${sourceTable(range.queue, range.sourceColumns ?? [], texts)}
  select ${sql.join([...Object.values(columnsOf(range.queue)), ...sourceCells(range)], sql`, `)}
  from item
  left join source on source.type = item.source_type and source.id = item.source_id
  left join (score full join resolved using (item_id, label_id, place) as line) on line.item_id = item.id
  left join defused_label label on label.id = line.label_id
  left join seat on seat.item_id = item.id and seat.user_id = score.annotator_id
  left join note on note.item_id = item.id
  left join defused_person annotator on annotator.id = score.annotator_id
  left join defused_person reviewer on reviewer.id = item.reviewed_by
  left join defused_person resolver on resolver.id = resolved.resolved_by
  order by item."order", item.id, score.created_at, line.place, score.id`;
