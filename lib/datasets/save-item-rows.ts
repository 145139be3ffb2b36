import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import type { Cells } from "./insert-rows";
import type { DatasetRecord } from "./loaders";

interface ItemRow {
  /** The queue item of the row. The row's metadata has it too, as queue_item_id. */
  itemId: string;
  cells: Cells;
  metadata: Record<string, unknown>;
}

/** Which rows of a dataset belong to which queue items: row ids by item id. */
export async function rowsByItem(db: Database, dataset: DatasetRecord): Promise<Map<string, string[]>> {
  const rows = await db.execute<{ item_id: string; ids: string[] }>(sql`
    select metadata ->> 'queue_item_id' as item_id, array_agg(id::text) as ids from dataset_rows
    where dataset_id = ${dataset.id}::uuid and deleted_at is null and metadata ->> 'queue_item_id' is not null
    group by 1`);
  return new Map(rows.map((row) => [row.item_id, row.ids]));
}

/**
 * Writes the rows of queue items. An item with rows in the dataset (`known`) gets its `columns` rewritten; the others
 * are added in order from `first` on. The dataset must be locked.
 */
export async function saveItemRows(
  db: Database,
  dataset: DatasetRecord,
  columns: readonly { id: string }[],
  first: number,
  rows: readonly ItemRow[],
  known: ReadonlyMap<string, readonly string[]>,
): Promise<{ created: number; updated: number }> {
  const older = rows.flatMap((row) => (known.get(row.itemId) ?? []).map((id) => ({ ...row, id })));
  const newer = rows.filter((row) => !known.has(row.itemId));
  if (older.length > 0) await updateRows(db, columns, older);
  if (newer.length > 0) {
    await db.execute(sql`
      insert into dataset_rows (dataset_id, organization_id, "order", cells, metadata)
      select ${dataset.id}::uuid, ${dataset.organizationId}::uuid, ${first}::int + place - 1, row -> 'cells', row -> 'metadata'
      from jsonb_array_elements(${JSON.stringify(newer)}::text::jsonb) with ordinality as element(row, place)`);
  }
  return { created: newer.length, updated: rows.length - newer.length };
}

// By the list of ids as well as by the join, so that it reads only these rows, whatever the planner estimates.
const updateRows = (db: Database, columns: readonly { id: string }[], rows: readonly (ItemRow & { id: string })[]) =>
  db.execute(sql`
    update dataset_rows as stored
    set cells = (stored.cells - ${textArray(columns.map((column) => column.id))}) || (row -> 'cells'),
      metadata = stored.metadata || (row -> 'metadata'), updated_at = now()
    from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) as row
    where stored.id = any(${textArray(rows.map((row) => row.id))}::uuid[]) and stored.id = (row ->> 'id')::uuid`);
