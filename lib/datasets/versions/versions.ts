import { eq, sql } from "drizzle-orm";
import { datasetVersions, evalRuns, promptGates } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/datasets/versions";
import { conflict } from "@/lib/errors";
import { assertPage, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { datasetInOrganization, lockDatasetInOrganization } from "../loaders";
import { countVersions, versionInDataset, versionsOfDataset } from "./loaders";
import { presentVersion } from "./present-version";
import { entriesAt } from "./rows-at";
import { storeVersion } from "./store-version";

export const createDatasetVersion: Verb<typeof contracts.createDatasetVersion> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, input.dataset_id);
    const { id } = await storeVersion(db, caller, dataset, input);
    return presentVersion(await versionInDataset(db, dataset, id));
  });

export const listDatasetVersions: Verb<typeof contracts.listDatasetVersions> = async ({ db, caller }, input) => {
  const dataset = await datasetInOrganization(db, caller.organizationId, input.dataset_id);
  const { page, limit, offset } = pageRange(input);
  const [count, found] = await Promise.all([
    countVersions(db, dataset),
    versionsOfDataset(db, dataset, { limit, offset }),
  ]);
  assertPage(page, limit, count);
  return { count, page, limit, results: found.map(presentVersion) };
};

export const listDatasetVersionRows: Verb<typeof contracts.listDatasetVersionRows> = async ({ db, caller }, input) => {
  const dataset = await datasetInOrganization(db, caller.organizationId, input.dataset_id);
  const { version } = await versionInDataset(db, dataset, input.version_id);
  const { page, limit, offset } = pageRange(input);
  assertPage(page, limit, version.rowCount);
  const results = await db.execute<{ row_id: string; order: number; cells: Record<string, string> }>(sql`
    select row_id, "order", cells from ${entriesAt(dataset.id, sql`${version.number}`)} as entry
    order by "order", row_id limit ${limit} offset ${offset}`);
  // Rows keep the cells of columns that were deleted before the version.
  const ids = new Set(version.columns.map(({ id }) => id));
  const own = (cells: Record<string, string>) =>
    Object.fromEntries(Object.entries(cells).filter(([id]) => ids.has(id)));
  return {
    count: version.rowCount,
    page,
    limit,
    results: results.map((row) => ({ ...row, cells: own(row.cells) })),
  };
};

export const deleteDatasetVersion: Verb<typeof contracts.deleteDatasetVersion> = (context, input) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, input.dataset_id);
    const { version } = await versionInDataset(db, dataset, input.version_id);
    const runs = await db.$count(evalRuns, eq(evalRuns.datasetVersionId, version.id));
    if (runs > 0) throw conflict(`Runs use this version (${runs}), so it cannot be deleted.`);
    const gates = await db.$count(promptGates, eq(promptGates.datasetVersionId, version.id));
    if (gates > 0) throw conflict(`Gates of prompts use this version (${gates}), so it cannot be deleted.`);
    await db.update(datasetVersions).set({ deletedAt: now() }).where(eq(datasetVersions.id, version.id));
    await db.execute(sql`
      delete from dataset_version_rows as entry where entry.dataset_id = ${dataset.id}::uuid
        and entry.since <= ${version.number} and (entry.until is null or entry.until > ${version.number})
        and not exists (
          select from dataset_versions as version
          where version.dataset_id = entry.dataset_id and version.deleted_at is null
            and version.number >= entry.since and (entry.until is null or version.number < entry.until))`);
    return { deleted: true as const };
  });
