// Members of an organization, which always keeps an Owner. When a member may no longer grant a role, their open invitations to it end.
import { and, asc, count, eq, ne, or } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys, memberships, users } from "@/db/schema";
import { recordAct } from "@/lib/audit/record";
import { assertRequirements } from "@/lib/auth/access";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/organizations";
import type { Member } from "@/lib/contracts/accounts/organizations";
import { invalid, notFound } from "@/lib/errors";
import { inOrganization } from "@/lib/owned-rows";
import { assertPage, byName, hasText, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { revokeInvitationsOf } from "./invitations";
import { leaveQueues } from "./leave-queues";
import {
  assertMayGrant,
  hasFactor,
  isMembership,
  lockOrganization,
  type MemberRow,
  memberInOrganization,
  ownMembership,
} from "./memberships";
import { projectKeysOf } from "./project-keys";

export const listMembers: Verb<typeof contracts.listMembers> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(input);
  const { search } = input;
  const where = and(
    eq(memberships.organizationId, caller.organizationId),
    search ? or(hasText(users.name, search), hasText(users.email, search)) : undefined,
  );
  const joined = eq(users.id, memberships.userId);
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(memberships).innerJoin(users, joined).where(where),
    db
      .select({ user: users, membership: memberships, hasSecondFactor: hasFactor })
      .from(memberships)
      .innerJoin(users, joined)
      .where(where)
      .orderBy(asc(byName(users.name)), asc(users.id))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: rows.map(presentMember) };
};

const presentMember = ({ user, membership, hasSecondFactor }: MemberRow): Member => ({
  user_id: user.id,
  name: user.name,
  email: user.email,
  role: membership.role,
  has_second_factor: hasSecondFactor,
  created_at: membership.createdAt.toISOString(),
});

export const changeMemberRole: Verb<typeof contracts.changeMemberRole> = async (context, input) => {
  try {
    return await inTransaction(context, async (inner) => {
      const { db, caller, now } = inner;
      await lockOrganization(db, caller.organizationId);
      const member = await memberInOrganization(db, caller.organizationId, input.user_id);
      assertMayGrant(await ownMembership(db, caller), [member.membership.role, input.role]);
      if (input.role !== "Owner" && (await isLastOwner(db, member.membership))) throw lastOwner();
      const membership = { ...member.membership, role: input.role };
      await db.update(memberships).set({ role: input.role }).where(isMembership(membership));
      const revoked = await revokeInvitationsOf(db, membership, input.role, now());
      const before = { role: member.membership.role };
      await recordAct(inner, { targetId: membership.userId, before, after: { role: input.role } });
      return { ...presentMember({ ...member, membership }), revoked_invitations: revoked };
    });
  } finally {
    // A Viewer's keys may not call models. Even if nothing changes: an earlier change may not have reached the gateway.
    await projectKeysOf(context.db, context.caller.organizationId, input.user_id, "not deleted");
  }
};

export const removeMember: Verb<typeof contracts.removeMember> = async (context, input) => {
  // Once somebody has left, the session is in another organization: sent again, the request must not leave that one too.
  const named = input.organization_id ?? context.caller.organizationId;
  if (named !== context.caller.organizationId) throw notFound("You are no longer a member of this organization.");
  // To leave takes nothing that the organization asks for.
  if (input.user_id !== context.caller.userId) assertRequirements(context.caller);
  try {
    return await inTransaction(context, async (inner) => {
      const { db, caller, now } = inner;
      await lockOrganization(db, caller.organizationId);
      const own = await ownMembership(db, caller);
      // Before the member is looked up: others than administrators do not learn who is one.
      if (input.user_id !== caller.userId) assertMayGrant(own, []);
      const { membership } = await memberInOrganization(db, caller.organizationId, input.user_id);
      if (membership.userId !== caller.userId) assertMayGrant(own, [membership.role]);
      if (await isLastOwner(db, membership)) throw lastOwner();
      await recordAct(inner, { targetId: membership.userId, before: { role: membership.role } });
      return { removed: true, ...(await endMembership(db, membership, now())) };
    });
  } finally {
    // Even if the member no longer exists: an earlier removal may not have reached the gateway.
    await projectKeysOf(context.db, context.caller.organizationId, input.user_id);
  }
};

/** Takes a person out of an organization and its queues, and revokes what they could do there. */
export async function endMembership(db: Database, membership: MemberRow["membership"], now: Date) {
  await leaveQueues(db, membership.organizationId, membership.userId);
  await db.delete(memberships).where(isMembership(membership));
  return {
    revoked_keys: await revokeKeys(db, membership, now),
    revoked_invitations: await revokeInvitationsOf(db, membership, null, now),
  };
}

/** Revokes every key that a user has in an organization. Returns how many. */
async function revokeKeys(
  db: Database,
  { organizationId, userId }: MemberRow["membership"],
  now: Date,
): Promise<number> {
  const revoked = await db
    .update(apiKeys)
    .set({ deletedAt: now })
    .where(and(inOrganization(apiKeys, organizationId), eq(apiKeys.userId, userId)))
    .returning({ id: apiKeys.id });
  return revoked.length;
}

const lastOwner = () =>
  invalid("An organization needs an Owner. Make another member an Owner first.", { code: "last_owner" });

async function isLastOwner(db: Database, { organizationId, userId, role }: MemberRow["membership"]): Promise<boolean> {
  if (role !== "Owner") return false;
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
  return other === undefined;
}
