import type { Caller } from "@/lib/context";
import type { Access, NeededScope } from "@/lib/contracts/contract";
import type { KeyScope, OrganizationRole } from "@/lib/contracts/shapes";
import { forbidden } from "@/lib/errors";

const ranks: Record<OrganizationRole, number> = { Owner: 15, Admin: 8, Member: 3, Viewer: 1 };
const required: Record<Exclude<Access, "public">, number> = {
  read: 1,
  queue: 1,
  write: 3,
  admin: 8,
  gateway: 8,
  owner: 15,
  // No role is enough.
  operator: Number.POSITIVE_INFINITY,
};

/** Throws if the role is below the one that the operation requires. */
export function assertAccess(access: Exclude<Access, "public">, role: OrganizationRole): void {
  if (ranks[role] >= required[access]) return;
  if (access === "write") throw forbidden("Viewers can read this organization's data but not change it.");
  throw forbidden(access === "owner" ? "Only an Owner may do this." : "Only an Owner or an Admin may do this.");
}

/** Throws if an API key does not have the scope that the operation needs. */
export function assertScope(scope: NeededScope, scopes: readonly KeyScope[]): void {
  if (scope === "any" || scopes.includes(scope)) return;
  throw forbidden(`This API key does not have the scope ${scope}. It has: ${scopes.join(", ")}.`, {
    code: "scope_missing",
  });
}

/** Throws in a session that does not have what its organization asks for. */
export function assertRequirements({ lacks }: Pick<Caller, "lacks">): void {
  if (lacks === "second_factor")
    throw forbidden(
      "This organization requires a second factor. Set one up in your profile, or sign in again with it.",
      {
        code: "second_factor_missing",
      },
    );
  if (lacks === "company_sign_in")
    throw forbidden("This organization requires you to sign in with your company. Sign out, and sign in with it.", {
      code: "company_sign_in_missing",
    });
}

/** Owners and Admins act as managers of every queue in their organization. */
export const isAdmin = (role: OrganizationRole): boolean => ranks[role] >= ranks.Admin;

/** Throws unless the caller uses a browser session: access gained with a leaked API key must end with the key. */
export function assertPerson(caller: Caller): void {
  if (caller.apiKeyId === null) return;
  throw forbidden("This is not possible with an API key. Sign in to the web application.", {
    code: "session_required",
  });
}

/** Throws in a company's session: its provider's word reaches the company's organization, not the rest of the account. */
export function assertOwnSession(caller: Caller, act: string): void {
  if (!caller.isCompanySession) return;
  throw forbidden(`You signed in with your company, so you cannot ${act} here. Sign in with a password of your own.`, {
    code: "company_session",
  });
}
