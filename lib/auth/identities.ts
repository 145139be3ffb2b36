// Accounts at sign-in providers, and the users they belong to.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { identities, users } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { type UserRow, userByEmail } from "./credentials";
import { removeFactor } from "./second-factor";
import { assertMaySignUp, openInvitationFor, whoMaySignUpNow } from "./sign-up";

export interface ProviderAccount {
  provider: string;
  providerAccountId: string;
  /** Verified by the provider. */
  email: string;
  name: string;
}

/**
 * The user behind a provider's account: the one linked to it, else the one with its email, else a new one. Throws if a new user
 * may not sign up.
 * Linking removes an existing password: the person who set it had not verified the address, and would keep
 * access to an account that now belongs to the verified owner.
 */
export function userOfProvider(db: Database, account: ProviderAccount): Promise<UserRow> {
  return transaction(db, async (tx) => {
    // Concurrent first sign-ins are serialized.
    await lockEmail(tx, account.email);
    const linked = await linkedUser(tx, account);
    if (linked) return linked;
    const user = (await userWithEmail(tx, account.email)) ?? (await newUser(tx, account));
    const { provider, providerAccountId } = account;
    await tx.insert(identities).values({ provider, providerAccountId, userId: user.id });
    return user;
  });
}

/** Until the transaction ends, nobody else finds or makes a user with this email by a provider. */
export async function lockEmail(tx: Database, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email.toLowerCase()}, 0))`);
}

async function linkedUser(db: Database, { provider, providerAccountId }: ProviderAccount) {
  const [row] = await db
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.provider, provider), eq(identities.providerAccountId, providerAccountId)));
  return row?.user;
}

async function userWithEmail(db: Database, email: string): Promise<UserRow | undefined> {
  const known = await userByEmail(db, email);
  if (!known) return undefined;
  // With the second factor, the person who set it up could keep the verified owner out of a new password.
  await removeFactor(db, known.id);
  const [user] = await db.update(users).set({ passwordHash: null }).where(eq(users.id, known.id)).returning();
  return user;
}

/** Signs a person up, if ASSAY_SIGNUP allows it or the address has an invitation. */
async function newUser(db: Database, { email, name }: ProviderAccount): Promise<UserRow> {
  if ((await openInvitationFor(db, email)) === null) assertMaySignUp(await whoMaySignUpNow(db), email);
  const [user] = await db.insert(users).values({ email, name }).returning();
  if (!user) throw new Error("the user was not stored");
  return user;
}
