// Invitations from the invited person's side.
import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { invitations, memberships, organizations, users } from "@/db/schema";
import { recordAct } from "@/lib/audit/record";
import { assertOwnSession, assertPerson } from "@/lib/auth/access";
import { checkCredentials, type UserRow, userByEmail } from "@/lib/auth/credentials";
import { sha256 } from "@/lib/auth/hash";
import { limits, spendAttempt } from "@/lib/auth/throttle";
import type { PublicContext, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/invitations";
import { SHORTEST_PASSWORD } from "@/lib/contracts/limits";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { Failure, forbidden, invalid, invalidField, notFound } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { hashChosenPassword } from "./new-password";
import { grantableRoles } from "./rules/granting";
import { emailTaken } from "./sign-up";

type InvitationRow = typeof invitations.$inferSelect;

/**
 * The invitation of a token; throws unless it can still be accepted. `lock` prevents a concurrent acceptance. Whatever
 * ends the sender's right to grant the role then runs before or after the acceptance, because it revokes this row.
 */
async function openInvitation(db: Database, token: string, now: Date, lock = false): Promise<InvitationRow> {
  const query = db
    .select({ invitation: invitations, inviterRole: memberships.role })
    .from(invitations)
    .leftJoin(
      memberships,
      and(eq(memberships.organizationId, invitations.organizationId), eq(memberships.userId, invitations.invitedBy)),
    )
    .where(eq(invitations.tokenHash, sha256(token)));
  const [found] = await (lock ? query.for("update", { of: invitations }) : query);
  if (!found) throw notFound("This invitation link is not valid.");
  const { invitation: row, inviterRole } = found;
  if (row.acceptedAt) throw invalid("This invitation has already been accepted.", { code: "invitation_used" });
  if (row.revokedAt) {
    throw invalid("This invitation was revoked or replaced by a newer one.", { code: "invitation_revoked" });
  }
  if (row.expiresAt <= now) {
    throw invalid("This invitation has expired. Ask for a new one.", { code: "invitation_expired" });
  }
  if (!grantableRoles(inviterRole).includes(row.role)) {
    throw invalid("The sender of this invitation can no longer grant its role. Ask for a new one.", {
      code: "invitation_revoked",
    });
  }
  return row;
}

/** The same without a session. An unknown token counts as a guess and is rate limited; a known token never is. */
async function visitorsInvitation({ db, now, address }: PublicContext, token: string): Promise<InvitationRow> {
  try {
    return await openInvitation(db, token, now());
  } catch (error) {
    const isGuess = error instanceof Failure && error.kind === "notFound";
    if (isGuess && address) await spendAttempt(db, limits.unknownInvitation, address);
    throw error;
  }
}

export const previewInvitation: Verb<typeof contracts.previewInvitation> = async (context, input) => {
  const { db } = context;
  const invitation = await visitorsInvitation(context, input.token);
  const [row] = await db
    .select({ organization: organizations.name, inviter: users.name })
    .from(organizations)
    .innerJoin(users, eq(users.id, invitation.invitedBy))
    .where(eq(organizations.id, invitation.organizationId));
  return {
    organization_name: row?.organization ?? "",
    email: invitation.email,
    role: invitation.role,
    invited_by: row?.inviter ?? "",
    expires_at: invitation.expiresAt.toISOString(),
    has_account: (await userByEmail(db, invitation.email)) !== undefined,
  };
};

type AcceptInput = Parameters<Verb<typeof contracts.acceptInvitation>>[1];

export const acceptInvitation: Verb<typeof contracts.acceptInvitation> = async (context, input) => {
  const { email, organizationId } = await visitorsInvitation(context, input.token);
  const known = await userByEmail(context.db, email);
  if (known) {
    if (known.passwordHash === null) throw forbidden("Sign in first, then reopen the invitation.");
    const credentials = { email: known.email, password: input.password ?? "", address: context.address };
    if (!(await checkCredentials(context.db, credentials)))
      throw invalidField("password", `This is not the password of ${known.email}.`);
    return accept(context, input.token, async () => known);
  }
  const [organization] = await context.db.select().from(organizations).where(eq(organizations.id, organizationId));
  const person = await readNewPerson(input, [email, organization?.name ?? ""]);
  return accept(context, input.token, async (db) => {
    const [user] = await db
      .insert(users)
      .values({ email, ...person })
      .returning();
    if (!user) throw new Error("the user was not stored");
    return user;
  });
};

async function readNewPerson({ full_name, password }: AcceptInput, about: readonly string[]) {
  if (!full_name) throw invalidField("full_name", "This field is required.");
  if (!password) throw invalidField("password", "This field is required.");
  if (password.length < SHORTEST_PASSWORD) {
    throw invalidField("password", `At least ${SHORTEST_PASSWORD} characters.`);
  }
  const chosen = { field: "password", password, about: [...about, full_name] };
  return { name: full_name, passwordHash: await hashChosenPassword(chosen) };
}

export const joinOrganization: Verb<typeof contracts.joinOrganization> = async (context, input) => {
  assertPerson(context.caller);
  return accept(context, input.token, async (db, invitation) => {
    if (invitation.organizationId !== context.caller.organizationId)
      assertOwnSession(context.caller, "join another organization");
    const [user] = await db.select().from(users).where(eq(users.id, context.caller.userId));
    if (user?.email.toLowerCase() === invitation.email.toLowerCase()) return user;
    throw forbidden(`This invitation is for ${invitation.email}. Sign in as that user to accept it.`, {
      code: "other_invitee",
    });
  });
};

/** The role of the new membership, or of the one that the person has already. */
async function roleOf(db: Database, values: typeof memberships.$inferInsert): Promise<OrganizationRole> {
  const { organizationId, userId } = values;
  const [created] = await db.insert(memberships).values(values).onConflictDoNothing().returning();
  if (created) return created.role;
  const own = and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId));
  const [existing] = await db.select().from(memberships).where(own).for("share");
  if (!existing) throw new Error("the membership was not stored");
  return existing.role;
}

async function accept(
  context: PublicContext,
  token: string,
  whoAccepts: (db: Database, invitation: InvitationRow) => Promise<UserRow>,
) {
  try {
    return await inTransaction(context, async ({ db, now }) => {
      const invitation = await openInvitation(db, token, now(), true);
      const { organizationId } = invitation;
      const user = await whoAccepts(db, invitation);
      const role = await roleOf(db, { organizationId, userId: user.id, role: invitation.role });
      await db.update(invitations).set({ acceptedAt: now() }).where(eq(invitations.id, invitation.id));
      await db.update(users).set({ lastOrganizationId: organizationId }).where(eq(users.id, user.id));
      const act = { targetId: user.id, after: { role }, organizationId, userId: user.id };
      await recordAct({ ...context, db }, act);
      return { user_id: user.id, organization_id: organizationId, email: user.email, role };
    });
  } catch (error) {
    throw databaseErrorCode(error) === "23505" ? emailTaken() : error;
  }
}
