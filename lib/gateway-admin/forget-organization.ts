// Removes what Redis has of an organization: its keys, settings, prompts, cached answers and stored responses.
import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys, gatewayKeys } from "@/db/schema";
import { cacheSlots } from "@/lib/gateway/cache/store";
import { KEYS, SETTINGS, VERSION } from "@/lib/gateway/limits/projected";
import { promptsOf } from "@/lib/gateway/prompts/projected";
import { responsesOf } from "@/lib/gateway/stored-responses/store";
import { writeProjection } from "./write-projection";

const BATCH = 500;

/**
 * `deletedKeys`: hashes of keys whose rows are gone. Safe to repeat. Counters of budgets and rate limits stay until their period ends: they are numbers, under ids and the
 * names of an application's users.
 */
export async function forgetOrganization(
  db: Database,
  organizationId: string,
  deletedKeys: readonly string[] = [],
): Promise<void> {
  const platform = await db
    .select({ hash: apiKeys.keyHash })
    .from(apiKeys)
    .where(eq(apiKeys.organizationId, organizationId));
  const gateway = await db
    .select({ hash: gatewayKeys.keyHash, former: gatewayKeys.formerKeyHashes })
    .from(gatewayKeys)
    .where(eq(gatewayKeys.organizationId, organizationId));
  const hashes = [...platform.map(({ hash }) => hash), ...gateway.flatMap(({ hash, former }) => [hash, ...former])];
  await forgetKeys([...deletedKeys, ...hashes]);
  const names = [
    promptsOf(organizationId),
    responsesOf(`organization:${organizationId}`),
    ...cacheSlots(organizationId),
  ];
  await writeProjection(async (redis) => {
    await redis.hdel(SETTINGS, organizationId);
    // Each client may expire a key, but delete none.
    for (let start = 0; start < names.length; start += BATCH)
      await Promise.all(names.slice(start, start + BATCH).map((name) => redis.pexpire(name, 1)));
  });
}

/** Ends keys at the gateway, by their hashes. Call it with the projection's lock, before the commit that deletes their rows. */
export async function forgetKeys(hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await writeProjection(async (redis) => {
    for (let start = 0; start < hashes.length; start += BATCH)
      await redis.hdel(KEYS, ...hashes.slice(start, start + BATCH));
    await redis.hset(KEYS, { [VERSION]: crypto.randomUUID() });
  });
}
