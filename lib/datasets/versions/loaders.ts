// The only ways to load a dataset's versions: each names the organization that the dataset must belong to.
import { and, desc, eq, isNull, type SQL } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetVersions, users } from "@/db/schema";
import { notFound } from "@/lib/errors";
import type { DatasetRecord } from "../loaders";

export type VersionRecord = typeof datasetVersions.$inferSelect;
export interface NamedVersion {
  version: VersionRecord;
  maker: string | null;
}

const live = (dataset: DatasetRecord): SQL | undefined =>
  and(eq(datasetVersions.datasetId, dataset.id), isNull(datasetVersions.deletedAt));

export const versionsOfDataset = (db: Database, dataset: DatasetRecord, page: { limit: number; offset: number }) =>
  db
    .select({ version: datasetVersions, maker: users.name })
    .from(datasetVersions)
    .leftJoin(users, eq(users.id, datasetVersions.createdBy))
    .where(live(dataset))
    .orderBy(desc(datasetVersions.number))
    .limit(page.limit)
    .offset(page.offset);

export const countVersions = (db: Database, dataset: DatasetRecord): Promise<number> =>
  db.$count(datasetVersions, live(dataset));

export async function versionInDataset(db: Database, dataset: DatasetRecord, id: string): Promise<NamedVersion> {
  const [found] = await db
    .select({ version: datasetVersions, maker: users.name })
    .from(datasetVersions)
    .leftJoin(users, eq(users.id, datasetVersions.createdBy))
    .where(and(live(dataset), eq(datasetVersions.id, id)));
  if (!found) throw notFound("Dataset version not found.");
  return found;
}

export async function newestVersion(db: Database, dataset: DatasetRecord): Promise<VersionRecord | null> {
  const [newest] = await versionsOfDataset(db, dataset, { limit: 1, offset: 0 });
  return newest?.version ?? null;
}
