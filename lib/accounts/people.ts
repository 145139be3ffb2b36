// The calling user's own account.
import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { memberships, organizations, users, workspaces } from "@/db/schema";
import { assertOwnSession, assertPerson } from "@/lib/auth/access";
import { verifyPassword } from "@/lib/auth/password";
import { limits, refundAttempt, spendAttempt } from "@/lib/auth/throttle";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/people";
import type { UserInfo } from "@/lib/contracts/accounts/people";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { invalidField, notFound } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { hashChosenPassword } from "./new-password";
import { recordOwnChange } from "./record-own-change";

/** The role numbers that clients use. */
const levels: Record<OrganizationRole, number> = { Owner: 15, Admin: 8, Member: 3, Viewer: 1 };

export const getUserInfo: Verb<typeof contracts.getUserInfo> = ({ db, caller }) => userInfo(db, caller);

async function userInfo(db: Database, caller: Caller): Promise<UserInfo> {
  const [row] = await db
    .select({ user: users, organization: organizations, workspace: workspaces })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .innerJoin(workspaces, eq(workspaces.id, caller.workspaceId))
    .where(and(eq(memberships.userId, caller.userId), eq(memberships.organizationId, caller.organizationId)));
  if (!row) throw notFound("You are no longer a member of this organization.");
  const { user, organization, workspace } = row;
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    has_password: user.passwordHash !== null,
    created_at: user.createdAt.toISOString(),
    organization_role: caller.role,
    organization: { id: organization.id, name: organization.name, display_name: organization.name },
    default_workspace_id: workspace.id,
    default_workspace_name: workspace.name,
    org_level: levels[caller.role],
    effective_level: levels[caller.role],
  };
}

export const updateProfile: Verb<typeof contracts.updateProfile> = async ({ db, caller }, input) => {
  const isShared = (await db.$count(memberships, eq(memberships.userId, caller.userId))) > 1;
  if (isShared) assertOwnSession(caller, "rename an account that other organizations share");
  await db.update(users).set({ name: input.full_name }).where(eq(users.id, caller.userId));
  return userInfo(db, caller);
};

export const changePassword: Verb<typeof contracts.changePassword> = async (context, input) => {
  const { db, caller } = context;
  assertPerson(caller);
  await spendAttempt(db, limits.password, caller.userId);
  const [user] = await db.select().from(users).where(eq(users.id, caller.userId));
  if (user?.passwordHash === null) assertOwnSession(caller, "choose a first password");
  const isKnown =
    user?.passwordHash === null || (await verifyPassword(input.current_password ?? "", user?.passwordHash ?? null));
  if (!isKnown) throw invalidField("current_password", "The current password is incorrect.");
  await refundAttempt(db, limits.password, caller.userId);
  const { email, name, organization } = await userInfo(db, caller);
  const about = [email, name, organization.name];
  const passwordHash = await hashChosenPassword({ field: "new_password", password: input.new_password, about });
  await inTransaction(context, async (inner) => {
    await inner.db.update(users).set({ passwordHash }).where(eq(users.id, caller.userId));
    await recordOwnChange(inner, caller.userId);
  });
  return { changed: true };
};
