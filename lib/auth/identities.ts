// Accounts at sign-in providers, and the users they belong to.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { identities, users } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { recordEndedPassword } from "@/lib/audit/record";
import { type UserRow, userByEmail } from "./credentials";
import { endKeysOf } from "./end-keys";
import { organizationIdsOf } from "./organization-ids";
import { removeFactor } from "./second-factor";
import { assertMaySignUp, openInvitationFor, whoMaySignUpNow } from "./sign-up";
import { agentOf, type SessionClient } from "./user-sessions";

export interface ProviderAccount {
  provider: string;
  providerAccountId: string;
  /** Verified by the provider. */
  email: string;
  name: string;
}

export interface FirstLink {
  client: SessionClient;
  /** Brings the state of these API keys to the gateway, after the commit. */
  projectKeys: (ids: readonly string[]) => Promise<void>;
}

/**
 * The user behind a provider's account: the one linked to it, else the one with its email, else a new one. Throws if a new user
 * may not sign up.
 * The first link removes an existing password: the person who set it had not verified the address, and would keep
 * access to an account that now belongs to the verified owner. It also ends the API keys, for the same reason.
 */
export async function userOfProvider(db: Database, account: ProviderAccount, link: FirstLink): Promise<UserRow> {
  const { user, endedKeys } = await linkUser(db, account, link.client);
  if (endedKeys.length > 0) {
    try {
      await link.projectKeys(endedKeys);
    } catch (error) {
      // Without the link, the next sign-in does all of this again.
      await db.delete(identities).where(isAccount(account));
      throw error;
    }
  }
  return user;
}

interface Linked {
  user: UserRow;
  /** Ids of keys. */
  endedKeys: readonly string[];
}

function linkUser(db: Database, account: ProviderAccount, client: SessionClient): Promise<Linked> {
  return transaction(db, async (tx) => {
    // Concurrent first sign-ins are serialized.
    await lockEmail(tx, account.email);
    const linked = await linkedUser(tx, account);
    if (linked) return { user: linked, endedKeys: [] };
    const known = await userByEmail(tx, account.email);
    const isFirst = known !== undefined && (await tx.$count(identities, eq(identities.userId, known.id))) === 0;
    const endedKeys = isFirst ? await endKeysOf(tx, known.id, client) : [];
    const { provider, providerAccountId } = account;
    const user = isFirst ? await endPassword(tx, known, provider, client) : (known ?? (await newUser(tx, account)));
    await tx.insert(identities).values({ provider, providerAccountId, userId: user.id });
    return { user, endedKeys };
  });
}

/** Until the transaction ends, nobody else finds or makes a user with this email by a provider. */
export async function lockEmail(tx: Database, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email.toLowerCase()}, 0))`);
}

const isAccount = ({ provider, providerAccountId }: ProviderAccount) =>
  and(eq(identities.provider, provider), eq(identities.providerAccountId, providerAccountId));

async function linkedUser(db: Database, account: ProviderAccount) {
  const [row] = await db
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(isAccount(account));
  return row?.user;
}

/** Removes the password and the second factor, with which the person who set them could keep the verified owner out. */
async function endPassword(tx: Database, known: UserRow, provider: string, client: SessionClient): Promise<UserRow> {
  const hadFactor = await removeFactor(tx, known.id);
  const [user] = await tx.update(users).set({ passwordHash: null }).where(eq(users.id, known.id)).returning();
  if (!user) throw new Error("the user was not stored");
  await recordEndedPassword(tx, await organizationIdsOf(tx, user.id), {
    ...{ userId: user.id, provider, address: client.network, userAgent: agentOf(client) },
    ended: { changePassword: known.passwordHash !== null, disableSecondFactor: hadFactor },
  });
  return user;
}

/** Signs a person up, if ASSAY_SIGNUP allows it or the address has an invitation. */
async function newUser(db: Database, { email, name }: ProviderAccount): Promise<UserRow> {
  if ((await openInvitationFor(db, email)) === null) assertMaySignUp(await whoMaySignUpNow(db), email);
  const [user] = await db.insert(users).values({ email, name }).returning();
  if (!user) throw new Error("the user was not stored");
  return user;
}
