// Who works in a queue, and with which roles.
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemAssignees, itemSeats, queueItems, queueMembers } from "@/db/schema";
import { textArray } from "@/db/text-array";
import { peopleAmong } from "@/lib/auth/people-among";
import { type QueueRole, queueRoles } from "@/lib/contracts/shapes";
import { invalidField } from "@/lib/errors";
import { leavingItems } from "./rules/leaving";

export type RoleChoices = Record<string, QueueRole | QueueRole[]>;

interface Members {
  queueId: string;
  organizationId: string;
  /** A member with every role, unless they have left the organization. */
  creatorId: string;
  annotatorIds: readonly string[];
  roles: RoleChoices;
}

/**
 * Makes these people the only members of a queue. People who leave, or may no longer annotate, lose their reservations
 * and assignments; their completed work stays. Throws if a user is not in the organization.
 */
export async function replaceMembers(
  db: Database,
  { queueId, organizationId, creatorId, annotatorIds, roles }: Members,
) {
  const known = await peopleAmong(db, organizationId, [...annotatorIds, creatorId]);
  const people = new Set(known.has(creatorId) ? [...annotatorIds, creatorId] : annotatorIds);
  const unnamed = Object.keys(roles).find((userId) => !people.has(userId));
  if (unnamed) throw invalidField("annotator_roles", `User ${unnamed} is not among annotator_ids.`);
  const stranger = annotatorIds.find((userId) => !known.has(userId));
  if (stranger) throw invalidField("annotator_ids", `User ${stranger} is not a member of this organization.`);
  const rows = [...people].map((userId) => ({
    queueId,
    userId,
    roles: userId === creatorId ? [...queueRoles] : [roles[userId] ?? "annotator"].flat(),
  }));
  const before = await currentRoles(db, queueId);
  const after = Object.fromEntries(rows.map((row) => [row.userId, row.roles]));
  await db.delete(queueMembers).where(and(eq(queueMembers.queueId, queueId), notAmong(people)));
  await leaveItems(db, queueId, leavingItems(before, after));
  if (rows.length === 0) return;
  await db
    .insert(queueMembers)
    .values(rows)
    .onConflictDoUpdate({ target: [queueMembers.queueId, queueMembers.userId], set: { roles: sql`excluded.roles` } });
}

const notAmong = (people: ReadonlySet<string>) => sql`${queueMembers.userId} <> all(${textArray([...people])}::uuid[])`;

async function leaveItems(db: Database, queueId: string, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return;
  const reservations = and(
    eq(itemSeats.queueId, queueId),
    inArray(itemSeats.userId, userIds),
    eq(itemSeats.state, "reserved"),
  );
  // Seats change under the lock of their item, as everywhere.
  await db
    .select({ id: queueItems.id })
    .from(queueItems)
    .where(inArray(queueItems.id, db.select({ id: itemSeats.itemId }).from(itemSeats).where(reservations)))
    .orderBy(queueItems.id)
    .for("update");
  await db.delete(itemSeats).where(reservations);
  await db.delete(itemAssignees).where(and(eq(itemAssignees.queueId, queueId), inArray(itemAssignees.userId, userIds)));
}

/** The members' current roles, for an update that changes the list but not the roles. */
export async function currentRoles(db: Database, queueId: string): Promise<RoleChoices> {
  const rows = await db.select().from(queueMembers).where(eq(queueMembers.queueId, queueId));
  return Object.fromEntries(rows.map((row) => [row.userId, row.roles as QueueRole[]])); // safe: replaceMembers wrote them
}
