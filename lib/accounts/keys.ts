// API keys on the platform; each change is also projected to the gateway.
import { and, eq, type SQL } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { apiKeys, memberships } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { recordAct } from "@/lib/audit/record";
import { changedFields } from "@/lib/audit/rules/changed-fields";
import { assertPerson, isAdmin } from "@/lib/auth/access";
import { mask, randomSecret, sha256 } from "@/lib/auth/hash";
import type { Caller, Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/keys";
import { type KeyScope, keyScopes, type OrganizationRole } from "@/lib/contracts/shapes";
import { forbidden, invalid, invalidField, notFound } from "@/lib/errors";
import { inOrganization } from "@/lib/owned-rows";
import { isMembership } from "./memberships";
import { projectKey } from "./project-keys";
import { grantableRoles } from "./rules/granting";

export type KeyRow = typeof apiKeys.$inferSelect;

/** The live keys that the caller may see and manage: an Owner or an Admin all of the organization's, others their own. */
export const manageable = (caller: Caller): SQL | undefined =>
  and(
    inOrganization(apiKeys, caller.organizationId),
    isAdmin(caller.role) ? undefined : eq(apiKeys.userId, caller.userId),
  );

export const createKey: Verb<typeof contracts.createKey> = async (context, input) => {
  const { db, caller, now } = context;
  assertPerson(caller);
  const chosen = choicesIn(input, now());
  const { organizationId, workspaceId, userId } = caller;
  const pair = { key: randomSecret("assay_"), secret: randomSecret("assay_secret_") };
  const row = await transaction(db, async (tx) => {
    // Locked until the key is stored, so that a concurrent removal of the member revokes it with the others.
    const [member] = await tx.select().from(memberships).where(isMembership(caller)).for("share");
    if (!member) throw notFound("You are no longer a member of this organization.");
    const [created] = await tx
      .insert(apiKeys)
      .values({ organizationId, workspaceId, userId, name: input.key_name, ...chosen, ...storedPair(pair) })
      .onConflictDoNothing()
      .returning();
    if (created) await recordKey({ ...context, db: tx }, null, created);
    return created;
  });
  if (!row) throw nameTaken();
  await projectOrRestore(db, { ...row, deletedAt: now() });
  return {
    key_id: row.id,
    key_name: row.name,
    api_key: pair.key,
    masked_api_key: row.keyHint,
    secret_key: pair.secret,
    masked_secret_key: row.secretHint,
  };
};

const nameTaken = () => invalidField("key_name", "You already have an API key with this name.");

interface Choices {
  scopes?: KeyScope[] | undefined;
  expires_at?: string | null | undefined;
}

/** The columns that a request sets; those that it leaves out stay. */
function choicesIn({ scopes, expires_at }: Choices, now: Date): Pick<Change, "scopes" | "expiresAt"> {
  const expiresAt = expires_at ? new Date(expires_at) : null;
  if (expiresAt && expiresAt <= now) throw invalidField("expires_at", "Must be in the future.");
  return {
    ...(scopes ? { scopes: keyScopes.filter((scope) => scopes.includes(scope)) } : {}),
    ...(expires_at === undefined ? {} : { expiresAt }),
  };
}

export const updateKey: Verb<typeof contracts.updateKey> = async (context, input) => {
  const { caller, now } = context;
  assertPerson(caller);
  const chosen = choicesIn(input, now());
  try {
    await changeKey(context, input.key_id, (key) => {
      // The key acts as its user, who alone may let it do more.
      if (key.userId !== caller.userId)
        throw forbidden("Only the person whose key it is may change it. You can disable or revoke it.");
      return { ...chosen, name: input.key_name ?? key.name };
    });
  } catch (error) {
    throw databaseErrorCode(error) === "23505" ? nameTaken() : error;
  }
  return { key_id: input.key_id, updated: true };
};

/** The stored form of a key and its secret. */
export const storedPair = ({ key, secret }: { key: string; secret: string }) => ({
  keyHint: mask(key),
  secretHint: mask(secret),
  keyHash: sha256(key),
  secretHash: sha256(secret),
});

export const enableKey: Verb<typeof contracts.enableKey> = async (context, input) => {
  assertPerson(context.caller);
  await changeKey(context, input.key_id, (key) => {
    if (key.disabledAt === null) throw invalid("The API key is already enabled.");
    return { disabledAt: null };
  });
  return { key_id: input.key_id, enabled: true };
};

export const disableKey: Verb<typeof contracts.disableKey> = async (context, input) => {
  await changeKey(context, input.key_id, (key) => {
    if (key.disabledAt !== null) throw invalid("The API key is already disabled.");
    return { disabledAt: context.now() };
  });
  return { key_id: input.key_id, enabled: false };
};

export const deleteKey: Verb<typeof contracts.deleteKey> = async (context, input) => {
  await changeKey(context, input.key_id, () => ({ deletedAt: context.now() }));
  return { key_id: input.key_id, deleted: true };
};

type Change = Partial<Pick<KeyRow, "name" | "scopes" | "expiresAt" | "disabledAt" | "deletedAt">>;

/** The key's person is in the log by id: their name follows them. */
const recordKey = (context: Context, before: KeyRow | null, after: KeyRow): Promise<void> =>
  recordAct(context, {
    targetId: after.id,
    targetName: after.name,
    ...changedFields(before && shown(before), shown(after)),
  });

const shown = (key: KeyRow) => ({
  name: key.name,
  user_id: key.userId,
  status: key.deletedAt ? "revoked" : key.disabledAt ? "disabled" : "enabled",
  scopes: key.scopes,
  expires_at: key.expiresAt?.toISOString() ?? null,
});

async function changeKey(context: Context, keyId: string, decide: (key: KeyRow) => Change): Promise<void> {
  const { db, caller } = context;
  const before = await transaction(db, async (tx) => {
    const key = await lockManageableKey(tx, caller, keyId);
    // A key may revoke itself, but no other key.
    if (key.id !== caller.apiKeyId) assertPerson(caller);
    if (key.userId !== caller.userId) assertMayManage(caller.role, await roleOf(tx, key));
    const change = decide(key);
    await tx.update(apiKeys).set(change).where(eq(apiKeys.id, key.id));
    await recordKey({ ...context, db: tx }, key, { ...key, ...change });
    return key;
  });
  await projectOrRestore(db, before);
}

/** Reverts a change that could not be projected to the gateway, so that the error is true and a retry can succeed. */
async function projectOrRestore(db: Database, before: KeyRow): Promise<void> {
  try {
    await projectKey(db, before.id);
  } catch (error) {
    const { name, scopes, expiresAt, disabledAt, deletedAt } = before;
    await db.update(apiKeys).set({ name, scopes, expiresAt, disabledAt, deletedAt }).where(eq(apiKeys.id, before.id));
    throw error;
  }
}

/** The role of the key's owner; null if no longer a member. */
async function roleOf(db: Database, key: KeyRow): Promise<OrganizationRole | null> {
  const [member] = await db.select({ role: memberships.role }).from(memberships).where(isMembership(key)).for("share");
  return member?.role ?? null;
}

/** A caller who may not change a member's role may not disable or revoke that member's keys either. */
function assertMayManage(ownRole: OrganizationRole, keyOwnerRole: OrganizationRole | null): void {
  if (keyOwnerRole === null || grantableRoles(ownRole).includes(keyOwnerRole)) return;
  throw forbidden("Only an Owner may enable, disable or revoke an Owner's API key.");
}

async function lockManageableKey(db: Database, caller: Caller, keyId: string): Promise<KeyRow> {
  const [key] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, keyId), manageable(caller)))
    .for("update");
  if (!key) throw notFound("API key not found.");
  return key;
}
