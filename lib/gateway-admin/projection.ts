// Brings what the gateway reads from Postgres, which is the truth, to Redis. A change is written to Redis inside the
// transaction that makes it and before its commit: when Redis refuses, nothing has changed, and when the call returns, the
// next request sees it. A rebuild excludes changes while it reads and writes, so that it never brings back an old state.

import type { Redis } from "@upstash/redis";
import { and, eq, isNull, sql } from "drizzle-orm";
import { advisoryLocks } from "@/db/advisory-locks";
import { connection, type Database } from "@/db/client";
import { apiKeys, gatewayKeys, gatewaySettings, memberships } from "@/db/schema";
import { transaction } from "@/db/transaction";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { GLOBAL, KEYS, MARKER, SETTINGS, VERSION } from "@/lib/gateway/limits/projected";
import { readBudget } from "@/lib/gateway/money/budget";
import type { GatewayKey } from "@/lib/gateway/settings";
import { bringMoney } from "./money/ledger";
import { rebuildPrompts } from "./prompts/projection";
import { readServed, type Served } from "./served";
import { projectedGlobal, projectedOrganization } from "./settings/levels";
import type { Config } from "./settings/section";
import { writeProjection } from "./write-projection";

const BATCH = 500;

export type GatewayKeyRow = typeof gatewayKeys.$inferSelect;

/** Runs a change of projected data: `work` writes to Postgres, then projects. */
export const changeProjected = <T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> =>
  transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock_shared(${advisoryLocks.projection})`);
    return work(tx);
  });

const projectedKey = (row: GatewayKeyRow, served: Served): GatewayKey => ({
  id: row.id,
  kind: "gateway",
  name: row.name,
  organizationId: row.organizationId,
  isServed: served(row.organizationId),
  allowedModels: row.allowedModels,
  allowedProviders: row.allowedProviders,
  allowedIps: row.allowedIps,
  allowPolicyOverride: row.metadata.allow_policy_override === "true",
  rateLimitRpm: row.rateLimitRpm,
  rateLimitTpm: row.rateLimitTpm,
  budget: row.budget && readBudget(row.budget),
  isManaged: row.keyType === "managed",
  owner: row.owner,
  expiresAt: row.expiresAt?.getTime() ?? null,
  tracing: row.tracing,
  ...(row.metadata.refuse_unpriced === "true" ? { refusesUnpriced: true } : {}),
  ...(row.pausedAt ? { isPaused: true } : {}),
});

/** The projected value under each hash of a key; null for none. A rotated key has two hashes for a while. */
function hashesOf(row: GatewayKeyRow, served: Served): Map<string, GatewayKey | null> {
  const key = row.revokedAt ? null : projectedKey(row, served);
  const graceEndsAt = row.graceEndsAt?.getTime() ?? null;
  const ofGrace = key &&
    graceEndsAt !== null && { ...key, expiresAt: Math.min(key.expiresAt ?? graceEndsAt, graceEndsAt) };
  const former = row.formerKeyHashes.map((hash, index, all): [string, GatewayKey | null] => [
    hash,
    index === all.length - 1 ? ofGrace || null : null,
  ]);
  return new Map([...former, [row.keyHash, key]]);
}

type PlatformKey = Pick<typeof apiKeys.$inferSelect, "id" | "organizationId" | "scopes" | "expiresAt"> & {
  /** Of the key's person now. */
  role: OrganizationRole;
};

const projectedPlatformKey = (
  { id, organizationId, scopes, expiresAt, role }: PlatformKey,
  served: Served,
): GatewayKey => ({
  id,
  kind: "platform",
  // A call costs the organization money, which a Viewer may not spend.
  scopes: role === "Viewer" ? scopes.filter((scope) => scope !== "gateway") : scopes,
  organizationId,
  isServed: served(organizationId),
  allowedModels: [],
  rateLimitRpm: null,
  expiresAt: expiresAt?.getTime() ?? null,
});

const put = (keys: ReadonlyMap<string, GatewayKey | null>): Promise<void> =>
  writeProjection((redis) => {
    const change = redis.multi();
    for (const [keyHash, key] of keys) {
      if (key) change.hset(KEYS, { [keyHash]: JSON.stringify(key) });
      else change.hdel(KEYS, keyHash);
    }
    return change.hset(KEYS, { [VERSION]: crypto.randomUUID() }).exec();
  });

/** Call inside `changeProjected`, with its transaction, after the row was written. */
export const projectGatewayKey = async (tx: Database, row: GatewayKeyRow): Promise<void> =>
  put(hashesOf(row, await readServed(tx)));

/** Call after the commit that made, changed or ended a platform's API key; null when it may no longer be used. */
export const projectPlatformKey = (keyHash: string, key: PlatformKey | null): Promise<void> =>
  changeProjected(connection().db, async (tx) => {
    const served = await readServed(tx);
    await put(new Map([[keyHash, key && projectedPlatformKey(key, served)]]));
  });

/** Call inside `changeProjected`, after the configuration was written. */
export const projectOrganization = (organizationId: string, config: Config): Promise<void> =>
  writeProjection((redis) =>
    redis
      .multi()
      .hset(SETTINGS, { [organizationId]: JSON.stringify(projectedOrganization(config)) })
      .hset(KEYS, { [VERSION]: crypto.randomUUID() })
      .exec(),
  );

/**
 * Writes the whole projection again: every live key, the active settings and all prompts. Gateways see the old one until it is complete. The
 * spend is synced before, so that a complete projection implies correct money.
 */
export async function rebuildProjection(): Promise<void> {
  await bringMoney();
  await transaction(connection().db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.projection})`);
    const keys = await liveKeys(tx, await readServed(tx));
    const settings = await activeSettings(tx);
    await rebuildPrompts(tx);
    await writeProjection((redis) => replaceAll(redis, keys, settings));
  });
}

