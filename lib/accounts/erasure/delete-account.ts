// A person deletes their own account.
import { and, count, eq, isNull, ne, sql } from "drizzle-orm";
import { advisoryLocks } from "@/db/advisory-locks";
import type { Database } from "@/db/client";
import { apiKeys, memberships, organizations, savedViews, scores, users } from "@/db/schema";
import { recordAct } from "@/lib/audit/record";
import { assertOwnSession, assertPerson } from "@/lib/auth/access";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/erasure";
import { invalid, invalidField, notFound } from "@/lib/errors";
import { forgetKeys } from "@/lib/gateway-admin/forget-organization";
import { inTransaction } from "@/lib/transaction";
import { lockOrganization } from "../memberships";
import { erasePerson } from "./erase-person";

export const getAccountLosses: Verb<typeof contracts.getAccountLosses> = async ({ db, caller: { userId } }) => {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) throw notFound("The account does not exist.");
  const [own, keys, views, annotations, lastOwnerOf] = await Promise.all([
    db.$count(memberships, eq(memberships.userId, userId)),
    db.$count(apiKeys, and(eq(apiKeys.userId, userId), isNull(apiKeys.deletedAt))),
    db.$count(savedViews, eq(savedViews.userId, userId)),
    db.$count(scores, eq(scores.annotatorId, userId)),
    onlyOwned(db, userId),
  ]);
  return {
    email: user.email,
    organizations: own,
    api_keys: keys,
    saved_views: views,
    annotations,
    last_owner_of: lastOwnerOf,
  };
};

/** Organizations that would have no Owner without this person. */
async function onlyOwned(db: Database, userId: string): Promise<{ id: string; name: string }[]> {
  const others = db
    .select({ count: count() })
    .from(memberships)
    .where(
      and(
        eq(memberships.organizationId, organizations.id),
        eq(memberships.role, "Owner"),
        ne(memberships.userId, userId),
      ),
    );
  return db
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .innerJoin(memberships, eq(memberships.organizationId, organizations.id))
    .where(and(eq(memberships.userId, userId), eq(memberships.role, "Owner"), sql`(${others}) = 0`))
    .orderBy(organizations.name);
}

export const deleteAccount: Verb<typeof contracts.deleteAccount> = async (context, input) => {
  const { userId } = context.caller;
  assertPerson(context.caller);
  return inTransaction(context, async (inner) => {
    const { db, now } = inner;
    await db.execute(sql`select pg_advisory_xact_lock_shared(${advisoryLocks.projection})`);
    const [user] = await db.select().from(users).where(eq(users.id, userId));
    if (user?.email.toLowerCase() !== input.email.trim().toLowerCase())
      throw invalidField("email", "This is not the email of your account.");
    const own = await db.select().from(memberships).where(eq(memberships.userId, userId));
    if (own.length > 1) assertOwnSession(inner.caller, "delete an account that other organizations share");
    // In one order, so that two people who leave at once do not wait for one another.
    const ids = own.map(({ organizationId }) => organizationId).toSorted();
    for (const id of ids) await lockOrganization(db, id);
    const last = await onlyOwned(db, userId);
    if (last.length > 0) throw lastOwner(last.map(({ name }) => name));
    for (const organizationId of ids) await recordAct(inner, { targetId: userId, organizationId });
    await forgetKeys(await erasePerson(db, userId, now()));
    return { deleted: true as const };
  });
};

const lastOwner = (names: readonly string[]) =>
  invalid(`You are the last Owner of ${names.join(", ")}. Make somebody an Owner, or delete the organization, first.`, {
    code: "last_owner",
  });
