// Links with which people who have forgotten their password choose a new one.
import { and, count, eq, gt, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { memberships, passwordResets, users } from "@/db/schema";
import { assertPerson } from "@/lib/auth/access";
import { forgetFailures, userByEmail } from "@/lib/auth/credentials";
import { randomSecret, sha256 } from "@/lib/auth/hash";
import { limits, spendAttempt } from "@/lib/auth/throttle";
import type { PublicContext, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/password-resets";
import { conflict, notFound } from "@/lib/errors";
import { mailIsSetUp } from "@/lib/mail/send-mail";
import { inTransaction } from "@/lib/transaction";
import { assertMayGrant, assertOther, lockOrganization, memberInOrganization, ownMembership } from "./memberships";
import { hashChosenPassword } from "./new-password";
import { recordOwnChange } from "./record-own-change";
import { mayReset } from "./rules/may-reset";

const HOUR_MS = 3600 * 1000;
/** How long a mailed link works. */
export const MAILED_FOR_MS = HOUR_MS;
const HANDED_OVER_FOR_MS = 24 * HOUR_MS;

/** A job looks the person up, so that neither the answer nor its time says whether there is one. */
export const requestPasswordReset: Verb<typeof contracts.requestPasswordReset> = async (context, input) => {
  const { db, address } = context;
  const email = input.email.toLowerCase();
  if (address) await spendAttempt(db, limits.resetByAddress, address);
  await spendAttempt(db, limits.resetByAccount, email);
  if (!mailIsSetUp()) return { sends_mail: false };
  await inTransaction(context, async ({ emit }) => {
    const name = "accounts/password-reset.requested";
    await emit({ id: `password-reset-${crypto.randomUUID()}`, name, data: { email } });
  });
  return { sends_mail: true };
};

/** A link for the person with this email, to be mailed; null if there is none. */
export async function mailedReset(
  db: Database,
  email: string,
  now: Date,
): Promise<{ name: string; path: string } | null> {
  const user = await userByEmail(db, email);
  if (!user) return null;
  const token = await storeReset(db, { userId: user.id, createdBy: null, now, lifetimeMs: MAILED_FOR_MS });
  return { name: user.name, path: pathOf(token) };
}

export const createPasswordReset: Verb<typeof contracts.createPasswordReset> = (context, input) =>
  inTransaction(context, async ({ db, caller, now }) => {
    assertPerson(caller);
    await lockOrganization(db, caller.organizationId);
    const member = await memberInOrganization(db, caller.organizationId, input.user_id);
    const { membership } = member;
    assertMayGrant(await ownMembership(db, caller), [membership.role]);
    assertOther(member, caller, "Change your password in your profile.");
    const [all] = await db.select({ count: count() }).from(memberships).where(eq(memberships.userId, input.user_id));
    if ((all?.count ?? 0) > 1)
      throw conflict(
        "This person also belongs to another organization, so only they can reset their password, by mail.",
      );
    const reset = { userId: membership.userId, createdBy: caller.userId, now: now(), lifetimeMs: HANDED_OVER_FOR_MS };
    const token = await storeReset(db, reset);
    return { token, link: pathOf(token), expires_at: new Date(now().getTime() + HANDED_OVER_FOR_MS).toISOString() };
  });

const pathOf = (token: string): string => `/reset-password?token=${token}`;

interface NewReset {
  userId: string;
  createdBy: string | null;
  now: Date;
  lifetimeMs: number;
}

/** Returns the token. The person's earlier link no longer works. */
async function storeReset(db: Database, { userId, createdBy, now, lifetimeMs }: NewReset): Promise<string> {
  const token = randomSecret("assay_reset_");
  const row = { tokenHash: sha256(token), createdBy, createdAt: now, expiresAt: new Date(now.getTime() + lifetimeMs) };
  await db
    .insert(passwordResets)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: passwordResets.userId, set: row });
  return token;
}

const isOpen = (token: string, now: Date) =>
  and(eq(passwordResets.tokenHash, sha256(token)), gt(passwordResets.expiresAt, now));

/** The person whose link it is. An unknown token counts as a guess and is rate limited; a known one never is. */
async function personOf({ db, now, address }: PublicContext, token: string) {
  const [found] = await db
    .select({ id: users.id, email: users.email, name: users.name, createdBy: passwordResets.createdBy })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(isOpen(token, now()));
  if (found) return found;
  if (address) await spendAttempt(db, limits.unknownReset, address);
  throw notValid();
}

const notValid = () =>
  notFound("This link is no longer valid. It works once, and only for a while. Ask for a new one.");

type Linked = Awaited<ReturnType<typeof personOf>>;

/** A mailed link is the person's own. Another one ends when its administrator may no longer make it. */
async function isRightful(db: Database, { id, createdBy }: Linked, lock = false): Promise<boolean> {
  if (createdBy === null) return true;
  const query = db
    .select()
    .from(memberships)
    .where(inArray(memberships.userId, [id, createdBy]));
  const rows = await (lock ? query.for("share") : query);
  const membershipsOf = (userId: string) => rows.filter((row) => row.userId === userId);
  return mayReset(membershipsOf(createdBy), membershipsOf(id));
}

/** The same, and it stays so: nobody joins, leaves or changes roles before the transaction ends. */
async function isRightfulUntilEnd(db: Database, linked: Linked): Promise<boolean> {
  // A person whose row is locked joins no organization.
  await db.select({ id: users.id }).from(users).where(eq(users.id, linked.id)).for("update");
  return isRightful(db, linked, true);
}

export const previewPasswordReset: Verb<typeof contracts.previewPasswordReset> = async (context, { token }) => {
  const person = await personOf(context, token);
  if (!(await isRightful(context.db, person))) throw notValid();
  return { email: person.email, full_name: person.name };
};

/** Sessions name the password that they began with, so a new one ends them. */
export const resetPassword: Verb<typeof contracts.resetPassword> = async (context, { token, new_password }) => {
  const person = await personOf(context, token);
  const chosen = { field: "new_password", password: new_password, about: [person.email, person.name] };
  const passwordHash = await hashChosenPassword(chosen);
  const changed = await inTransaction(context, async ({ db, now, address }) => {
    const isStillRightful = await isRightfulUntilEnd(db, person);
    const [used] = await db.delete(passwordResets).where(isOpen(token, now())).returning();
    // Answered after the commit, so that the link stays deleted.
    if (!used || !isStillRightful) return null;
    await db.update(users).set({ passwordHash }).where(eq(users.id, used.userId));
    await forgetFailures(db, person.email, address);
    await recordOwnChange({ ...context, db }, used.userId);
    return { email: person.email };
  });
  if (!changed) throw notValid();
  return changed;
};