async function liveKeys(tx: Database, served: Served): Promise<[keyHash: string, json: string][]> {
  const platform = await tx
    .select({
      id: apiKeys.id,
      organizationId: apiKeys.organizationId,
      scopes: apiKeys.scopes,
      expiresAt: apiKeys.expiresAt,
      keyHash: apiKeys.keyHash,
      role: memberships.role,
    })
    .from(apiKeys)
    .innerJoin(
      memberships,
      and(eq(memberships.organizationId, apiKeys.organizationId), eq(memberships.userId, apiKeys.userId)),
    )
    .where(and(isNull(apiKeys.deletedAt), isNull(apiKeys.disabledAt)));
  const gateway = await tx.select().from(gatewayKeys).where(isNull(gatewayKeys.revokedAt));
  return [
    ...platform.map((row): [string, string] => [row.keyHash, JSON.stringify(projectedPlatformKey(row, served))]),
    ...gateway.flatMap((row) =>
      [...hashesOf(row, served)].flatMap(([hash, key]): [string, string][] =>
        key ? [[hash, JSON.stringify(key)]] : [],
      ),
    ),
  ];
}

async function activeSettings(tx: Database): Promise<Record<string, string>> {
  const rows = await tx.select().from(gatewaySettings).where(eq(gatewaySettings.active, true));
  const organizations = rows.flatMap(({ organizationId, config }) =>
    organizationId ? [[organizationId, JSON.stringify(projectedOrganization(config))]] : [],
  );
  const global = rows.find(({ organizationId }) => organizationId === null)?.config ?? {};
  return { ...Object.fromEntries(organizations), [GLOBAL]: JSON.stringify(projectedGlobal(global)) };
}

async function replaceAll(redis: Redis, keys: [string, string][], settings: Record<string, string>): Promise<void> {
  const next = `:next:${crypto.randomUUID()}`;
  for (let start = 0; start < keys.length; start += BATCH) {
    await redis.hset(KEYS + next, Object.fromEntries(keys.slice(start, start + BATCH)));
  }
  await redis
    .multi()
    .hset(KEYS + next, { [MARKER]: new Date().toISOString(), [VERSION]: crypto.randomUUID() })
    .hset(SETTINGS + next, settings)
    .rename(KEYS + next, KEYS)
    .rename(SETTINGS + next, SETTINGS)
    .exec();
}
