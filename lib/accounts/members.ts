// Who is in an organization. Changes take turns on the organization's row, so that it always keeps an Owner.
import { and, asc, count, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys, memberships, organizations, users } from "@/db/schema";
import { isAdmin } from "@/lib/auth/access";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/organizations";
import type { Member } from "@/lib/contracts/accounts/organizations";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { forbidden, invalid, notFound } from "@/lib/errors";
import { assertPage, contains, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { leaveQueues } from "./leave-queues";
import { projectKeysOf } from "./project-keys";

export const listMembers: Verb<typeof contracts.listMembers> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(input);
  const search = input.search ? contains(input.search) : undefined;
  const where = and(
    eq(memberships.organizationId, caller.organizationId),
    search ? or(sql`${users.name} ilike ${search}`, sql`${users.email} ilike ${search}`) : undefined,
  );
  const joined = eq(users.id, memberships.userId);
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(memberships).innerJoin(users, joined).where(where),
    db
      .select({ user: users, membership: memberships })
      .from(memberships)
      .innerJoin(users, joined)
      .where(where)
      .orderBy(asc(users.name), asc(users.id))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: rows.map(presentMember) };
};

interface MemberRow {
  user: typeof users.$inferSelect;
  membership: typeof memberships.$inferSelect;
}

const presentMember = ({ user, membership }: MemberRow): Member => ({
  user_id: user.id,
  name: user.name,
  email: user.email,
  role: membership.role,
  created_at: membership.createdAt.toISOString(),
});

export const changeMemberRole: Verb<typeof contracts.changeMemberRole> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    await lockOrganization(db, caller.organizationId);
    const member = await memberInOrganization(db, caller.organizationId, input.user_id);
    await assertMayChange(db, caller, [member.membership.role, input.role]);
    if (input.role !== "Owner") await assertNotLastOwner(db, member.membership);
    await db.update(memberships).set({ role: input.role }).where(isMembership(member.membership));
    return presentMember({ ...member, membership: { ...member.membership, role: input.role } });
  });

export const removeMember: Verb<typeof contracts.removeMember> = async (context, input) => {
  try {
    return await inTransaction(context, async ({ db, caller, now }) => {
      await lockOrganization(db, caller.organizationId);
      const { membership } = await memberInOrganization(db, caller.organizationId, input.user_id);
      await assertMayChange(db, caller, [membership.role]);
      await assertNotLastOwner(db, membership);
      await leaveQueues(db, caller.organizationId, membership.userId);
      await db.delete(memberships).where(isMembership(membership));
      return { removed: true, revoked_keys: await revokeKeys(db, membership, now()) };
    });
  } finally {
    // Also when there is no such member any more: an earlier removal may not have reached the gateway.
    await projectKeysOf(context.db, context.caller.organizationId, input.user_id);
  }
};

/** Revokes every key that a user has in an organization. Returns how many. */
async function revokeKeys(
  db: Database,
  { organizationId, userId }: MemberRow["membership"],
  now: Date,
): Promise<number> {
  const revoked = await db
    .update(apiKeys)
    .set({ deletedAt: now })
    .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.userId, userId), isNull(apiKeys.deletedAt)))
    .returning({ id: apiKeys.id });
  return revoked.length;
}

/** Holds the organization's row until the transaction ends. References to it stay possible meanwhile. */
export async function lockOrganization(db: Database, organizationId: string): Promise<void> {
  await db.select().from(organizations).where(eq(organizations.id, organizationId)).for("no key update");
}

async function memberInOrganization(db: Database, organizationId: string, userId: string): Promise<MemberRow> {
  const [row] = await db
    .select({ user: users, membership: memberships })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(isMembership({ organizationId, userId }));
  if (!row) throw notFound("Member not found.");
  return row;
}

const isMembership = ({ organizationId, userId }: { organizationId: string; userId: string }) =>
  and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId));

/** The caller's role is read again under the lock: it may have been taken away since the request came in. */
async function assertMayChange(db: Database, caller: Caller, roles: readonly OrganizationRole[]): Promise<void> {
  const { membership } = await memberInOrganization(db, caller.organizationId, caller.userId);
  if (!isAdmin(membership.role)) throw forbidden("Only an Owner or an Admin may do this.");
  if (roles.includes("Owner") && membership.role !== "Owner") {
    throw forbidden("Only an Owner may make, change or remove an Owner.");
  }
}

async function assertNotLastOwner(
  db: Database,
  { organizationId, userId, role }: MemberRow["membership"],
): Promise<void> {
  if (role !== "Owner") return;
  const [other] = await db
    .select()
    .from(memberships)
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.role, "Owner"),
        ne(memberships.userId, userId),
      ),
    )
    .limit(1);
  if (!other) throw invalid("An organization needs an Owner. Make somebody else one first.", { code: "last_owner" });
}
