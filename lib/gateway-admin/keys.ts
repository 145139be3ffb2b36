// The gateway's keys, as its administration makes, changes and revokes them. Every change is in force when it returns.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewayKeys, organizations } from "@/db/schema";
import { randomSecret, sha256 } from "@/lib/auth/hash";
import type { Scope, Verb } from "@/lib/context";
import type * as keys from "@/lib/contracts/gateway/keys";
import { invalid, invalidField } from "@/lib/errors";
import { toMicros } from "@/lib/gateway/money/amount";
import { assertOperator } from "./access";
import { lockedKey } from "./find-keys";
import { columnsOf, type Metadata, type MetadataChanges, mergedMetadata, pausedSince } from "./key-columns";
import { ONLY_OPERATOR_PAYS } from "./money/credits";
import { bringMoney } from "./money/ledger";
import { pay } from "./money/pay";
import { presentKey } from "./present";
import { changeProjected, type GatewayKeyRow, projectGatewayKey } from "./projection";
import { recordKey } from "./record-key";

const HINT_CHARACTERS = 12;
/** Of an organization, revoked ones not counted. */
export const MOST_KEYS = 10_000;

/** The beginning of a key; of a short one half. */
export const hintOf = (key: string): string => `${key.slice(0, Math.min(HINT_CHARACTERS, Math.ceil(key.length / 2)))}…`;

export const createGatewayKey: Verb<typeof keys.createGatewayKey> = async (context, input) => {
  const { db, now, scope } = context;
  if (input.credit_balance) assertOperator(scope, ONLY_OPERATOR_PAYS, "credit_balance");
  assertMayOverride(scope, input.metadata);
  if (input.credit_balance !== undefined && input.key_type !== "managed") {
    throw invalidField("credit_balance", "Only managed keys have credits.");
  }
  const key = randomSecret("sk-assay-");
  const row = await changeProjected(db, async (tx) => {
    if (scope.organizationId !== null) assertRoom(await lockedKeyCount(tx, scope.organizationId));
    const [created] = await tx
      .insert(gatewayKeys)
      .values({
        organizationId: scope.organizationId,
        ...(await columnsOf(tx, scope, input, now())),
        metadata: input.metadata ?? {},
        name: input.name,
        keyType: input.key_type,
        keyHash: sha256(key),
        keyHint: hintOf(key),
      })
      .returning();
    await recordKey({ ...context, db: tx }, null, created);
    if (created?.keyType !== "managed") return projected(tx, created);
    await pay(tx, created, { micros: toMicros(input.credit_balance ?? 0), idempotencyKey: null });
    return projected(tx, await lockedKey(tx, scope, created.id));
  });
  if (row.keyType === "managed") await bringMoney(row.id);
  return { ...presentKey(row, now()), key };
};

/** Creations of keys for one organization wait for one another. */
async function lockedKeyCount(tx: Database, organizationId: string): Promise<number> {
  await tx.execute(sql`select from ${organizations} where ${organizations.id} = ${organizationId} for no key update`);
  const live = and(eq(gatewayKeys.organizationId, organizationId), isNull(gatewayKeys.revokedAt));
  return tx.$count(gatewayKeys, live);
}

/** The number of keys that an Owner or Admin creates is limited; the operator's is not. */
function assertRoom(keys: number): void {
  if (keys < MOST_KEYS) return;
  throw invalid(
    `An organization has at most ${MOST_KEYS.toLocaleString("en")} keys that are not revoked. Revoke some.`,
  );
}

/**
 * Changes the fields that were sent; a key of the configuration file is managed through the API from then on. A pause alone leaves
 * it to the file, which has no pauses.
 */
export const updateGatewayKey: Verb<typeof keys.updateGatewayKey> = async (context, input) => {
  const { db, now, scope } = context;
  const { key_id, paused, ...settings } = input;
  const isPauseAlone = paused !== undefined && Object.values(settings).every((value) => value === undefined);
  const row = await changeProjected(db, async (tx) => {
    const found = await lockedKey(tx, scope, key_id);
    assertMayOverride(scope, input.metadata, found.metadata);
    const columns = await columnsOf(tx, scope, input, now());
    const [updated] = await tx
      .update(gatewayKeys)
      .set({
        ...columns,
        ...(input.name === undefined ? {} : { name: input.name }),
        metadata: mergedMetadata(found.metadata, input.metadata),
        pausedAt: pausedSince(found, paused, now()),
        origin: isPauseAlone ? found.origin : "api",
      })
      .where(eq(gatewayKeys.id, found.id))
      .returning();
    await recordKey({ ...context, db: tx }, found, updated);
    return projected(tx, updated);
  });
  if (input.budget !== undefined) await bringMoney(row.id);
  return presentKey(row, now());
};

export const replaceGatewayKey: Verb<typeof keys.replaceGatewayKey> = updateGatewayKey;

export const revokeGatewayKey: Verb<typeof keys.revokeGatewayKey> = async (context, input) => {
  const { db, now, scope } = context;
  await changeProjected(db, async (tx) => {
    const found = await lockedKey(tx, scope, input.key_id);
    const [revoked] = await tx
      .update(gatewayKeys)
      .set({ revokedAt: found.revokedAt ?? now(), origin: "api" })
      .where(eq(gatewayKeys.id, found.id))
      .returning();
    await recordKey({ ...context, db: tx }, found, revoked);
    return projected(tx, revoked);
  });
  return { id: input.key_id, status: "revoked" };
};

const REMEMBERED_HASHES = 100;

/** Replaces the key's secret; the previous one works for the given number of seconds. */
export const rotateGatewayKey: Verb<typeof keys.rotateGatewayKey> = async (context, input) => {
  const { db, now, scope } = context;
  const key = randomSecret("sk-assay-");
  const row = await changeProjected(db, async (tx) => {
    const found = await lockedKey(tx, scope, input.key_id);
    if (found.revokedAt) throw invalid("The key is revoked; create another one.");
    const [rotated] = await tx
      .update(gatewayKeys)
      .set({
        keyHash: sha256(key),
        keyHint: hintOf(key),
        formerKeyHashes: [...found.formerKeyHashes, found.keyHash].slice(-REMEMBERED_HASHES),
        graceEndsAt: new Date(now().getTime() + input.grace_seconds * 1000),
        origin: "api",
      })
      .where(eq(gatewayKeys.id, found.id))
      .returning();
    await recordKey({ ...context, db: tx }, found, rotated);
    return projected(tx, rotated);
  });
  return { ...presentKey(row, now()), key };
};

/** A key that may switch guardrails off switches off the operator's too. */
function assertMayOverride(scope: Scope, metadata: MetadataChanges = {}, current: Metadata = {}): void {
  const isGranted = metadata.allow_policy_override === "true" && current.allow_policy_override !== "true";
  const message = "Only the gateway's operator can let a key choose its guardrails.";
  if (isGranted) assertOperator(scope, message, "metadata.allow_policy_override");
}

async function projected(tx: Database, row: GatewayKeyRow | undefined): Promise<GatewayKeyRow> {
  if (!row) throw new Error("Storing the key returned no row.");
  await projectGatewayKey(tx, row);
  return row;
}
