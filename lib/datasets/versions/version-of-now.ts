import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetVersions } from "@/db/schema";
import { cut } from "@/lib/bounds/excerpt";
import type { Caller } from "@/lib/context";
import type { DatasetRecord } from "../loaders";
import { differsFrom } from "./compare";
import { newestVersion, type VersionRecord } from "./loaders";
import { storeVersion } from "./store-version";

interface Words {
  /** The beginning of the name that a new version gets; a number follows. */
  name: string;
  description: string;
  /** Whether the number is left out if no other version has the name. */
  prefersBareName?: boolean;
}

/**
 * The version that has the rows and columns as they are: the newest, or a new one. Must run in a transaction that has locked the
 * dataset.
 */
export async function versionOfNow(
  db: Database,
  caller: Caller,
  dataset: DatasetRecord,
  { name, description, prefersBareName = false }: Words,
): Promise<{ version: VersionRecord; isNew: boolean }> {
  const newest = await newestVersion(db, dataset);
  if (newest && !(await differsFrom(db, dataset, newest))) return { version: newest, isNew: false };
  const first = prefersBareName ? [name] : [];
  const free = await freeName(db, dataset, name, first, (newest?.number ?? 0) + 1);
  return { version: await storeVersion(db, caller, dataset, { name: free, description }), isNew: true };
}

/** The first of the names, or of the name with a number from `from` on, that no version of the dataset has. */
async function freeName(
  db: Database,
  dataset: DatasetRecord,
  name: string,
  first: readonly string[],
  from: number,
): Promise<string> {
  const versions = await db
    .select({ name: datasetVersions.name })
    .from(datasetVersions)
    .where(eq(datasetVersions.datasetId, dataset.id));
  const taken = new Set(versions.map((version) => version.name.toLowerCase()));
  const free = first.find((one) => !taken.has(one.toLowerCase()));
  if (free !== undefined) return free;
  const numbered = (number: number) => `${cut(name, 240)} (${number})`;
  let number = from;
  while (taken.has(numbered(number).toLowerCase())) number += 1;
  return numbered(number);
}
