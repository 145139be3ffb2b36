import { and, eq, inArray } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import { apiKeys, gatewayKeys } from "@/db/schema";

/** The names of keys, by id: of the gateway's, and of the platform's, which work at it as well. */
export async function keyNames(db: Database, keyIds: readonly string[]): Promise<Map<string, string>> {
  const ids = [...new Set(keyIds)];
  if (ids.length === 0) return new Map();
  const named = await unionAll(
    db.select({ id: gatewayKeys.id, name: gatewayKeys.name }).from(gatewayKeys).where(inArray(gatewayKeys.id, ids)),
    db.select({ id: apiKeys.id, name: apiKeys.name }).from(apiKeys).where(inArray(apiKeys.id, ids)),
  );
  return new Map(named.map(({ id, name }) => [id, name]));
}

export interface NamedKey {
  name: string;
  kind: "gateway" | "platform";
  isRevoked: boolean;
}

/** A key of the organization, of either kind; null after it was deleted. */
export async function namedKey(db: Database, organizationId: string, id: string): Promise<NamedKey | null> {
  const [own] = await db
    .select({ name: gatewayKeys.name, revokedAt: gatewayKeys.revokedAt })
    .from(gatewayKeys)
    .where(and(eq(gatewayKeys.id, id), eq(gatewayKeys.organizationId, organizationId)));
  if (own) return { name: own.name, kind: "gateway", isRevoked: own.revokedAt !== null };
  const [other] = await db
    .select({ name: apiKeys.name, deletedAt: apiKeys.deletedAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.organizationId, organizationId)));
  return other ? { name: other.name, kind: "platform", isRevoked: other.deletedAt !== null } : null;
}
