// Makes a dataset's rows and columns what they were in a version.
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetColumns } from "@/db/schema";
import type { Verb } from "@/lib/context";
import { MAX_COLUMNS } from "@/lib/contracts/datasets/datasets";
import type * as contracts from "@/lib/contracts/datasets/versions";
import { conflict } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { columnsInDataset, type DatasetRecord, lockDatasetInOrganization, touch } from "../loaders";
import { differsFrom } from "./compare";
import { type VersionRecord, versionInDataset } from "./loaders";
import { presentVersion } from "./present-version";
import { entriesAt, verdictsOf } from "./rows-at";
import { versionOfNow } from "./version-of-now";

export const restoreDatasetVersion: Verb<typeof contracts.restoreDatasetVersion> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, input.dataset_id);
    const { version } = await versionInDataset(db, dataset, input.version_id);
    const saved = (await differsFrom(db, dataset, version))
      ? await versionOfNow(db, caller, dataset, {
          name: `Before version ${version.number} was restored`,
          description: "Saved when an earlier version was restored.",
        })
      : null;
    await restoreColumns(db, dataset, version);
    const counts = await restoreRows(db, dataset, version);
    await touch(db, dataset);
    return {
      rows: version.rowCount,
      ...counts,
      saved_as: saved?.isNew ? presentVersion(await versionInDataset(db, dataset, saved.version.id)) : null,
    };
  });

/**
 * Brings back the version's columns that were deleted since, and the names and types of the others. Throws a 409 if
 * another column has such a name now.
 */
async function restoreColumns(db: Database, dataset: DatasetRecord, version: VersionRecord): Promise<void> {
  const columns = await columnsInDataset(db, dataset);
  const live = new Map(columns.map((column) => [column.id, column]));
  const outdated = version.columns.filter(({ id, name, dataType }) => {
    const column = live.get(id);
    return column?.name !== name || column.dataType !== dataType;
  });
  if (outdated.length === 0) return;
  const ofVersion = new Set(version.columns.map(({ id }) => id));
  const names = new Set(columns.flatMap(({ id, name }) => (ofVersion.has(id) ? [] : name.toLowerCase())));
  const clash = outdated.find(({ name }) => names.has(name.toLowerCase()));
  if (clash)
    throw conflict(
      `The version has another column "${clash.name}". Rename or delete the column that has this name now first.`,
    );
  if (names.size + version.columns.length > MAX_COLUMNS)
    throw conflict(`A dataset has at most ${MAX_COLUMNS} columns. Delete some first.`);
  const among = and(
    eq(datasetColumns.datasetId, dataset.id),
    inArray(
      datasetColumns.id,
      outdated.map(({ id }) => id),
    ),
  );
  // Names may have been exchanged, so all are free first.
  await db
    .update(datasetColumns)
    .set({ name: sql`${datasetColumns.id}::text` })
    .where(among);
  for (const { id, name, dataType } of outdated)
    await db
      .update(datasetColumns)
      .set({ name, dataType, deletedAt: null })
      .where(and(among, eq(datasetColumns.id, id)));
}

/** Verdicts stay where their rows do. */
async function restoreRows(
  db: Database,
  { id, organizationId }: DatasetRecord,
  { number }: VersionRecord,
): Promise<{ changed: number; removed: number }> {
  const [counts] = await db.execute<{ changed: number; removed: number }>(sql`
    with version as materialized (select * from ${entriesAt(id, sql`${number}`)} as entry),
    gone as (
      update dataset_rows as row set deleted_at = now() where row.dataset_id = ${id}::uuid and row.deleted_at is null
        and not exists (select from version where version.row_id = row.id)
      returning row.id
    ),
    changed as (
      insert into dataset_rows as row (id, dataset_id, organization_id, "order", cells, metadata)
      select row_id, ${id}::uuid, ${organizationId}::uuid, "order", cells, metadata from version
      on conflict (id) do update set deleted_at = null, "order" = excluded."order", metadata = excluded.metadata,
        cells = excluded.cells || ${verdictsOf(id, sql`row.cells`)}, updated_at = now()
      where row.dataset_id = excluded.dataset_id and (
        row.deleted_at is not null or row."order" <> excluded."order" or row.metadata <> excluded.metadata
        or row.cells <> excluded.cells || ${verdictsOf(id, sql`row.cells`)})
      returning row.id
    )
    select (select count(*)::int from changed) as changed, (select count(*)::int from gone) as removed`);
  return counts ?? { changed: 0, removed: 0 };
}
