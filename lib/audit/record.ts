// The one place that writes the audit log, together with its event for webhooks.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { cut } from "@/lib/bounds/excerpt";
import type { Context, GatewayContext, PublicContext } from "@/lib/context";
import { auditDeliveries } from "./deliveries";
import { audited } from "./rules/actions";
import { withoutSecrets } from "./rules/without-secrets";

export interface ActDetails {
  targetId: string | null;
  targetName?: string | null;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** If it is not the caller's. */
  organizationId?: string | null;
  /** Who acted, if there is no caller. */
  userId?: string;
}

type Acting = PublicContext & Partial<Pick<Context, "caller"> & Pick<GatewayContext, "scope">>;

const MAX_NAME = 255;

/** Writes an entry in the open transaction of `context`, if the operation is one that is recorded. */
export async function recordAct(context: Acting, details: ActDetails): Promise<void> {
  const { act, db } = context;
  const action = act && audited[act.action];
  if (!act || !action) return;
  act.isRecorded = true;
  await insertEntries(db, [
    {
      ...actorOf(context, details),
      address: context.address,
      user_agent: act.userAgent,
      action: act.action,
      target_type: action.target,
      target_id: textOf(details.targetId),
      target_name: textOf(details.targetName),
      before: details.before ? withoutSecrets(details.before) : null,
      after: details.after ? withoutSecrets(details.after) : null,
    },
  ]);
}

const textOf = (text: string | null | undefined): string | null => (text == null ? null : cut(text, MAX_NAME));

function actorOf({ caller, scope }: Acting, { organizationId, userId }: ActDetails) {
  const by = caller ?? scope;
  const apiKeyId = by?.apiKeyId ?? null;
  const isOperator = scope !== undefined && scope.userId === null;
  return {
    organization_id: organizationId === undefined ? (by?.organizationId ?? null) : organizationId,
    actor: isOperator ? "operator" : apiKeyId === null ? "person" : "key",
    user_id: userId ?? by?.userId ?? null,
    api_key_id: apiKeyId,
  };
}

/** A sign-in, or that somebody tried: what no operation of a caller does. */
export interface SignInEntry {
  action: "signIn" | "signInRefused";
  /** Of a refused one nobody is known to have done it. */
  userId: string | null;
  /** Whose account it is. */
  targetId: string;
  address: string | null;
  userAgent: string | null;
  after: Record<string, unknown>;
}

/** The same entry in the log of each organization. */
export async function recordSignIn(
  db: Database,
  organizationIds: readonly string[],
  entry: SignInEntry,
): Promise<void> {
  const { action, userId, targetId, address, userAgent, after } = entry;
  const written = {
    ...{ actor: "person", user_id: userId, api_key_id: null, address, user_agent: userAgent, action, after },
    ...{ target_type: "sign_in", target_id: targetId, target_name: null, before: null },
  };
  await insertEntries(
    db,
    organizationIds.map((organization_id) => ({ organization_id, ...written })),
  );
}

interface EndedKey {
  id: string;
  organizationId: string;
  name: string;
  disabledAt: Date | null;
}

/** Keys that a sign-in of their person ended, each in its organization's log, as if the person had revoked it. */
export async function recordEndedKeys(
  db: Database,
  keys: readonly EndedKey[],
  { userId, address, userAgent }: Pick<SignInEntry, "userId" | "address" | "userAgent">,
): Promise<void> {
  const entries = keys.map(({ id, organizationId, name, disabledAt }) => ({
    ...{ organization_id: organizationId, actor: "person", user_id: userId, api_key_id: null, address },
    ...{ user_agent: userAgent, action: "deleteKey", target_type: "api_key", target_id: id, target_name: name },
    before: { status: disabledAt ? "disabled" : "enabled" },
    after: { status: "revoked" },
  }));
  await insertEntries(db, entries);
}

interface EndedPassword extends Pick<SignInEntry, "address" | "userAgent"> {
  userId: string;
  /** Through which the person signed in. */
  provider: string;
  /** Which of them there was. */
  ended: Record<"changePassword" | "disableSecondFactor", boolean>;
}

/** What a person's first sign-in through a provider removed, in the log of each of their organizations. */
export async function recordEndedPassword(
  db: Database,
  organizationIds: readonly string[],
  { userId, provider, ended, address, userAgent }: EndedPassword,
): Promise<void> {
  const actions = Object.entries(ended).flatMap(([action, existed]) => (existed ? [action] : []));
  const entry = {
    ...{ actor: "person", user_id: userId, api_key_id: null, address, user_agent: userAgent },
    ...{ target_type: "member", target_id: userId, target_name: null, before: null, after: { by: provider } },
  };
  await insertEntries(
    db,
    organizationIds.flatMap((organization_id) => actions.map((action) => ({ organization_id, action, ...entry }))),
  );
}

interface ProvisionedAct {
  organizationId: string;
  action: "changePassword" | "createKey" | "deleteKey";
  targetId: string;
  targetName: string;
}

/** What a start changed because the operator's environment names another password or key. */
export async function recordProvisioned(db: Database, acts: readonly ProvisionedAct[]): Promise<void> {
  if (acts.length === 0) return;
  const entries = acts.map(({ organizationId, action, targetId, targetName }) => ({
    ...{ organization_id: organizationId, actor: "operator", user_id: null, api_key_id: null, address: null },
    ...{ user_agent: null, action, target_type: action === "changePassword" ? "member" : "api_key" },
    ...{ target_id: targetId, target_name: textOf(targetName), before: null, after: { by: "environment" } },
  }));
  await insertEntries(db, entries);
}

async function insertEntries(db: Database, entries: readonly Record<string, unknown>[]): Promise<void> {
  await db.execute(sql`
    with entry as (
      insert into audit_entries (organization_id, actor, user_id, api_key_id, address, user_agent, action, target_type,
        target_id, target_name, before, after, created_at)
      select organization_id, actor, user_id, api_key_id, address, user_agent, action, target_type, target_id, target_name,
        before, after, clock_timestamp()
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as act (organization_id uuid, actor text, user_id uuid,
        api_key_id uuid, address text, user_agent text, action text, target_type text, target_id text, target_name text,
        before jsonb, after jsonb)
      returning *
    ), ${auditDeliveries(sql`entry`)}
    select 1`);
}

/** A request that changed nothing leaves no entry. */
export function recordNothing({ act }: Pick<PublicContext, "act">): void {
  if (act) act.isRecorded = true;
}
