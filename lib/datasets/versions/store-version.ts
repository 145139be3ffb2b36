// Stores the rows of a dataset as a version. Rows that are as in the version before are not stored again.
import { eq, max, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetVersions } from "@/db/schema";
import type { Caller } from "@/lib/context";
import { invalidField } from "@/lib/errors";
import { type ColumnRecord, columnsInDataset, type DatasetRecord, isOfEvaluation } from "../loaders";
import { newestVersion, type VersionRecord } from "./loaders";
import { entriesAt, liveEntries } from "./rows-at";

interface NewVersion {
  name: string;
  description: string;
}

/** Must run in a transaction that has locked the dataset. Throws a 400 if another version has the name. */
export async function storeVersion(
  db: Database,
  caller: Caller,
  dataset: DatasetRecord,
  { name, description }: NewVersion,
): Promise<VersionRecord> {
  const [last] = await db
    .select({ number: max(datasetVersions.number) })
    .from(datasetVersions)
    .where(eq(datasetVersions.datasetId, dataset.id));
  const number = (last?.number ?? 0) + 1;
  const columns = (await columnsInDataset(db, dataset)).filter(isOwn);
  const before = await newestVersion(db, dataset);
  await storeRows(db, dataset, number);
  const counts = await countRows(db, dataset, number, before?.number ?? 0);
  const [version] = await db
    .insert(datasetVersions)
    .values({
      datasetId: dataset.id,
      number,
      name,
      description,
      columns: columns.map(({ id, name, dataType }) => ({ id, name, dataType })),
      ...counts,
      createdBy: caller.userId,
    })
    .onConflictDoNothing()
    .returning();
  if (!version) throw invalidField("name", `The dataset already has a version named "${name}".`);
  return version;
}

/** Whether the column's cells are part of a version. */
export const isOwn = (column: Pick<ColumnRecord, "origin">): boolean => !isOfEvaluation(column);

type Counts = Pick<VersionRecord, "rowCount" | "added" | "changed" | "removed">;

async function storeRows(db: Database, { id }: DatasetRecord, number: number): Promise<void> {
  await db.execute(sql`
    with live as materialized (select * from ${liveEntries(id)} as row),
    kept as materialized (
      select live.row_id from live join dataset_version_rows as entry
        on entry.dataset_id = ${id}::uuid and entry.row_id = live.row_id and entry.until is null
        and entry."order" = live."order" and entry.cells = live.cells and entry.metadata = live.metadata
    ),
    ended as (
      update dataset_version_rows as entry set until = ${number}
      where entry.dataset_id = ${id}::uuid and entry.until is null
        and not exists (select from kept where kept.row_id = entry.row_id)
    )
    insert into dataset_version_rows (dataset_id, row_id, since, "order", cells, metadata)
    select ${id}::uuid, live.row_id, ${number}, live."order", live.cells, live.metadata from live
    where not exists (select from kept where kept.row_id = live.row_id)`);
}

/** The version's rows, and those that differ from the version before. */
async function countRows(db: Database, { id }: DatasetRecord, number: number, before: number): Promise<Counts> {
  const [counts] = await db.execute<Record<keyof Counts, number>>(sql`
    select count(after.row_id)::int as "rowCount",
      count(*) filter (where before.row_id is null)::int as added,
      count(*) filter (where before.row_id is not null and after.row_id is not null
        and (before.cells, before.metadata) is distinct from (after.cells, after.metadata))::int as changed,
      count(*) filter (where after.row_id is null)::int as removed
    from ${entriesAt(id, sql`${number}`)} as after
    full join ${entriesAt(id, sql`${before}`)} as before using (row_id)`);
  if (!counts) throw new Error("the counts are missing");
  return counts;
}
