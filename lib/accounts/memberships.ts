// Memberships, for changes to them. Changes are serialized by a lock on the organization's row.
import { and, eq, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import { memberships, organizations, secondFactors, users } from "@/db/schema";
import type { Caller } from "@/lib/context";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { forbidden, invalidField, notFound } from "@/lib/errors";
import { grantableRoles } from "./rules/granting";

export interface MemberRow {
  user: typeof users.$inferSelect;
  membership: typeof memberships.$inferSelect;
  hasSecondFactor: boolean;
}

/** Whether the person of a joined row has a second factor. */
export const hasFactor = sql<boolean>`exists (
  select from ${secondFactors}
  where ${secondFactors.userId} = ${users.id} and ${secondFactors.confirmedAt} is not null)`;

/** Of a person by ids, or of the person of each row by its columns. */
export const isMembership = ({ organizationId, userId }: Record<"organizationId" | "userId", string | AnyPgColumn>) =>
  and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId));

/** Locks the organization's row until the transaction ends. References to it stay possible meanwhile. */
export async function lockOrganization(db: Database, organizationId: string): Promise<void> {
  await db.select().from(organizations).where(eq(organizations.id, organizationId)).for("no key update");
}

export async function memberInOrganization(db: Database, organizationId: string, userId: string): Promise<MemberRow> {
  const [row] = await db
    .select({ user: users, membership: memberships, hasSecondFactor: hasFactor })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(isMembership({ organizationId, userId }));
  if (!row) throw notFound("Member not found.");
  return row;
}

/** The caller's own membership, read again under the organization's lock: the role may have changed since the request arrived. */
export const ownMembership = (db: Database, { organizationId, userId }: Caller): Promise<MemberRow> =>
  memberInOrganization(db, organizationId, userId);

/** Throws unless the caller may grant all of these roles. */
export function assertMayGrant({ membership }: MemberRow, roles: readonly OrganizationRole[]): void {
  const grantable = grantableRoles(membership.role);
  if (grantable.length === 0) throw forbidden("Only an Owner or an Admin may do this.");
  if (!roles.every((role) => grantable.includes(role))) {
    throw forbidden("Only an Owner may invite, appoint, change or remove an Owner.");
  }
}

/** Throws for the caller's own account: otherwise a stolen session could do there without the password what takes it. */
export function assertOther({ membership }: MemberRow, caller: Caller, instead: string): void {
  if (membership.userId === caller.userId) throw invalidField("user_id", `This is your own account. ${instead}`);
}
