// The columns of a queue's sources, for CSV: those of the datasets whose rows are in the queue, and the texts of other items.
// They come after the fixed columns.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { QueueRow } from "@/lib/annotation/scope/loaders";
import { groupBy } from "@/lib/group-by";
import { type SourceText, type SourceTexts, textNames } from "./rules/source-texts";

/** One column of the file: columns of the same name in several datasets share it. */
export interface SourceColumn {
  name: string;
  cells: { datasetId: string; columnId: string }[];
  /** What the column shows of items that are no rows. */
  text?: keyof SourceTexts;
}

const MOST_COLUMNS = 500;

interface Found extends Record<string, unknown> {
  name: string;
  dataset_id: string;
  column_id: string;
}

/** In the order of the datasets' columns, then texts. As on the desk, columns that evaluations fill are left out. */
export async function sourceColumnsOf(db: Database, { id, organizationId }: QueueRow): Promise<SourceColumn[]> {
  const rows = await db.execute<Found>(sql`
    select "column".name, "column".dataset_id, "column".id as column_id
    from dataset_columns as "column" join datasets as dataset on dataset.id = "column".dataset_id
    where dataset.organization_id = ${organizationId}::uuid and "column".deleted_at is null
      and "column".origin not in ('evaluation', 'evaluation_reason') and dataset.id in (
        select row.dataset_id from queue_items as item join dataset_rows as row on row.id = item.source_id::uuid
        where item.queue_id = ${id}::uuid and item.source_type = 'dataset_row' and item.deleted_at is null)
    order by dataset.created_at, dataset.id, "column"."order", "column".id limit ${MOST_COLUMNS}`);
  const columns = [...groupBy([...rows], (row) => row.name)].map(([name, found]) => ({
    name,
    cells: found.map(({ dataset_id, column_id }) => ({ datasetId: dataset_id, columnId: column_id })),
  }));
  const [other] = await db.execute(sql`
    select 1 from queue_items as item where item.queue_id = ${id}::uuid and item.source_type <> 'dataset_row'
      and item.deleted_at is null limit 1`);
  return other ? withTexts(columns) : columns;
}

/** A text whose name a dataset's column has shares that column. */
function withTexts(columns: readonly SourceColumn[]): SourceColumn[] {
  const loose = textNames.filter((text) => !columns.some(({ name }) => name === text));
  return [
    ...columns.map((column) => {
      const text = textNames.find((name) => name === column.name);
      return text ? { ...column, text } : column;
    }),
    ...loose.map((text) => ({ name: text, cells: [], text })),
  ];
}

/** Named so that they cannot be taken for the file's own columns. */
export const headerOf = (columns: readonly SourceColumn[]): string[] => columns.map(({ name }) => `source.${name}`);

/** The name of a column's cells in the table `source`. */
export const cellName = (index: number): string => `cell_${index}`;

/** The table `source`: the sources of the items of `item`, by type and id as text, with a cell for each column. */
export const sourceTable = (
  queue: QueueRow,
  columns: readonly SourceColumn[],
  texts: readonly SourceText[],
): SQL => sql`
  source as materialized (
    select 'dataset_row' as type, row.id::text as id${cellsOf(columns, ({ cells }) => cellIn(cells))}
    from dataset_rows as row where row.organization_id = ${queue.organizationId}::uuid and row.deleted_at is null
      and row.id = any(array(select source_id::uuid from item where source_type = 'dataset_row'))
    ${texts.length > 0 ? textRows(columns, texts) : sql``}
  )`;

const textRows = (columns: readonly SourceColumn[], texts: readonly SourceText[]): SQL => sql`
  union all
  select entry.source_type, entry.source_id${cellsOf(columns, textIn)}
  from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as entry (source_type text, source_id text, ${sql.raw(
    textNames.map((name) => `${name} text`).join(", "), // safe: a constant's names
  )})`;

const cellsOf = (columns: readonly SourceColumn[], cellOf: (column: SourceColumn) => SQL): SQL =>
  sql.join(columns.map((column, index) => sql`, ${cellOf(column)} as ${sql.raw(cellName(index))}`));

const NONE = sql`null::text`;

function textIn({ text }: SourceColumn): SQL {
  const name = textNames.find((known) => known === text); // safe: never what the database says, but a constant's name
  return name ? sql.raw(`entry.${name}`) : NONE;
}

const cellIn = (cells: SourceColumn["cells"]): SQL =>
  cells.length === 0
    ? NONE
    : sql`case row.dataset_id ${sql.join(
        cells.map(({ datasetId, columnId }) => sql`when ${datasetId}::uuid then row.cells ->> ${columnId}::text`),
        sql` `,
      )} end`;
