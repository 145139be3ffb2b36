import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema";
import { storedPair } from "@/lib/accounts/keys";
import { recordProvisioned } from "@/lib/audit/record";
import type { Owner } from "./initial-owner";

/** Names the key in lists, and tells the next start which key to replace. */
const KEY_NAME = "ASSAY_INIT_API_KEY";

/** Gives the owner a key with exactly these values and revokes the one that an earlier start gave. */
export async function applyInitialKey(
  db: Database,
  { userId, organizationId, workspaceId }: Owner,
  pair: { key: string; secret: string },
): Promise<void> {
  const stored = storedPair(pair);
  const revoked = await db
    .update(apiKeys)
    .set({ deletedAt: new Date() })
    .where(
      and(
        eq(apiKeys.organizationId, organizationId),
        eq(apiKeys.name, KEY_NAME),
        ne(apiKeys.keyHash, stored.keyHash),
        isNull(apiKeys.deletedAt),
      ),
    )
    .returning({ id: apiKeys.id });
  // A key that was disabled or revoked in the application stays so: the environment may still contain a leaked key.
  const [row] = await db
    .insert(apiKeys)
    .values({ userId, organizationId, workspaceId, name: KEY_NAME, ...stored })
    .onConflictDoUpdate({ target: apiKeys.keyHash, set: { userId, organizationId, workspaceId, ...stored } })
    .returning({ id: apiKeys.id, deletedAt: apiKeys.deletedAt, isNew: sql<boolean>`xmax = 0` });
  const named = (id: string) => ({ organizationId, targetId: id, targetName: KEY_NAME });
  await recordProvisioned(db, [
    ...revoked.map(({ id }) => ({ action: "deleteKey" as const, ...named(id) })),
    ...(row?.isNew ? [{ action: "createKey" as const, ...named(row.id) }] : []),
  ]);
  if (row?.deletedAt) {
    process.stderr.write("ASSAY_INIT_API_KEY was revoked in the application and stays revoked. Set another value.\n");
  }
}
