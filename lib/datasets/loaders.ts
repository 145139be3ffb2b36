// The only ways to load a dataset: each names the organization that it must belong to.
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetColumns, datasetRows, datasets } from "@/db/schema";
import { notFound } from "@/lib/errors";
import { inOrganization } from "@/lib/owned-rows";

export type DatasetRecord = typeof datasets.$inferSelect;
export type ColumnRecord = typeof datasetColumns.$inferSelect;
export type RowRecord = typeof datasetRows.$inferSelect;

const liveDataset = (organizationId: string, id: string) =>
  and(eq(datasets.id, id), inOrganization(datasets, organizationId));

export async function datasetInOrganization(db: Database, organizationId: string, id: string): Promise<DatasetRecord> {
  const [row] = await db.select().from(datasets).where(liveDataset(organizationId, id));
  if (!row) throw notFound("Dataset not found.");
  return row;
}

/** The dataset, locked until the transaction ends: everything that adds or deletes rows or columns takes turns. */
export async function lockDatasetInOrganization(
  db: Database,
  organizationId: string,
  id: string,
): Promise<DatasetRecord> {
  const [row] = await db.select().from(datasets).where(liveDataset(organizationId, id)).for("update");
  if (!row) throw notFound("Dataset not found.");
  return row;
}

export const columnsInDataset = (db: Database, dataset: DatasetRecord): Promise<ColumnRecord[]> =>
  db
    .select()
    .from(datasetColumns)
    .where(and(eq(datasetColumns.datasetId, dataset.id), isNull(datasetColumns.deletedAt)))
    .orderBy(asc(datasetColumns.order), asc(datasetColumns.id));

/** Whether an evaluation writes the column's cells. */
export const isOfEvaluation = ({ origin }: Pick<ColumnRecord, "origin">): boolean =>
  origin === "evaluation" || origin === "evaluation_reason";

export const liveRows = (dataset: DatasetRecord) =>
  and(eq(datasetRows.datasetId, dataset.id), isNull(datasetRows.deletedAt));

/** Marks the dataset as changed now. */
export async function touch(db: Database, dataset: DatasetRecord): Promise<void> {
  await db.update(datasets).set({ updatedAt: sql`now()` }).where(eq(datasets.id, dataset.id));
}
