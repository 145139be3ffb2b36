// Sign-in with email and password.
import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { memberships, users } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { recordSignIn } from "@/lib/audit/record";
import { Failure, invalid, invalidField } from "@/lib/errors";
import { foundOrganization, organizationNameFor } from "./found-organization";
import { organizationIdsOf } from "./organization-ids";
import { verifyPassword } from "./password";
import { acceptCode, factorOf } from "./second-factor";
import { beginAttempt, clearDelay, FREE_FAILURES, refundDelay } from "./sign-in-delay";
import { forgetAttempts, type Limit, limits, refundAttempt, spendAttempt } from "./throttle";

export type UserRow = typeof users.$inferSelect;

export async function userByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return user;
}

interface Credentials {
  email: string;
  password: string;
  /** The client's address; null if unknown. */
  address: string | null;
}

/**
 * The user with these credentials, or null. Counts failures by address and by account; throws 429 after too many. The password
 * alone ends no delay of a person with a second factor, whose codes are still to be guessed.
 */
export async function checkCredentials(db: Database, credentials: Credentials): Promise<UserRow | null> {
  const attempt = await countAttempt(db, credentials);
  const user = await userByEmail(db, credentials.email);
  if (!(await verifyPassword(credentials.password, user?.passwordHash ?? null)) || !user) return null;
  if (await factorOf(db, user.id)) await attempt.refund();
  else await attempt.succeed();
  return user;
}

interface SignIn extends Credentials {
  /** Of the second factor; null if none was entered. */
  code: string | null;
}

/** How a person proved who they are. */
export type SignInMethod = "password" | "second_factor" | "github" | "google" | "company";

/** A person who has just signed in. */
export interface SignedIn {
  user: UserRow;
  method: SignInMethod;
  /** Whose provider it was, with the company: the session reaches that organization alone. */
  organizationId?: string;
}

/** The same for a sign-in, which asks a person with a second factor for its code. Wrong codes count as failures too. */
export async function signInWith(db: Database, { code, ...credentials }: SignIn): Promise<SignedIn | null> {
  const attempt = await countAttempt(db, credentials);
  const user = await userByEmail(db, credentials.email);
  if (!(await verifyPassword(credentials.password, user?.passwordHash ?? null)) || !user) {
    await attempt.fail();
    return null;
  }
  const factor = await factorOf(db, user.id);
  if (factor && !code) {
    // Who knows the password has not guessed.
    await attempt.refund();
    throw codeRequired();
  }
  if (factor && code && !(await acceptCode(db, factor, code))) {
    await attempt.fail();
    throw wrongCode();
  }
  await attempt.succeed();
  return { user, method: factor ? "second_factor" : "password" };
}

const codeRequired = () => {
  const message = "Enter the code of your authenticator app, or a recovery code.";
  return invalid(`code: ${message}`, { code: "second_factor_required", fields: { code: [message] } });
};
export const wrongCode = () => invalidField("code", "The code is wrong, or has already been used.");

async function countAttempt(db: Database, { email, address }: Pick<Credentials, "email" | "address">) {
  const account = email.toLowerCase();
  const attempts: [Limit, string][] = [
    ...(address ? [[limits.signInByAddress, address] satisfies [Limit, string]] : []),
    [limits.signInByAccountAndAddress, fromAddress(account, address)],
  ];
  const spent: [Limit, string][] = [];
  const refund = async () => {
    for (const [limit, subject] of spent) await refundAttempt(db, limit, subject);
  };
  const begin = async (): Promise<number> => {
    for (const [limit, subject] of attempts) {
      await spendAttempt(db, limit, subject);
      spent.push([limit, subject]);
    }
    // Last, so that one address cannot make an account wait for everyone.
    return beginAttempt(db, account);
  };
  const failures = await begin().catch(async (error: unknown) => {
    // What is refused unseen is no guess.
    if (error instanceof Failure) await refund();
    throw error;
  });
  return {
    /** Tells the account's organizations once, when the next failures make it wait. */
    async fail() {
      if (failures === FREE_FAILURES) await recordRefused(db, account, address);
    },
    async refund() {
      await refund();
      await refundDelay(db, account);
    },
    async succeed() {
      await refund();
      await clearDelay(db, account);
    },
  };
}

async function recordRefused(db: Database, email: string, address: string | null): Promise<void> {
  const user = await userByEmail(db, email);
  if (!user) return;
  await recordSignIn(db, await organizationIdsOf(db, user.id), {
    ...{ action: "signInRefused", userId: null, targetId: user.id, address, userAgent: null },
    after: { failures: FREE_FAILURES },
  });
}

const fromAddress = (account: string, address: string | null): string => `${account}\n${address ?? "unknown"}`;

/** A person who has chosen a new password with a link is let in at once. */
export async function forgetFailures(db: Database, email: string, address: string | null): Promise<void> {
  const account = email.toLowerCase();
  await forgetAttempts(db, limits.signInByAccountAndAddress, fromAddress(account, address));
  await clearDelay(db, account);
}

/** A user who was removed from the last organization gets a new one, as at sign-up. */
export async function ensureMembership(db: Database, user: Pick<UserRow, "id" | "name">): Promise<void> {
  await transaction(db, async (tx) => {
    // Concurrent sign-ins are serialized by a lock on the user's row.
    await tx.select().from(users).where(eq(users.id, user.id)).for("update");
    const [membership] = await tx.select().from(memberships).where(eq(memberships.userId, user.id)).limit(1);
    if (!membership) await foundOrganization(tx, { name: organizationNameFor(user.name), ownerId: user.id });
  });
}
