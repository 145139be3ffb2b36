// Compares two states of a dataset row by row: two versions, or a version and the rows as they are.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/datasets/versions";
import { assertPage, pageRange } from "@/lib/pages";
import { columnsInDataset, type DatasetRecord, datasetInOrganization } from "../loaders";
import { type VersionRecord, versionInDataset } from "./loaders";
import { entriesAt, liveEntries } from "./rows-at";

type Cells = Record<string, string>;

/** The rows that differ, as `(row_id, order, before, after)`; `before` or `after` is null where a row is missing. */
const differences = (datasetId: string, before: VersionRecord, after: VersionRecord | null): SQL => sql`
  select row_id, coalesce(after."order", before."order") as "order", before.cells as before, after.cells as after
  from ${entriesAt(datasetId, sql`${before.number}`)} as before
  full join ${after ? entriesAt(datasetId, sql`${after.number}`) : liveEntries(datasetId)} as after using (row_id)
  where before.cells is distinct from after.cells`;

/** Whether the rows as they are, or the names or types of their columns, differ from the version's. */
export async function differsFrom(db: Database, dataset: DatasetRecord, version: VersionRecord): Promise<boolean> {
  const columns = new Map((await columnsInDataset(db, dataset)).map((column) => [column.id, column]));
  const isChanged = version.columns.some(({ id, name, dataType }) => {
    const column = columns.get(id);
    return column !== undefined && (column.name !== name || column.dataType !== dataType);
  });
  if (isChanged) return true;
  const found = await db.execute(sql`${differences(dataset.id, version, null)} limit 1`);
  return found.length > 0;
}

export const compareDatasetVersion: Verb<typeof contracts.compareDatasetVersion> = async ({ db, caller }, input) => {
  const dataset = await datasetInOrganization(db, caller.organizationId, input.dataset_id);
  const [{ version: before }, other, columns] = await Promise.all([
    versionInDataset(db, dataset, input.version_id),
    input.against === undefined ? null : versionInDataset(db, dataset, input.against),
    columnsInDataset(db, dataset),
  ]);
  const after = other?.version ?? null;
  const { page, limit, offset } = pageRange(input);
  const rows = await db.execute<{
    row_id: string;
    order: number;
    before: Cells | null;
    after: Cells | null;
    all: number;
  }>(
    sql`
      select *, count(*) over ()::int as all from (${differences(dataset.id, before, after)}) as difference
      order by "order", row_id limit ${limit} offset ${offset}`,
  );
  const count = rows[0]?.all ?? 0;
  assertPage(page, limit, page > 1 && rows.length === 0 ? 0 : count);
  const names = new Map([...columns, ...before.columns, ...(after?.columns ?? [])].map(({ id, name }) => [id, name]));
  const results = rows.map(({ row_id, order, before, after }) => ({
    row_id,
    order,
    change: before === null ? ("added" as const) : after === null ? ("removed" as const) : ("changed" as const),
    cells: changedCells(before ?? {}, after ?? {}, names),
  }));
  return { count, page, limit, results };
};

/** The cells that differ, in the order of the columns. Rows keep the cells of columns that were deleted before. */
function changedCells(before: Cells, after: Cells, names: ReadonlyMap<string, string>) {
  return [...names]
    .filter(([id]) => before[id] !== after[id])
    .map(([id, name]) => ({
      column_id: id,
      column: name,
      before: before[id] ?? null,
      after: after[id] ?? null,
    }));
}
