// The calling user's second factor, from setting it up to turning it off, and what administrators may do about a member's.
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { renderSVG } from "uqr";
import type { Database } from "@/db/client";
import { memberships, organizations, secondFactors, userSessions } from "@/db/schema";
import { assertPerson } from "@/lib/auth/access";
import { wrongCode } from "@/lib/auth/credentials";
import { seal } from "@/lib/auth/encryption";
import { newTotpSecret, plainCode, totpAddress } from "@/lib/auth/rules/totp";
import { acceptAppCode, newRecoveryCodes, removeFactor } from "@/lib/auth/second-factor";
import { sessionSecret } from "@/lib/auth/session-secret";
import { limits, refundAttempt, spendAttempt } from "@/lib/auth/throttle";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/second-factor";
import { conflict, notFound } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { assertMayGrant, assertOther, lockOrganization, memberInOrganization, ownMembership } from "./memberships";
import { userWithPassword } from "./own-password";
import { recordOwnChange } from "./record-own-change";

export const getSecondFactor: Verb<typeof contracts.getSecondFactor> = async ({ db, caller }) => {
  assertPerson(caller);
  const [[factor], [organization], [session]] = await Promise.all([
    db.select().from(secondFactors).where(eq(secondFactors.userId, caller.userId)),
    db.select().from(organizations).where(eq(organizations.id, caller.organizationId)),
    db
      .select()
      .from(userSessions)
      .where(eq(userSessions.id, caller.sessionId ?? "")),
  ]);
  const confirmedAt = factor?.confirmedAt ?? null;
  return {
    enabled: confirmedAt !== null,
    enabled_at: confirmedAt?.toISOString() ?? null,
    recovery_codes_left: confirmedAt ? (factor?.recoveryHashes.length ?? 0) : 0,
    is_required: organization?.requiresSecondFactor ?? false,
    is_in_session: session?.hasSecondFactor ?? false,
  };
};

export const startSecondFactor: Verb<typeof contracts.startSecondFactor> = async ({ db, caller }, { password }) => {
  assertPerson(caller);
  const user = await userWithPassword(db, { userId: caller.userId, field: "password", password });
  const secret = newTotpSecret();
  const row = { secret: await seal(secret, sessionSecret()), lastStep: 0 };
  const [stored] = await db
    .insert(secondFactors)
    .values({ userId: user.id, ...row })
    .onConflictDoUpdate({ target: secondFactors.userId, set: row, setWhere: isNull(secondFactors.confirmedAt) })
    .returning();
  if (!stored) throw alreadyOn();
  const address = totpAddress(secret, user.email);
  return { secret, address, qr_code: renderSVG(address, { border: 2 }) };
};

const alreadyOn = () => conflict("You already have a second factor. Turn it off first.");
const noneYet = () => notFound("You have no second factor.");

export const confirmSecondFactor: Verb<typeof contracts.confirmSecondFactor> = async (context, { code }) => {
  const { db, caller } = context;
  assertPerson(caller);
  await spendAttempt(db, limits.secondFactor, caller.userId);
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, caller.userId));
  if (!factor) throw noneYet();
  if (factor.confirmedAt) throw alreadyOn();
  const { codes, hashes } = newRecoveryCodes();
  await inTransaction(context, async (inner) => {
    const { db: tx, now } = inner;
    if (!(await acceptAppCode(tx, factor, plainCode(code)))) throw wrongCode();
    const changes = { confirmedAt: now(), recoveryHashes: hashes };
    const [confirmed] = await tx
      .update(secondFactors)
      .set(changes)
      .where(and(eq(secondFactors.userId, caller.userId), isNull(secondFactors.confirmedAt)))
      .returning();
    // Of two at once with different codes, the second would replace the recovery codes that the first has shown.
    if (!confirmed) throw alreadyOn();
    const session = eq(userSessions.id, caller.sessionId ?? "");
    await tx.update(userSessions).set({ hasSecondFactor: true }).where(session);
    await recordOwnChange(inner, caller.userId);
  });
  await refundAttempt(db, limits.secondFactor, caller.userId);
  return { recovery_codes: codes };
};

export const renewRecoveryCodes: Verb<typeof contracts.renewRecoveryCodes> = async (context, { password }) => {
  const { db, caller } = context;
  assertPerson(caller);
  await userWithPassword(db, { userId: caller.userId, field: "password", password });
  const { codes, hashes } = newRecoveryCodes();
  await inTransaction(context, async (inner) => {
    const [changed] = await inner.db
      .update(secondFactors)
      .set({ recoveryHashes: hashes })
      .where(and(eq(secondFactors.userId, caller.userId), isNotNull(secondFactors.confirmedAt)))
      .returning();
    if (!changed) throw noneYet();
    await recordOwnChange(inner, caller.userId);
  });
  return { recovery_codes: codes };
};

export const disableSecondFactor: Verb<typeof contracts.disableSecondFactor> = async (context, { password }) => {
  const { db, caller } = context;
  assertPerson(caller);
  await userWithPassword(db, { userId: caller.userId, field: "password", password });
  await inTransaction(context, async (inner) => {
    if (!(await removeFactor(inner.db, caller.userId))) throw noneYet();
    await recordOwnChange(inner, caller.userId);
  });
  return { enabled: false };
};

export const resetMemberSecondFactor: Verb<typeof contracts.resetMemberSecondFactor> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    assertPerson(caller);
    await lockOrganization(db, caller.organizationId);
    const member = await memberInOrganization(db, caller.organizationId, input.user_id);
    const { membership } = member;
    assertMayGrant(await ownMembership(db, caller), [membership.role]);
    assertOther(member, caller, "Turn your second factor off in your profile.");
    if (await isElsewhere(db, caller, membership.userId))
      throw conflict(
        "This person also belongs to another organization, so only they can turn their second factor off.",
      );
    if (!(await removeFactor(db, membership.userId))) throw notFound("This member has no second factor.");
    return { reset: true };
  });

async function isElsewhere(db: Database, { organizationId }: Caller, userId: string): Promise<boolean> {
  const rows = await db.select().from(memberships).where(eq(memberships.userId, userId));
  return rows.some((row) => row.organizationId !== organizationId);
}
