// The gateway's keys, as its administration makes, changes and revokes them. Every change is in force when it returns. An
// Owner or Admin administers those of the own organization alone; another's are not found.
import { and, desc, eq, gt, ilike, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewayKeys, organizations } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { randomSecret, sha256 } from "@/lib/auth/hash";
import type { Scope, Verb } from "@/lib/context";
import type * as keys from "@/lib/contracts/gateway/keys";
import { type GatewayKey, MAX_KEYS_WITH_STANDING } from "@/lib/contracts/gateway/keys";
import { invalid, invalidField } from "@/lib/errors";
import { GatewayFailure } from "@/lib/gateway/errors";
import { toMicros, toUsd } from "@/lib/gateway/money/amount";
import { contains } from "@/lib/pages";
import { assertOperator } from "./access";
import { bringMoney } from "./money/ledger";
import { pay } from "./money/pay";
import { presentKey } from "./present";
import { changeProjected, type GatewayKeyRow, projectGatewayKey } from "./projection";
import { keyStatusOf } from "./standing";

const HINT_CHARACTERS = 12;
/** Of an organization, revoked ones not counted. */
export const MOST_KEYS = 10_000;

/** The beginning of a key; of a short one half. */
export const hintOf = (key: string): string => `${key.slice(0, Math.min(HINT_CHARACTERS, Math.ceil(key.length / 2)))}…`;

export const listGatewayKeys: Verb<typeof keys.listGatewayKeys> = async ({ db, now, scope }, input) => {
  const { limit, after, standing } = input;
  if (standing && limit > MAX_KEYS_WITH_STANDING)
    throw invalidField("limit", `Must be at most ${MAX_KEYS_WITH_STANDING} with standing.`);
  const [last] =
    after === undefined
      ? []
      : await db
          .select(position)
          .from(gatewayKeys)
          .where(and(within(scope), eq(gatewayKeys.id, after)));
  if (after !== undefined && !last) missing(after);
  const rows = await db
    .select()
    .from(gatewayKeys)
    .where(
      and(
        within(scope),
        matching(input, now()),
        last && sql`(${gatewayKeys.createdAt}, ${gatewayKeys.id}) < (${last.createdAt}, ${last.id})`,
      ),
    )
    .orderBy(desc(gatewayKeys.createdAt), desc(gatewayKeys.id))
    .limit(limit + 1);
  const data = await Promise.all(
    rows.slice(0, limit).map((row) => (standing ? presentWithStatus(row, now()) : presentKey(row, now()))),
  );
  return { object: "list", data, has_more: rows.length > limit };
};

/** The keys that a caller administers. */
const within = ({ organizationId }: Scope): SQL | undefined =>
  organizationId === null ? undefined : eq(gatewayKeys.organizationId, organizationId);

function matching(
  { search, status }: { search?: string | undefined; status?: GatewayKey["status"] | undefined },
  now: Date,
): SQL | undefined {
  const { name, owner, keyHint, revokedAt, expiresAt } = gatewayKeys;
  const pattern = search && contains(search);
  const found = pattern ? or(ilike(name, pattern), ilike(owner, pattern), ilike(keyHint, pattern)) : undefined;
  const states = {
    revoked: isNotNull(revokedAt),
    expired: and(isNull(revokedAt), lte(expiresAt, now)),
    active: and(isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, now))),
  };
  return and(found, status && states[status]);
}

// As text, which keeps the microseconds.
const position = { id: gatewayKeys.id, createdAt: sql<string>`${gatewayKeys.createdAt}::text` };

export const getGatewayKey: Verb<typeof keys.getGatewayKey> = async ({ db, now, scope }, input) => {
  const [row] = await db
    .select()
    .from(gatewayKeys)
    .where(and(within(scope), eq(gatewayKeys.id, input.key_id)));
  if (!row) return missing(input.key_id);
  return input.standing ? presentWithStatus(row, now()) : presentKey(row, now());
};

const presentWithStatus = async (row: GatewayKeyRow, now: Date): Promise<GatewayKey> => ({
  ...presentKey(row, now),
  standing: await keyStatusOf(row, now),
});

export const createGatewayKey: Verb<typeof keys.createGatewayKey> = async ({ db, now, scope }, input) => {
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
        name: input.name,
        keyType: input.key_type,
        keyHash: sha256(key),
        keyHint: hintOf(key),
      })
      .returning();
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

type Changes = Parameters<Verb<typeof keys.updateGatewayKey>>[1];

/** Changes the fields that were sent; a key of the configuration file is managed through the API from then on. */
export const updateGatewayKey: Verb<typeof keys.updateGatewayKey> = async ({ db, now, scope }, input) => {
  const row = await changeProjected(db, async (tx) => {
    const found = await lockedKey(tx, scope, input.key_id);
    assertMayOverride(scope, input.metadata, found.metadata);
    const { metadata, ...columns } = await columnsOf(tx, scope, input, now());
    const [updated] = await tx
      .update(gatewayKeys)
      .set({
        ...columns,
        ...(input.name === undefined ? {} : { name: input.name }),
        metadata: { ...found.metadata, ...metadata },
        origin: "api",
      })
      .where(eq(gatewayKeys.id, found.id))
      .returning();
    return projected(tx, updated);
  });
  if (input.budget !== undefined) await bringMoney(row.id);
  return presentKey(row, now());
};

