// Sign-in with email and password.
import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { memberships, users } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { foundOrganization, organizationNameFor } from "./found-organization";
import { verifyPassword } from "./password";
import { beginAttempt, clearDelay } from "./sign-in-delay";
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

/** The user with these credentials, or null. Counts failures by address and by account; throws 429 after too many. */
export async function checkCredentials(db: Database, credentials: Credentials): Promise<UserRow | null> {
  const attempt = await countAttempt(db, credentials);
  const user = await userByEmail(db, credentials.email);
  if (!(await verifyPassword(credentials.password, user?.passwordHash ?? null))) return null;
  await attempt.succeed();
  return user ?? null;
}

async function countAttempt(db: Database, { email, address }: Pick<Credentials, "email" | "address">) {
  const account = email.toLowerCase();
  const attempts: [Limit, string][] = [
    ...(address ? [[limits.signInByAddress, address] satisfies [Limit, string]] : []),
    [limits.signInByAccountAndAddress, fromAddress(account, address)],
  ];
  const refund = async () => {
    for (const [limit, subject] of attempts) await refundAttempt(db, limit, subject);
  };
  for (const [limit, subject] of attempts) await spendAttempt(db, limit, subject);
  // Last, so that one address cannot make an account wait for everyone.
  await beginAttempt(db, account);
  return {
    async succeed() {
      await refund();
      await clearDelay(db, account);
    },
  };
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
