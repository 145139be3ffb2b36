// Callers that this process remembers by their credentials, so that who calls need not be asked by itself. A remembered caller
// is confirmed before anything comes of the request: by the first statement of the operation, which reads whether the key or
// the session still stands and what role its person has now, beside what else it reads.
import { type SQL, sql } from "drizzle-orm";
import { given } from "@/db/statement";
import { BoundedMap } from "@/lib/bounds/bounded-map";
import type { Caller } from "@/lib/context";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { notFound } from "@/lib/errors";
import { markOf } from "./user-sessions";

const remembered = new BoundedMap<Caller>(10_000);
const unconfirmed = new WeakSet<Caller>();

/** `credential` is a hash of what the request carries: the memory holds nothing to sign in with. */
export const remember = (credential: string, caller: Caller): void => remembered.set(credential, { ...caller });

export const forget = (credential: string): void => remembered.delete(credential);

/** Who called with this credential before, to be confirmed. */
export function recall(credential: string): Caller | null {
  const known = remembered.get(credential);
  if (!known) return null;
  const caller = { ...known };
  unconfirmed.add(caller);
  return caller;
}

export const isConfirmed = (caller: Caller): boolean => !unconfirmed.has(caller);

const userId = sql`${given("userId")}::uuid`;
const organizationId = sql`${given("organizationId")}::uuid`;
const member = sql`memberships as membership
  on membership.user_id = ${userId} and membership.organization_id = ${organizationId}`;

/**
 * The role that a remembered caller has now, null when the key or the session stands no more, and for whoever has been
 * authenticated by itself. An expression for statements that are given `confirmation`; `confirm` reads it.
 */
export const standingRole: SQL<OrganizationRole | null> = sql<OrganizationRole | null>`coalesce(
  (select membership.role from api_keys as key join ${member}
    where key.id = ${given("apiKeyId")}::uuid and key.user_id = ${userId} and key.organization_id = ${organizationId}
      and key.deleted_at is null and key.disabled_at is null),
  (select membership.role from user_sessions as session join users as person on person.id = session.user_id join ${member}
    where session.id = ${given("sessionId")}::uuid and session.user_id = ${userId} and session.expires_at > now()
      and session.password_mark = ${markOf(sql`person.password_hash`)}))`;

/** What `standingRole` is given. Of who needs no confirmation nothing is looked up. */
export const confirmation = (caller: Caller) => ({
  userId: caller.userId,
  organizationId: caller.organizationId,
  apiKeyId: isConfirmed(caller) ? null : caller.apiKeyId,
  sessionId: isConfirmed(caller) ? null : caller.sessionId,
});

/**
 * Settles who calls by the role that was read: one that has changed counts from now on. Throws what somebody of another
 * organization is told when there is none; whoever catches it authenticates the request by itself first.
 */
export function confirm(caller: Caller, role: OrganizationRole | null): void {
  if (isConfirmed(caller)) return;
  if (role === null) throw notFound("Queue not found.");
  caller.role = role;
  unconfirmed.delete(caller);
}
