import type { Caller } from "@/lib/context";
import type { Access } from "@/lib/contracts/contract";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { forbidden } from "@/lib/errors";

const ranks: Record<OrganizationRole, number> = { Owner: 15, Admin: 8, Member: 3, Viewer: 1 };
const required: Record<Exclude<Access, "public">, number> = {
  read: 1,
  queue: 1,
  write: 3,
  admin: 8,
  gateway: 8,
  owner: 15,
};

/** Throws when the role is below what the operation asks for. */
export function assertAccess(access: Exclude<Access, "public">, role: OrganizationRole): void {
  if (ranks[role] >= required[access]) return;
  if (access === "write") throw forbidden("Viewers may look at this organization's work but not change it.");
  throw forbidden(access === "owner" ? "Only an Owner may do this." : "Only an Owner or an Admin may do this.");
}

/** Owners and Admins act as managers of every queue in their organization. */
export const isAdmin = (role: OrganizationRole): boolean => ranks[role] >= ranks.Admin;

/** Throws unless a person calls from a browser's session: what a leaked API key begins must end with the key. */
export function assertPerson(caller: Caller): void {
  if (caller.apiKeyId === null) return;
  throw forbidden("This is done in the application by who is signed in, not with an API key.", {
    code: "session_required",
  });
}
