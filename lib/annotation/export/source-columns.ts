// The columns of the datasets whose rows are in a queue, for CSV. They come after the fixed columns.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { QueueRow } from "@/lib/annotation/scope/loaders";
import { groupBy } from "@/lib/group-by";

/** One column of the file: columns of the same name in several datasets share it. */
export interface SourceColumn {
  name: string;
  cells: { datasetId: string; columnId: string }[];
}

const MOST_COLUMNS = 500;

interface Found extends Record<string, unknown> {
  name: string;
  dataset_id: string;
  column_id: string;
}

/** In the order of the datasets' columns. As on the desk, columns that evaluations fill are left out. */
export async function sourceColumnsOf(db: Database, { id, organizationId }: QueueRow): Promise<SourceColumn[]> {
  const rows = await db.execute<Found>(sql`
    select "column".name, "column".dataset_id, "column".id as column_id
    from dataset_columns as "column" join datasets as dataset on dataset.id = "column".dataset_id
    where dataset.organization_id = ${organizationId}::uuid and "column".deleted_at is null
      and "column".origin not in ('evaluation', 'evaluation_reason') and dataset.id in (
        select row.dataset_id from queue_items as item join dataset_rows as row on row.id = item.source_id::uuid
        where item.queue_id = ${id}::uuid and item.source_type = 'dataset_row' and item.deleted_at is null)
    order by dataset.created_at, dataset.id, "column"."order", "column".id limit ${MOST_COLUMNS}`);
  return [...groupBy([...rows], (row) => row.name)].map(([name, found]) => ({
    name,
    cells: found.map(({ dataset_id, column_id }) => ({ datasetId: dataset_id, columnId: column_id })),
  }));
}

/** Named so that they cannot be taken for the file's own columns. */
export const headerOf = (columns: readonly SourceColumn[]): string[] => columns.map(({ name }) => `source.${name}`);

/** The name of a column's cells in the table `source`. */
export const cellName = (index: number): string => `cell_${index}`;

/** The table `source`: the rows behind the items of `item`, by id as text, with a cell for each column. */
export const sourceTable = (queue: QueueRow, columns: readonly SourceColumn[]): SQL => sql`
  source as materialized (
    select row.id::text as id${sql.join(
      columns.map(({ cells }, index) => sql`, ${cellIn(cells)} as ${sql.raw(cellName(index))}`),
    )}
    from dataset_rows as row where row.organization_id = ${queue.organizationId}::uuid and row.deleted_at is null
      and row.id = any(array(select source_id::uuid from item where source_type = 'dataset_row'))
  )`;

const cellIn = (cells: SourceColumn["cells"]): SQL =>
  sql`case row.dataset_id ${sql.join(
    cells.map(({ datasetId, columnId }) => sql`when ${datasetId}::uuid then row.cells ->> ${columnId}::text`),
    sql` `,
  )} end`;
