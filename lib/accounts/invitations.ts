// Invitations from the organization's side.
import { and, count, desc, eq, isNull, notInArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invitations, memberships, users } from "@/db/schema";
import { recordAct } from "@/lib/audit/record";
import { randomSecret, sha256 } from "@/lib/auth/hash";
import { limits, tryAttempt } from "@/lib/auth/throttle";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/invitations";
import type { Invitation } from "@/lib/contracts/accounts/invitations";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { invalidField, notFound } from "@/lib/errors";
import { mailIsSetUp } from "@/lib/mail/send-mail";
import { assertPage, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { invitationCreated, pathOfInvitation } from "./mailed-invitation";
import { assertMayGrant, lockOrganization, type MemberRow, ownMembership } from "./memberships";
import { grantableRoles } from "./rules/granting";

const LIFETIME_MS = 7 * 24 * 3600 * 1000;

const isOpen = (organizationId: string) =>
  and(eq(invitations.organizationId, organizationId), isNull(invitations.acceptedAt), isNull(invitations.revokedAt));

export const inviteMember: Verb<typeof contracts.inviteMember> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller, now, emit } = inner;
    await lockOrganization(db, caller.organizationId);
    const inviter = await ownMembership(db, caller);
    assertMayGrant(inviter, [input.role]);
    if (await isMember(db, caller, input.email)) throw invalidField("email", "This person is already a member.");
    await db
      .update(invitations)
      .set({ revokedAt: now() })
      .where(and(isOpen(caller.organizationId), sql`lower(${invitations.email}) = ${input.email.toLowerCase()}`));
    const token = randomSecret("assay_invitation_");
    const [row] = await db
      .insert(invitations)
      .values({
        organizationId: caller.organizationId,
        email: input.email,
        role: input.role,
        tokenHash: sha256(token),
        invitedBy: caller.userId,
        createdAt: now(),
        expiresAt: new Date(now().getTime() + LIFETIME_MS),
      })
      .returning();
    if (!row) throw new Error("the invitation was not stored");
    await recordAct(inner, { targetId: row.id, targetName: row.email, after: { role: row.role } });
    const sendsMail = await mayMail(db, caller, input.email);
    if (sendsMail) await emit(await invitationCreated(row.id, token));
    return {
      invitation: presentInvitation(row, inviter.user.name, now()),
      token,
      link: pathOfInvitation(token),
      sends_mail: sendsMail,
    };
  });

/** Strangers must not be flooded with mails of this server. Past the limits the link remains: others may have used up an email's. */
async function mayMail(db: Database, { userId }: Caller, email: string): Promise<boolean> {
  if (!mailIsSetUp()) return false;
  const waits = [
    await tryAttempt(db, limits.mailedInvitationsBy, userId),
    await tryAttempt(db, limits.mailedInvitationsTo, email.toLowerCase()),
  ];
  return waits.every((seconds) => seconds === null);
}

async function isMember(db: Database, caller: Caller, email: string): Promise<boolean> {
  const [member] = await db
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(eq(memberships.organizationId, caller.organizationId), sql`lower(${users.email}) = ${email.toLowerCase()}`),
    );
  return member !== undefined;
}

const presentInvitation = (row: typeof invitations.$inferSelect, invitedBy: string, now: Date): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  invited_by: invitedBy,
  expires_at: row.expiresAt.toISOString(),
  is_expired: row.expiresAt <= now,
  created_at: row.createdAt.toISOString(),
});

export const listInvitations: Verb<typeof contracts.listInvitations> = async ({ db, caller, now }, input) => {
  const { page, limit, offset } = pageRange(input);
  const where = isOpen(caller.organizationId);
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(invitations).where(where),
    db
      .select({ invitation: invitations, invitedBy: users.name })
      .from(invitations)
      .innerJoin(users, eq(users.id, invitations.invitedBy))
      .where(where)
      .orderBy(desc(invitations.createdAt), desc(invitations.id))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  const results = rows.map(({ invitation, invitedBy }) => presentInvitation(invitation, invitedBy, now()));
  return { count: all, page, limit, results };
};

export const revokeInvitation: Verb<typeof contracts.revokeInvitation> = async (context, input) => {
  const { db, caller, now } = context;
  const [revoked] = await db
    .update(invitations)
    .set({ revokedAt: now() })
    .where(and(isOpen(caller.organizationId), eq(invitations.id, input.invitation_id)))
    .returning({ id: invitations.id, email: invitations.email, role: invitations.role });
  if (!revoked) throw notFound("Invitation not found.");
  await recordAct(context, { targetId: revoked.id, targetName: revoked.email, before: { role: revoked.role } });
  return { revoked: true };
};

/**
 * Revokes the open invitations of a member to roles that the member may no longer grant, after a change of role or on leaving. Returns
 * the invited emails. Call it under the organization's lock, under which invitations are also created.
 */
export async function revokeInvitationsOf(
  db: Database,
  { organizationId, userId }: MemberRow["membership"],
  role: OrganizationRole | null,
  now: Date,
): Promise<string[]> {
  const revoked = await db
    .update(invitations)
    .set({ revokedAt: now })
    .where(
      and(
        isOpen(organizationId),
        eq(invitations.invitedBy, userId),
        notInArray(invitations.role, [...grantableRoles(role)]),
      ),
    )
    .returning({ email: invitations.email });
  return revoked.map(({ email }) => email).toSorted();
}
