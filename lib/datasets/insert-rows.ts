import { max, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetRows } from "@/db/schema";
import { type DatasetRecord, liveRows } from "./loaders";

/** Column id to the cell's text. */
export type Cells = Record<string, string>;

/** The order after the last row's. Valid only while the dataset is locked. */
export async function nextOrder(db: Database, dataset: DatasetRecord): Promise<number> {
  const [last] = await db
    .select({ order: max(datasetRows.order) })
    .from(datasetRows)
    .where(liveRows(dataset));
  return (last?.order ?? -1) + 1;
}

type Metadata = Readonly<Record<string, unknown>>;

/**
 * Stores rows from order `first` on, in one statement. Returns their ids in the order of the rows.
 *
 * @param metadata Of all rows, or of each.
 */
export async function insertRows(
  db: Database,
  dataset: DatasetRecord,
  first: number,
  rows: readonly Cells[],
  metadata: Metadata | readonly Metadata[] = {},
): Promise<string[]> {
  const [each, all] = Array.isArray(metadata) ? [metadata, {}] : [[], metadata];
  const stored = await db.execute<{ id: string; order: number }>(sql`
    insert into dataset_rows (dataset_id, organization_id, "order", cells, metadata)
    select ${dataset.id}::uuid, ${dataset.organizationId}::uuid, ${first}::int + place::int - 1, cells,
      coalesce(metadata, ${JSON.stringify(all)}::text::jsonb)
    from rows from (
      jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb), jsonb_array_elements(${JSON.stringify(each)}::text::jsonb)
    ) with ordinality as given(cells, metadata, place)
    returning id, "order"`);
  return [...stored].sort((left, right) => left.order - right.order).map((row) => row.id);
}
