// Tells the gateway which API keys may be used. Called after the commit of what changed them.
import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema";
import { projectPlatformKey } from "@/lib/gateway-admin/projection";

/**
 * Reads the key after telling of it, and tells again when it has changed meanwhile: of two changes at once, whoever comes
 * last leaves the gateway with the state that stands.
 */
export async function projectKey(db: Database, keyId: string): Promise<void> {
  for (let told: boolean | undefined; ; ) {
    const [key] = await db.select().from(apiKeys).where(eq(apiKeys.id, keyId));
    if (!key) return;
    const isUsable = key.deletedAt === null && key.disabledAt === null;
    if (isUsable === told) return;
    await projectPlatformKey(key.keyHash, isUsable ? { id: key.id, organizationId: key.organizationId } : null);
    told = isUsable;
  }
}

/** The same for every key that a user has had in an organization. */
export async function projectKeysOf(db: Database, organizationId: string, userId: string): Promise<void> {
  const keys = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.userId, userId)));
  for (const key of keys) await projectKey(db, key.id);
}
