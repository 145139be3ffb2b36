import { and, asc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { memberships, organizations, users } from "@/db/schema";
import { recordAct } from "@/lib/audit/record";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/organizations";
import type { Organization } from "@/lib/contracts/accounts/organizations";
import { notFound } from "@/lib/errors";

async function organizationsOf(db: Database, userId: string, currentId: string): Promise<Organization[]> {
  const rows = await db
    .select({ organization: organizations, role: memberships.role })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(organizations.name), asc(organizations.id));
  return rows.map(({ organization: { id, name, createdAt }, role }) => ({
    id,
    name,
    display_name: name,
    role,
    is_current: id === currentId,
    created_at: createdAt.toISOString(),
  }));
}

async function organizationOf(db: Database, userId: string, organizationId: string): Promise<Organization> {
  const all = await organizationsOf(db, userId, organizationId);
  const found = all.find((organization) => organization.is_current);
  if (!found) throw notFound("Organization not found.");
  return found;
}

export const listOrganizations: Verb<typeof contracts.listOrganizations> = async ({ db, caller }) => ({
  organizations: await organizationsOf(db, caller.userId, caller.organizationId),
});

export const switchOrganization: Verb<typeof contracts.switchOrganization> = async ({ db, caller }, input) => {
  const organization = await organizationOf(db, caller.userId, input.organization_id.toLowerCase());
  await db.update(users).set({ lastOrganizationId: organization.id }).where(eq(users.id, caller.userId));
  return organization;
};

export const updateOrganization: Verb<typeof contracts.updateOrganization> = async (context, input) => {
  const { db, caller } = context;
  const before = await organizationOf(db, caller.userId, caller.organizationId);
  await db
    .update(organizations)
    .set({ name: input.name })
    .where(and(eq(organizations.id, caller.organizationId)));
  const change = { before: { name: before.name }, after: { name: input.name } };
  await recordAct(context, { targetId: caller.organizationId, targetName: input.name, ...change });
  return organizationOf(db, caller.userId, caller.organizationId);
};
