// An Owner or an Admin deletes the account of a member.
import { and, eq, ne, sql } from "drizzle-orm";
import { advisoryLocks } from "@/db/advisory-locks";
import type { Database } from "@/db/client";
import { memberships, users } from "@/db/schema";
import { recordAct } from "@/lib/audit/record";
import { assertPerson } from "@/lib/auth/access";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/erasure";
import { invalidField } from "@/lib/errors";
import { forgetKeys } from "@/lib/gateway-admin/forget-organization";
import { inTransaction } from "@/lib/transaction";
import { endMembership } from "../members";
import { assertMayGrant, assertOther, lockOrganization, memberInOrganization, ownMembership } from "../memberships";
import { projectKeysOf } from "../project-keys";
import { erasePerson } from "./erase-person";

/** Who belongs to another organization too is only removed: their account is not this organization's to delete. */
export const deleteMember: Verb<typeof contracts.deleteMember> = async (context, input) => {
  assertPerson(context.caller);
  try {
    return await inTransaction(context, async (inner) => {
      const { db, caller, now } = inner;
      await db.execute(sql`select pg_advisory_xact_lock_shared(${advisoryLocks.projection})`);
      await lockOrganization(db, caller.organizationId);
      const member = await memberInOrganization(db, caller.organizationId, input.user_id);
      const { user, membership } = member;
      assertMayGrant(await ownMembership(db, caller), [membership.role]);
      // An Owner is always left: only an Owner may delete an Owner, and nobody themselves.
      assertOther(member, caller, "Delete it in your profile.");
      if (user.email.toLowerCase() !== input.email.trim().toLowerCase())
        throw invalidField("email", "This is not the email of their account.");
      const outcome = (await belongsElsewhere(db, membership)) ? "removed" : "deleted";
      const before = { role: membership.role };
      await recordAct(inner, { targetId: user.id, before, after: { account: outcome } });
      if (outcome === "removed") await endMembership(db, membership, now());
      else await forgetKeys(await erasePerson(db, user.id, now()));
      return { outcome };
    });
  } finally {
    // Even if the member no longer exists: an earlier removal may not have reached the gateway.
    await projectKeysOf(context.db, context.caller.organizationId, input.user_id);
  }
};

/** Locks the person, so that they cannot join another organization meanwhile. */
async function belongsElsewhere(
  db: Database,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<boolean> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  const others = and(eq(memberships.userId, userId), ne(memberships.organizationId, organizationId));
  return (await db.$count(memberships, others)) > 0;
}
