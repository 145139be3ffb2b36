import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { insertRows, nextOrder } from "@/lib/datasets/insert-rows";
import { type DatasetRecord, touch } from "@/lib/datasets/loaders";

interface TraceRow {
  traceId: string;
  /** In the order of the columns; null for no cell. */
  cells: readonly (string | null)[];
}

export interface Written {
  added: number;
  duplicates: number;
  empty: number;
}

/**
 * Adds rows to a dataset that is locked. Rows without cells are left out, and those whose cells equal an earlier row's in
 * all of these columns.
 */
export async function writeRows(
  db: Database,
  dataset: DatasetRecord,
  columnIds: readonly string[],
  rows: readonly TraceRow[],
): Promise<Written> {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== null));
  const distinct = [...new Map(filled.map((row) => [JSON.stringify(row.cells), row])).values()];
  const known = await knownContents(db, dataset, columnIds, distinct);
  const fresh = distinct.filter((_, index) => !known.has(index));
  if (fresh.length > 0) {
    const cellsOf = ({ cells }: TraceRow) =>
      Object.fromEntries(columnIds.flatMap((id, index) => (cells[index] == null ? [] : [[id, cells[index]]])));
    const metadata = fresh.map(({ traceId }) => ({ source_type: "trace", source_id: traceId }));
    await insertRows(db, dataset, await nextOrder(db, dataset), fresh.map(cellsOf), metadata);
    await touch(db, dataset);
  }
  const empty = rows.length - filled.length;
  return { added: fresh.length, duplicates: filled.length - fresh.length, empty };
}

/** The indexes of those rows whose cells the dataset already has. */
async function knownContents(
  db: Database,
  dataset: DatasetRecord,
  columnIds: readonly string[],
  rows: readonly TraceRow[],
): Promise<Set<number>> {
  const contents = sql.join(
    columnIds.map((id) => sql`stored.cells -> ${id}::text`),
    sql`, `,
  );
  const found = await db.execute<{ index: number }>(sql`
    select number::int - 1 as index
    from jsonb_array_elements(${JSON.stringify(rows.map(({ cells }) => cells))}::text::jsonb)
      with ordinality as fresh(content, number)
    where content in (
      select jsonb_build_array(${contents}) from dataset_rows as stored
      where stored.dataset_id = ${dataset.id}::uuid and stored.deleted_at is null)`);
  return new Set(found.map(({ index }) => index));
}