export const replaceGatewayKey: Verb<typeof keys.replaceGatewayKey> = updateGatewayKey;

export const revokeGatewayKey: Verb<typeof keys.revokeGatewayKey> = async ({ db, now, scope }, input) => {
  await changeProjected(db, async (tx) => {
    const found = await lockedKey(tx, scope, input.key_id);
    const [revoked] = await tx
      .update(gatewayKeys)
      .set({ revokedAt: found.revokedAt ?? now(), origin: "api" })
      .where(eq(gatewayKeys.id, found.id))
      .returning();
    return projected(tx, revoked);
  });
  return { id: input.key_id, status: "revoked" };
};

const REMEMBERED_HASHES = 100;

/** Replaces the key's secret; the previous one works for the given number of seconds. */
export const rotateGatewayKey: Verb<typeof keys.rotateGatewayKey> = async ({ db, now, scope }, input) => {
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
    return projected(tx, rotated);
  });
  return { ...presentKey(row, now()), key };
};

/** Adds credits: in Postgres, then in Redis, so that a payment that is answered counts for the next request. */
export const addGatewayCredits: Verb<typeof keys.addGatewayCredits> = async (context, { key_id: id, amount }) => {
  const idempotencyKey = context.idempotencyKey || null;
  if (idempotencyKey && idempotencyKey.length > MAX_IDEMPOTENCY_KEY)
    throw invalidField("Idempotency-Key", `May have at most ${MAX_IDEMPOTENCY_KEY} characters.`);
  const balance = await transaction(context.db, async (tx) => {
    const found = await lockedKey(tx, context.scope, id);
    assertOperator(context.scope, ONLY_OPERATOR_PAYS);
    if (found.keyType !== "managed") throw new GatewayFailure("not_managed", "Only managed keys have credits.");
    return pay(tx, found, { micros: toMicros(amount), idempotencyKey });
  });
  await bringMoney(id);
  return { key_id: id, added: toUsd(toMicros(amount)), credit_balance: toUsd(balance) };
};

const MAX_IDEMPOTENCY_KEY = 255;
const ONLY_OPERATOR_PAYS = "Only the gateway's operator can add credits.";

/** A key that may switch guardrails off switches off the operator's too. */
function assertMayOverride(scope: Scope, metadata: Metadata = {}, current: Metadata = {}): void {
  const isGranted = metadata.allow_policy_override === "true" && current.allow_policy_override !== "true";
  const message = "Only the gateway's operator can let a key choose its guardrails.";
  if (isGranted) assertOperator(scope, message, "metadata.allow_policy_override");
}

type Metadata = Record<string, string>;

async function projected(tx: Database, row: GatewayKeyRow | undefined): Promise<GatewayKeyRow> {
  if (!row) throw new Error("Storing the key returned no row.");
  await projectGatewayKey(tx, row);
  return row;
}

async function lockedKey(tx: Database, scope: Scope, id: string): Promise<GatewayKeyRow> {
  const [row] = await tx
    .select()
    .from(gatewayKeys)
    .where(and(within(scope), eq(gatewayKeys.id, id)))
    .for("update");
  return row ?? missing(id);
}

function missing(id: string): never {
  throw new GatewayFailure("key_not_found", `There is no key ${id}.`);
}

/** The columns for the fields that were sent; an absent field sets nothing. */
async function columnsOf(tx: Database, scope: Scope, input: Omit<Changes, "key_id">, now: Date) {
  const organizationId = await organizationOf(tx, scope, input);
  const expiresAt = typeof input.expires_at === "string" ? new Date(input.expires_at) : input.expires_at;
  if (expiresAt && expiresAt <= now) throw invalidField("expires_at", "Must be in the future.");
  return {
    ...(input.owner === undefined ? {} : { owner: input.owner }),
    ...(input.rate_limit_rpm === undefined ? {} : { rateLimitRpm: input.rate_limit_rpm }),
    ...(input.rate_limit_tpm === undefined ? {} : { rateLimitTpm: input.rate_limit_tpm }),
    ...(input.budget === undefined ? {} : { budget: input.budget }),
    ...(input.allowed_models === undefined ? {} : { allowedModels: input.allowed_models }),
    ...(input.allowed_providers === undefined ? {} : { allowedProviders: input.allowed_providers }),
    ...(input.allowed_ips === undefined ? {} : { allowedIps: input.allowed_ips }),
    ...(input.tracing === undefined ? {} : { tracing: input.tracing }),
    ...(input.metadata === undefined ? {} : { metadata: input.metadata }),
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An Owner or Admin can name the own organization alone: any other is one that there is not. */
async function organizationOf(
  tx: Database,
  scope: Scope,
  input: Omit<Changes, "key_id">,
): Promise<string | null | undefined> {
  const field = input.organization_id === undefined ? "metadata.org_id" : "organization_id";
  const id = input.organization_id === undefined ? input.metadata?.org_id : input.organization_id;
  if (id === undefined) return undefined;
  if (scope.organizationId !== null && id?.toLowerCase() !== scope.organizationId)
    throw invalidField(field, id === null ? "Must be your organization." : "There is no such organization.");
  if (id === null) return null;
  const [found] = UUID.test(id)
    ? await tx.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, id))
    : [];
  if (!found) throw invalidField(field, "There is no such organization.");
  return found.id;
}
