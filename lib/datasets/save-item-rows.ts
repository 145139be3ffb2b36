import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import type { Cells } from "./insert-rows";
import type { DatasetRecord } from "./loaders";

interface ItemRow {
  /** The queue item that the row is made of; its metadata says so too, as queue_item_id. */
  itemId: string;
  cells: Cells;
  metadata: Record<string, unknown>;
}

/**
 * Rows of queue items: an item that has a row in the dataset has its `columns` written anew, the others are added in order
 * from `first` on. The dataset must be locked.
 */
export async function saveItemRows(
  db: Database,
  dataset: DatasetRecord,
  columns: readonly { id: string }[],
  first: number,
  rows: readonly ItemRow[],
): Promise<{ created: number; updated: number }> {
  const columnIds = textArray(columns.map((column) => column.id));
  const [counts] = await db.execute<{ created: number; updated: number }>(sql`
    with given as (
      select row ->> 'itemId' as item_id, row -> 'cells' as cells, row -> 'metadata' as metadata, place::int
      from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) with ordinality as element(row, place)
    ), updated as (
      update dataset_rows as stored
      set cells = (stored.cells - ${columnIds}) || given.cells, metadata = stored.metadata || given.metadata, updated_at = now()
      from given
      where stored.dataset_id = ${dataset.id}::uuid and stored.deleted_at is null
        and stored.metadata ->> 'queue_item_id' = given.item_id
      returning given.item_id
    ), created as (
      insert into dataset_rows (dataset_id, organization_id, "order", cells, metadata)
      select ${dataset.id}::uuid, ${dataset.organizationId}::uuid, ${first}::int + row_number() over (order by place) - 1,
        cells, metadata
      from given where item_id not in (select item_id from updated)
      returning 1
    )
    select (select count(*) from created)::int as created, (select count(distinct item_id) from updated)::int as updated`);
  return counts ?? { created: 0, updated: 0 };
}
