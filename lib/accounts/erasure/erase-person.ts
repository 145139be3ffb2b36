// Deletes a person. What they did stays, attributed to "Deleted user"; nothing else of them does.
import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  apiKeys,
  companyIdentities,
  identities,
  invitations,
  memberships,
  notificationPreferences,
  passwordResets,
  queueExportParts,
  queueExports,
  savedViews,
  secondFactors,
  userSessions,
  users,
} from "@/db/schema";
import { notFound } from "@/lib/errors";
import { revokeInvitationsOf } from "../invitations";
import { leaveQueues } from "../leave-queues";
import { DELETED_USER, eraseFromDatasets } from "./erase-from-datasets";

interface Person {
  id: string;
  email: string;
  name: string;
  organizations: readonly string[];
}

/**
 * Returns the hashes of the person's keys, which the gateway must forget. Whether they may go is the caller's to decide. Who has
 * read the organizations that name the person passes them on.
 */
export async function erasePerson(
  tx: Database,
  userId: string,
  now: Date,
  organizations?: readonly string[],
): Promise<string[]> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
  if (!user) throw notFound("The account does not exist.");
  const own = await tx.select().from(memberships).where(eq(memberships.userId, userId));
  const person = {
    id: userId,
    email: user.email,
    name: user.name,
    organizations: organizations ?? (await organizationsNaming(tx, userId)),
  };
  for (const membership of own) {
    await leaveQueues(tx, membership.organizationId, userId);
    await revokeInvitationsOf(tx, membership, null, now);
  }
  await tx.delete(memberships).where(eq(memberships.userId, userId));
  const keys = await tx.delete(apiKeys).where(eq(apiKeys.userId, userId)).returning({ keyHash: apiKeys.keyHash });
  await deleteOwnRows(tx, person);
  await deleteExportsNaming(tx, person);
  await eraseFromDatasets(tx, person, person.organizations);
  await eraseFromAudit(tx, person);
  await tx
    .update(users)
    .set({
      email: `${userId}@deleted.invalid`,
      name: DELETED_USER,
      passwordHash: null,
      deskKeys: null,
      lastOrganizationId: null,
      deletedAt: now,
    })
    .where(eq(users.id, userId));
  return keys.map(({ keyHash }) => keyHash);
}

/** Those that the person belongs to, and those that they left: known by what they did there, or by their removal. */
export async function organizationsNaming(tx: Database, userId: string): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from organizations where deleted_at is null and id in (
      select organization_id from memberships where user_id = ${userId}
      union select organization_id from scores where annotator_id = ${userId} and deleted_at is null
      union select organization_id from queue_items where reviewed_by = ${userId}
      union select item.organization_id from adjudications join queue_items as item on item.id = adjudications.item_id
        where adjudications.resolved_by = ${userId}
      union select organization_id from audit_entries
        where user_id = ${userId} or (target_type = 'member' and target_id = ${userId}::text))
    order by id`);
  return rows.map(({ id }) => id);
}

async function deleteOwnRows(tx: Database, { id, email }: Person): Promise<void> {
  await tx.delete(userSessions).where(eq(userSessions.userId, id));
  await tx.delete(secondFactors).where(eq(secondFactors.userId, id));
  await tx.delete(identities).where(eq(identities.userId, id));
  await tx.delete(companyIdentities).where(eq(companyIdentities.userId, id));
  await tx.delete(passwordResets).where(or(eq(passwordResets.userId, id), eq(passwordResets.createdBy, id)));
  await tx.delete(savedViews).where(eq(savedViews.userId, id));
  await tx.delete(notificationPreferences).where(eq(notificationPreferences.userId, id));
  await tx.delete(invitations).where(sql`lower(${invitations.email}) = ${email.toLowerCase()}`);
  await tx.execute(sql`
    delete from outbox_events where data ->> 'email' = ${email.toLowerCase()} or data ->> 'userId' = ${id}`);
}

/** Files of exports name annotators. They can be written again. */
async function deleteExportsNaming(tx: Database, { organizations }: Person): Promise<void> {
  if (organizations.length === 0) return;
  const theirs = inArray(queueExports.organizationId, [...organizations]);
  const ids = tx.select({ id: queueExports.id }).from(queueExports).where(theirs);
  await tx.delete(queueExportParts).where(inArray(queueExportParts.exportId, ids));
  await tx
    .update(queueExports)
    .set({ status: "expired" })
    .where(and(theirs, eq(queueExports.status, "completed")));
}

/** Acts stay. From where they were done goes, and the email where somebody invited it. */
async function eraseFromAudit(tx: Database, { id, email }: Person): Promise<void> {
  await tx.execute(sql`set local assay.audit_erasure = 'on'`);
  await tx.execute(sql`update audit_entries set address = null, user_agent = null
    where user_id = ${id} or (target_type = 'sign_in' and target_id = ${id})`);
  await tx.execute(sql`
    update audit_entries set target_name = null where lower(target_name) = ${email.toLowerCase()}`);
  await tx.execute(sql`set local assay.audit_erasure = 'off'`);
  await tx.execute(sql`
    delete from webhook_deliveries where event = 'audit.recorded'
      and (data ->> 'user_id' = ${id} or data ->> 'target_id' = ${id} or lower(data ->> 'target_name') = ${email.toLowerCase()})`);
}
