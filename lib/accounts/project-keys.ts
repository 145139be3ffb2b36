// Projects to the gateway which API keys are valid. Called after the change has been committed.
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys, memberships } from "@/db/schema";
import { projectPlatformKey } from "@/lib/gateway-admin/projection";
import { isMembership } from "./memberships";

/**
 * Reads the key again after projecting it, and projects it again if it has changed: of two concurrent changes, the
 * later one leaves the gateway with the current state.
 */
export async function projectKey(db: Database, keyId: string): Promise<void> {
  for (let projected: string | undefined; ; ) {
    const [found] = await db
      .select({ key: apiKeys, role: memberships.role })
      .from(apiKeys)
      .leftJoin(memberships, isMembership(apiKeys))
      .where(eq(apiKeys.id, keyId));
    if (!found) return;
    const { key, role } = found;
    const { id, organizationId, scopes, expiresAt } = key;
    const isUsable = role !== null && key.deletedAt === null && key.disabledAt === null;
    const usable = isUsable ? { id, organizationId, scopes, expiresAt, role } : null;
    const current = JSON.stringify(usable);
    if (current === projected) return;
    await projectPlatformKey(key.keyHash, usable);
    projected = current;
  }
}

/** The same for several keys. */
export async function projectKeys(db: Database, keyIds: readonly string[]): Promise<void> {
  for (const keyId of keyIds) await projectKey(db, keyId);
}

/** The same for all keys that a user ever had in an organization, or only for those that are not deleted. */
export async function projectKeysOf(
  db: Database,
  organizationId: string,
  userId: string,
  which: "all" | "not deleted" = "all",
): Promise<void> {
  const keys = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.organizationId, organizationId),
        eq(apiKeys.userId, userId),
        which === "not deleted" ? isNull(apiKeys.deletedAt) : undefined,
      ),
    );
  await projectKeys(
    db,
    keys.map(({ id }) => id),
  );
}
