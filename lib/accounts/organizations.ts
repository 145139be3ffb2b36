import { and, asc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { memberships, organizations, userSessions, users } from "@/db/schema";
import { recordAct } from "@/lib/audit/record";
import { changedFields } from "@/lib/audit/rules/changed-fields";
import { assertPerson } from "@/lib/auth/access";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/organizations";
import type { Organization } from "@/lib/contracts/accounts/organizations";
import { conflict, notFound } from "@/lib/errors";
import { byName } from "@/lib/pages";

/** Those that the caller's session reaches. */
async function organizationsOf(
  db: Database,
  { userId, organizationId, isCompanySession }: Caller,
  currentId: string,
): Promise<Organization[]> {
  const rows = await db
    .select({ organization: organizations, role: memberships.role })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(
        eq(memberships.userId, userId),
        isCompanySession ? eq(memberships.organizationId, organizationId) : undefined,
      ),
    )
    .orderBy(asc(byName(organizations.name)), asc(organizations.id));
  return rows.map(({ organization: { id, name, requiresSecondFactor, createdAt }, role }) => ({
    id,
    name,
    display_name: name,
    role,
    is_current: id === currentId,
    requires_second_factor: requiresSecondFactor,
    created_at: createdAt.toISOString(),
  }));
}

async function organizationOf(db: Database, caller: Caller, organizationId: string): Promise<Organization> {
  const all = await organizationsOf(db, caller, organizationId);
  const found = all.find((organization) => organization.is_current);
  if (!found) throw notFound("Organization not found.");
  return found;
}

export const listOrganizations: Verb<typeof contracts.listOrganizations> = async ({ db, caller }) => ({
  organizations: await organizationsOf(db, caller, caller.organizationId),
});

export const switchOrganization: Verb<typeof contracts.switchOrganization> = async ({ db, caller }, input) => {
  const organization = await organizationOf(db, caller, input.organization_id.toLowerCase());
  await db.update(users).set({ lastOrganizationId: organization.id }).where(eq(users.id, caller.userId));
  return organization;
};

export const updateOrganization: Verb<typeof contracts.updateOrganization> = async (context, input) => {
  const { db, caller } = context;
  const { name, requires_second_factor: requiresSecondFactor } = input;
  const before = await organizationOf(db, caller, caller.organizationId);
  const isOtherRule = requiresSecondFactor !== undefined && requiresSecondFactor !== before.requires_second_factor;
  // Access with a leaked key must end with the key, and not open the organization to guessed passwords.
  if (isOtherRule) assertPerson(caller);
  if (isOtherRule && requiresSecondFactor && !(await hasSecondFactor(db, caller)))
    throw conflict("Set up your own second factor first, or sign in again with it.");
  if (name !== undefined || isOtherRule) {
    // A rule that was read as the same is not written: somebody else may just have changed it.
    const changes = { name, requiresSecondFactor: isOtherRule ? requiresSecondFactor : undefined };
    await db.update(organizations).set(changes).where(eq(organizations.id, caller.organizationId));
  }
  const after = await organizationOf(db, caller, caller.organizationId);
  const change = changedFields(settingsOf(before), settingsOf(after));
  await recordAct(context, { targetId: caller.organizationId, targetName: after.name, ...change });
  return after;
};

const settingsOf = ({ name, requires_second_factor }: Organization) => ({ name, requires_second_factor });

/** Whether the session has one: an administrator who asks others for it must not lose access by that. */
async function hasSecondFactor(db: Database, { sessionId }: Caller): Promise<boolean> {
  const [session] = sessionId ? await db.select().from(userSessions).where(eq(userSessions.id, sessionId)) : [];
  return session?.hasSecondFactor ?? false;
}
