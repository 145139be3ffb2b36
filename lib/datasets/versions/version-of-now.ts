import type { Database } from "@/db/client";
import type { Caller } from "@/lib/context";
import type { DatasetRecord } from "../loaders";
import { hasChangedSince } from "./compare";
import { newestVersion, type VersionRecord } from "./loaders";
import { storeVersion } from "./store-version";

interface Words {
  /** The beginning of the name that a new version gets. */
  name: string;
  description: string;
}

/**
 * The version that has the rows as they are: the newest, or a new one. Must run in a transaction that has locked the
 * dataset.
 */
export async function versionOfNow(
  db: Database,
  caller: Caller,
  dataset: DatasetRecord,
  { name, description }: Words,
): Promise<{ version: VersionRecord; isNew: boolean }> {
  const newest = await newestVersion(db, dataset);
  if (newest && !(await hasChangedSince(db, dataset, newest))) return { version: newest, isNew: false };
  // The number makes the name one that no other version has.
  const unique = `${name.slice(0, 240)} (${(newest?.number ?? 0) + 1})`;
  return { version: await storeVersion(db, caller, dataset, { name: unique, description }), isNew: true };
}
