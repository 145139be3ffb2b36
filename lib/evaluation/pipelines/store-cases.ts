// Writes the cases of a pipeline into the dataset of its project.
import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasets, evalPipelines } from "@/db/schema";
import { cut } from "@/lib/bounds/excerpt";
import type { Caller } from "@/lib/context";
import { addOwnColumns } from "@/lib/datasets/columns";
import { insertDataset } from "@/lib/datasets/datasets";
import type { Cells } from "@/lib/datasets/insert-rows";
import {
  type ColumnRecord,
  columnsInDataset,
  type DatasetRecord,
  lockDatasetInOrganization,
} from "@/lib/datasets/loaders";
import { inOrganization } from "@/lib/owned-rows";
import type { ProjectRow } from "./loaders";
import type { CaseTable } from "./rules/case-table";

/** The project's dataset, locked; a new one before the first version, and after it was deleted. */
export async function lockCaseDataset(db: Database, caller: Caller, project: ProjectRow): Promise<DatasetRecord> {
  const [known] = await db
    .select({ id: datasets.id })
    .from(evalPipelines)
    .innerJoin(datasets, eq(datasets.id, evalPipelines.datasetId))
    .where(
      and(
        eq(evalPipelines.organizationId, caller.organizationId),
        eq(evalPipelines.projectId, project.id),
        inOrganization(datasets, caller.organizationId),
      ),
    )
    .orderBy(desc(evalPipelines.createdAt))
    .limit(1);
  if (known) return lockDatasetInOrganization(db, caller.organizationId, known.id);
  const name = cut(`Pipeline ${project.name}`, 240);
  const [taken] = await db
    .select({ id: datasets.id })
    .from(datasets)
    .where(and(inOrganization(datasets, caller.organizationId), sql`lower(${datasets.name}) = ${name.toLowerCase()}`));
  // Nobody else sees a new row before the commit, so it needs no lock.
  return insertDataset(db, caller, taken ? `${name} (${project.id.slice(0, 8)})` : name, "project_name");
}

/** Makes the rows of the dataset those of the table. Returns each column of the table by its name. */
export async function storeCases(
  db: Database,
  dataset: DatasetRecord,
  table: CaseTable,
): Promise<Map<string, ColumnRecord>> {
  const known = new Map((await columnsInDataset(db, dataset)).map((column) => [column.name, column]));
  const missing = table.columns.filter(({ name }) => !known.has(name));
  for (const column of await addOwnColumns(db, dataset, missing, "eval_data")) known.set(column.name, column);
  const idOf = (name: string) => known.get(name)?.id ?? "";
  await replaceRows(
    db,
    dataset,
    table.rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, text]) => [idOf(name), text]))),
  );
  return known;
}

/** Row n gets the cells of entry n. So rows of two versions pair, and equal ones stay as they are. */
async function replaceRows(db: Database, dataset: DatasetRecord, rows: readonly Cells[]): Promise<void> {
  await db.execute(sql`
    with live as materialized (
      select id, row_number() over (order by "order", id) as place from dataset_rows
      where dataset_id = ${dataset.id}::uuid and deleted_at is null
    ),
    entry as materialized (
      select place, cells from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb)
        with ordinality as entry(cells, place)
    ),
    gone as (
      update dataset_rows set deleted_at = now()
      where id in (select live.id from live where live.place > ${rows.length})
    ),
    changed as (
      update dataset_rows as row set cells = entry.cells, "order" = entry.place - 1, updated_at = now()
      from live join entry using (place)
      where row.id = live.id and (row.cells <> entry.cells or row."order" <> entry.place - 1)
    )
    insert into dataset_rows (dataset_id, organization_id, "order", cells)
    select ${dataset.id}::uuid, ${dataset.organizationId}::uuid, entry.place - 1, entry.cells from entry
    where entry.place > (select count(*) from live)`);
}
