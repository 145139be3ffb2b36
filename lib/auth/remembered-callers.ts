// Callers that this process remembers by their credentials, so that authentication needs no query of its own. A remembered caller
// is confirmed before the request has any effect: the operation's first statement also reads whether the key or
// session is still valid and which role its user has now.
import { type SQL, sql } from "drizzle-orm";
import { param } from "@/db/statement";
import { BoundedMap } from "@/lib/bounds/bounded-map";
import type { Caller } from "@/lib/context";
import type { NeededScope } from "@/lib/contracts/contract";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { notFound } from "@/lib/errors";
import { asksForCompany } from "./company-requirement";
import { markOf } from "./user-sessions";

const remembered = new BoundedMap<Caller>(10_000);
/** Each with the scope that its key must have. */
const unconfirmed = new WeakMap<Caller, NeededScope>();

/** `credential` is a hash of the request's credential: nothing stored here can be used to sign in. */
export const remember = (credential: string, caller: Caller): void => remembered.set(credential, { ...caller });

export const forget = (credential: string): void => remembered.delete(credential);

/** The caller who used this credential before, still to be confirmed. A key must have the scope. */
export function recall(credential: string, scope: NeededScope): Caller | null {
  const known = remembered.get(credential);
  if (!known) return null;
  const caller = { ...known };
  unconfirmed.set(caller, scope);
  return caller;
}

export const isConfirmed = (caller: Caller): boolean => !unconfirmed.has(caller);

const userId = sql`${param("userId")}::uuid`;
const organizationId = sql`${param("organizationId")}::uuid`;
const member = sql`memberships as membership
  on membership.user_id = ${userId} and membership.organization_id = ${organizationId}`;

const companyAsked = asksForCompany({
  organizationId: sql`membership.organization_id`,
  role: sql`membership.role`,
  email: sql`person.email`,
});

/**
 * The role that a remembered caller has now; null if the key or session is no longer valid, or if the caller was
 * authenticated directly. An expression for statements with the parameters of `confirmation`; `confirm` reads the result.
 */
export const standingRole: SQL<OrganizationRole | null> = sql<OrganizationRole | null>`coalesce(
  (select membership.role from api_keys as key join ${member}
    where key.id = ${param("apiKeyId")}::uuid and key.user_id = ${userId} and key.organization_id = ${organizationId}
      and key.deleted_at is null and key.disabled_at is null and (key.expires_at is null or key.expires_at > now())
      and ${param("scope")}::text in (select 'any' union all select unnest(key.scopes))),
  (select membership.role from user_sessions as session join users as person on person.id = session.user_id join ${member}
      join organizations as organization on organization.id = membership.organization_id
    where session.id = ${param("sessionId")}::uuid and session.user_id = ${userId} and session.expires_at > now()
      and (session.has_second_factor or not organization.requires_second_factor)
      and (session.organization_id = membership.organization_id
        or (session.organization_id is null and not ${companyAsked}))
      and session.password_mark = ${markOf(sql`person.password_hash`)}))`;

/** The parameters of `standingRole`. For a caller who needs no confirmation, nothing is looked up. */
export const confirmation = (caller: Caller) => ({
  userId: caller.userId,
  organizationId: caller.organizationId,
  apiKeyId: isConfirmed(caller) ? null : caller.apiKeyId,
  sessionId: isConfirmed(caller) ? null : caller.sessionId,
  scope: unconfirmed.get(caller) ?? null,
});

/**
 * Confirms the caller with the role that was read; a changed role applies from now on. If there is none, throws the error that
 * a caller of another organization gets; the code that catches it authenticates the request directly.
 */
export function confirm(caller: Caller, role: OrganizationRole | null): void {
  if (isConfirmed(caller)) return;
  if (role === null) throw notFound("Queue not found.");
  caller.role = role;
  unconfirmed.delete(caller);
}
