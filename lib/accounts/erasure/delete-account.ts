// A person deletes their own account.
import { and, count, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { advisoryLocks } from "@/db/advisory-locks";
import type { Database } from "@/db/client";
import { apiKeys, memberships, organizations, savedViews, scores, users } from "@/db/schema";
import { recordAct } from "@/lib/audit/record";
import { assertOwnSession, assertPerson } from "@/lib/auth/access";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/erasure";
import { invalid, invalidField, notFound } from "@/lib/errors";
import { forgetKeys } from "@/lib/gateway-admin/forget-organization";
import { inTransaction } from "@/lib/transaction";
import { lockOrganization } from "../memberships";
import { erasePerson, organizationsNaming } from "./erase-person";

export const getAccountLosses: Verb<typeof contracts.getAccountLosses> = async ({ db, caller }) => {
  const { userId } = caller;
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) throw notFound("The account does not exist.");
  const [own, keys, views, annotations, lastOwnerOf] = await Promise.all([
    db.$count(memberships, and(eq(memberships.userId, userId), isReached(caller, memberships.organizationId))),
    db.$count(
      apiKeys,
      and(eq(apiKeys.userId, userId), isNull(apiKeys.deletedAt), isReached(caller, apiKeys.organizationId)),
    ),
    db.$count(savedViews, and(eq(savedViews.userId, userId), isReached(caller, savedViews.organizationId))),
    db.$count(scores, and(eq(scores.annotatorId, userId), isReached(caller, scores.organizationId))),
    onlyOwned(db, userId, isReached(caller, organizations.id)),
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

/** A company's session learns nothing of the person's other organizations. */
const isReached = ({ isCompanySession, organizationId }: Caller, column: AnyPgColumn): SQL | undefined =>
  isCompanySession ? eq(column, organizationId) : undefined;

/** Organizations that would have no Owner without this person. */
async function onlyOwned(db: Database, userId: string, isShown?: SQL): Promise<{ id: string; name: string }[]> {
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
    .where(and(eq(memberships.userId, userId), eq(memberships.role, "Owner"), sql`(${others}) = 0`, isShown))
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
    if (last.length > 0)
      throw lastOwner(
        last.map(({ name }) => name),
        ids.length === 1,
      );
    const naming = await organizationsNaming(db, userId);
    for (const organizationId of naming) await recordAct(inner, { targetId: userId, organizationId });
    await forgetKeys(await erasePerson(db, userId, now(), naming));
    return { deleted: true as const };
  });
};

/** Who belongs to no other organization is deleted with it: they need not find that out. */
function lastOwner(names: readonly string[], isOnlyOrganization: boolean) {
  const refusal = `You are the last Owner of ${names.join(", ")}. Make somebody an Owner, or delete the organization, first.`;
  const both = " Deleting the organization deletes your account too.";
  return invalid(isOnlyOrganization ? `${refusal}${both}` : refusal, { code: "last_owner" });
}
