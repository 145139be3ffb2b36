// Brings the self-hosted configuration file into force: stored in Postgres, then projected. A key that the administration has
// changed belongs to the administration from then on; of an organization's configuration the last change counts.

import { and, arrayOverlaps, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { advisoryLocks } from "@/db/advisory-locks";
import { connection, type Database } from "@/db/client";
import { gatewayKeys, organizations } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { sha256 } from "@/lib/auth/hash";
import { formsOf } from "@/lib/bounds/normal-form";
import { isUuid } from "@/lib/bounds/uuid";
import { toMicros } from "@/lib/gateway/money/amount";
import { StartupError } from "@/lib/startup-error";
import { storeFileConfigs } from "./configs/from-file";
import { hintOf } from "./keys";
import { pay } from "./money/pay";
import { rebuildProjection } from "./projection";
import { readConfigFile } from "./read-config";
import { firstOrganization, readServed } from "./served";
import { type ConfigFile, type ConfiguredKey, unusedSections } from "./settings/file";

/**
 * Returns what the operator should know: what of the file is stored without being enforced, or is not used. Throws a
 * StartupError for a file that cannot be applied; nothing has changed then.
 */
export async function applyConfigFile(path: string): Promise<string[]> {
  const file = await readConfigFile(path);
  const notices = await transaction(connection().db, async (tx) => {
    // Processes that start together take turns.
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.configFile})`);
    const find = organizationFinder(tx, path);
    const configNotices = await storeFileConfigs(tx, file, find);
    const ofKeys = await storeKeys(tx, file.auth.keys, find, path);
    return [...configNotices, ...ofKeys, ...(await servedNotices(tx, file))];
  });
  await rebuildProjection();
  return [...notices, ...noticesOf(file)];
}

type Finder = (text: string, field: string) => Promise<string>;

/** Finds an organization by its id or its name. */
function organizationFinder(tx: Database, path: string): Finder {
  return async (text, field) => {
    const found = await tx
      .select({ id: organizations.id })
      .from(organizations)
      .where(isUuid(text) ? eq(organizations.id, text) : inArray(organizations.name, formsOf(text)))
      .limit(2);
    const [only, another] = found;
    if (only && !another) return only.id;
    const reason = only
      ? `more than one organization has the name ${text}; give its id.`
      : `there is no organization with the id or name ${text}.`;
    throw new StartupError(`The configuration file ${path} is not valid: ${field}: ${reason}`);
  };
}

/** Keys of earlier files that this one does not name are revoked. */
async function storeKeys(tx: Database, keys: ConfiguredKey[], find: Finder, path: string): Promise<string[]> {
  const hashes = keys.map(({ key }) => sha256(key));
  const twice = hashes.findIndex((hash, index) => hashes.indexOf(hash) !== index);
  if (twice >= 0) {
    throw new StartupError(
      `The configuration file ${path} is not valid: auth.keys[${twice}].key: another entry has the same key.`,
    );
  }
  const isNamed = hashes.length > 0 ? arrayOverlaps(gatewayKeys.formerKeyHashes, hashes) : undefined;
  const known = await tx
    .select()
    .from(gatewayKeys)
    .where(or(inArray(gatewayKeys.keyHash, hashes), isNamed));
  const notices: string[] = [];
  for (const [index, key] of keys.entries()) {
    const hash = hashes[index] ?? "";
    const row = known.find(({ keyHash, formerKeyHashes }) => keyHash === hash || formerKeyHashes.includes(hash));
    if (row?.origin === "api") {
      const state = row.revokedAt ? "was revoked" : "is managed";
      notices.push(`The key "${key.name}" ${state} through the API; the file does not change it.`);
      continue;
    }
    const columns = await columnsOf(key, index, find);
    if (row)
      await tx
        .update(gatewayKeys)
        .set({ ...columns, revokedAt: null })
        .where(eq(gatewayKeys.id, row.id));
    else await insertKey(tx, columns, key);
  }
  const dropped = await tx
    .select({ id: gatewayKeys.id, keyHash: gatewayKeys.keyHash })
    .from(gatewayKeys)
    .where(and(isOfFile, isNull(gatewayKeys.revokedAt)));
  const ids = dropped.filter(({ keyHash }) => !hashes.includes(keyHash)).map(({ id }) => id);
  if (ids.length > 0) await tx.update(gatewayKeys).set({ revokedAt: new Date() }).where(inArray(gatewayKeys.id, ids));
  return notices;
}

async function columnsOf(key: ConfiguredKey, index: number, find: Finder) {
  const organization = key.organization ?? key.metadata.org_id;
  return {
    name: key.name,
    owner: key.owner ?? null,
    keyType: key.key_type,
    rateLimitRpm: key.rate_limit_rpm ?? null,
    rateLimitTpm: key.rate_limit_tpm ?? null,
    budget: key.budget ?? null,
    allowedModels: key.allowed_models ?? key.models ?? [],
    allowedProviders: key.allowed_providers ?? key.providers ?? [],
    allowedIps: key.allowed_ips ?? [],
    organizationId: organization ? await find(organization, `auth.keys[${index}].organization`) : null,
    metadata: key.metadata,
    tracing: key.tracing ?? null,
    expiresAt: key.expires_at ? new Date(key.expires_at) : null,
  };
}

/** Only a new key takes its balance from the file: the file cannot reset a balance that has been spent from. */
async function insertKey(tx: Database, columns: Awaited<ReturnType<typeof columnsOf>>, configured: ConfiguredKey) {
  const { key, key_type, credit_balance } = configured;
  const [created] = await tx
    .insert(gatewayKeys)
    .values({ ...columns, keyHash: sha256(key), keyHint: hintOf(key), origin: "config" })
    .returning();
  if (!created || key_type !== "managed") return;
  await pay(tx, created, { micros: toMicros(credit_balance ?? 0), idempotencyKey: null });
}

/** Which organizations the file's providers serve if the file does not say, and which of its keys they do not serve. */
async function servedNotices(tx: Database, file: ConfigFile): Promise<string[]> {
  if (Object.keys(file.providers ?? {}).length === 0) return [];
  const notices: string[] = [];
  if (file.provider_organizations === undefined) {
    const name = (await firstOrganization(tx))?.name;
    const first = name === undefined ? "the first organization that is created" : `the first organization, "${name}"`;
    notices.push(`The configuration file's providers serve ${first}. Name others in provider_organizations.`);
  }
  const served = await readServed(tx);
  const keys = await tx
    .select()
    .from(gatewayKeys)
    .where(and(isOfFile, isNull(gatewayKeys.revokedAt)));
  for (const { name, organizationId } of keys) {
    if (served(organizationId)) continue;
    notices.push(
      `The configuration file's providers do not serve the organization of the key "${name}". ` +
        "Name it in provider_organizations.",
    );
  }
  return notices;
}

const isOfFile = eq(gatewayKeys.origin, "config");

function noticesOf(file: ConfigFile): string[] {
  const unused = unusedSections(file);
  return unused.length > 0 ? [`The configuration file's sections ${unused.join(", ")} are not used.`] : [];
}
