// Sign-in with email and password.
import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { memberships, users } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { foundOrganization, organizationNameFor } from "./found-organization";
import { verifyPassword } from "./password";
import { type Limit, limits, refundAttempt, spendAttempt } from "./throttle";

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

/** The user with these credentials, or null. Counts failures; throws 429 after too many within an hour. */
export async function checkCredentials(
  db: Database,
  { email, password, address }: Credentials,
): Promise<UserRow | null> {
  const account = email.toLowerCase();
  const attempts: [Limit, string][] = [
    ...(address ? [[limits.signInByAddress, address] satisfies [Limit, string]] : []),
    [limits.signInByAccountAndAddress, `${account}\n${address ?? "unknown"}`],
    [limits.signInByAccount, account],
  ];
  for (const [limit, subject] of attempts) await spendAttempt(db, limit, subject);
  const user = await userByEmail(db, email);
  if (!(await verifyPassword(password, user?.passwordHash ?? null))) return null;
  for (const [limit, subject] of attempts) await refundAttempt(db, limit, subject);
  return user ?? null;
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
