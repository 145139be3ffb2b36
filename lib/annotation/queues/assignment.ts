// Who an item is assigned to: by hand, or by the queue's strategy when it is added.
import { randomUUID } from "node:crypto";
import { and, asc, count, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemAssignees, queueItems, queueMembers } from "@/db/schema";
import { idAmong } from "@/db/text-array";
import { chosenItemIds } from "@/lib/annotation/items/chosen-items";
import { assertManager, lockQueue, type QueueRow, queueAccess } from "@/lib/annotation/scope/loaders";
import { aboutQueue } from "@/lib/annotation/scope/queue-notices";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/items";
import { invalid, invalidField } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { notify } from "@/lib/notifications/notify";
import { inTransaction } from "@/lib/transaction";
import { type Assignment, loadBalanced, roundRobin } from "./rules/distribute";

/** Assigns items in order by the queue's strategy. Manual queues assign nobody. `taken` says who has an item already. */
export async function assignByStrategy(
  db: Database,
  queue: QueueRow,
  itemIds: readonly string[],
  taken?: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  if (queue.assignmentStrategy === "manual" || itemIds.length === 0) return;
  const members = await db
    .select({ userId: queueMembers.userId })
    .from(queueMembers)
    .where(and(eq(queueMembers.queueId, queue.id), sql`'annotator' = any(${queueMembers.roles})`))
    .orderBy(asc(queueMembers.createdAt), asc(queueMembers.userId));
  const userIds = members.map((member) => member.userId);
  const assignments =
    queue.assignmentStrategy === "round_robin"
      ? roundRobin(itemIds, userIds, queue.annotationsRequired, await assignedSoFar(db, queue.id), taken)
      : loadBalanced(itemIds, await openWork(db, queue.id, userIds), queue.annotationsRequired, taken);
  await insertAssignments(db, queue.id, assignments);
}

/** Assigns the unassigned pending items after the queue's strategy was set. */
export async function assignWaiting(db: Database, queue: QueueRow): Promise<void> {
  if (queue.assignmentStrategy === "manual") return;
  const waiting = await db
    .select({ id: queueItems.id })
    .from(queueItems)
    .where(
      and(
        eq(queueItems.queueId, queue.id),
        eq(queueItems.status, "pending"),
        eq(queueItems.purpose, "work"),
        isNull(queueItems.deletedAt),
        sql`not exists (select 1 from ${itemAssignees} where ${itemAssignees.itemId} = ${queueItems.id})`,
      ),
    )
    .orderBy(asc(queueItems.order));
  await assignByStrategy(
    db,
    queue,
    waiting.map((item) => item.id),
  );
}

async function assignedSoFar(db: Database, queueId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(itemAssignees).where(eq(itemAssignees.queueId, queueId));
  return row?.count ?? 0;
}

async function openWork(db: Database, queueId: string, userIds: string[]) {
  const rows = await db
    .select({ userId: itemAssignees.userId, open: count() })
    .from(itemAssignees)
    .innerJoin(queueItems, eq(queueItems.id, itemAssignees.itemId))
    .where(and(eq(itemAssignees.queueId, queueId), inArray(queueItems.status, ["pending", "in_progress"])))
    .groupBy(itemAssignees.userId);
  return userIds.map((userId) => ({ userId, open: rows.find((row) => row.userId === userId)?.open ?? 0 }));
}

const INSERT_CHUNK = 5000; // PostgreSQL takes 65,535 parameters per statement

async function insertAssignments(db: Database, queueId: string, assignments: readonly Assignment[]): Promise<void> {
  for (let start = 0; start < assignments.length; start += INSERT_CHUNK) {
    const rows = assignments.slice(start, start + INSERT_CHUNK).map((assignment) => ({ ...assignment, queueId }));
    await db.insert(itemAssignees).values(rows).onConflictDoNothing();
  }
}

export const assignItems: Verb<typeof contracts.assignItems> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, "Only queue managers can manage queue item assignments.");
    if (input.user_ids !== undefined && input.user_id !== undefined) {
      throw invalidField("user_id", "Send either user_id or user_ids, not both.");
    }
    const single = input.user_id !== undefined;
    const userIds = single ? (input.user_id ? [input.user_id] : []) : [...new Set(input.user_ids ?? [])];
    const action = single ? "set" : input.action;
    const chosen = await chosenItemIds(db, caller, access, input);
    await lockQueue(db, access.queue.id);
    assertMembers(userIds, await membersAmong(db, access.queue.id, userIds));
    const items = await db
      .select({ id: queueItems.id, purpose: queueItems.purpose })
      .from(queueItems)
      .where(
        and(
          idAmong(queueItems.id, chosen),
          eq(queueItems.queueId, access.queue.id),
          isNull(queueItems.deletedAt),
          isNull(queueItems.copyOf),
        ),
      );
    const itemIds = items.map((item) => item.id);
    if (itemIds.length === 0) return { assigned: 0 };
    const before = await assignmentsOf(db, itemIds, userIds);
    if (action !== "add") await unassign(db, itemIds, action === "remove" ? userIds : null);
    if (action !== "remove") {
      const assignments = itemIds.flatMap((itemId) => userIds.map((userId) => ({ itemId, userId })));
      await insertAssignments(db, access.queue.id, assignments);
      // Gold items are nobody's work, and annotators do not learn how many there are.
      const work = new Set(items.filter(({ purpose }) => purpose === "work").map(({ id }) => id));
      await notifyAssigned(
        { db, caller },
        access.queue,
        assignments.filter((entry) => work.has(entry.itemId) && !before.has(keyOf(entry))),
      );
    }
    return { assigned: itemIds.length * userIds.length };
  });

const keyOf = ({ itemId, userId }: Assignment): string => `${itemId} ${userId}`;

async function assignmentsOf(db: Database, itemIds: string[], userIds: string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .select({ itemId: itemAssignees.itemId, userId: itemAssignees.userId })
    .from(itemAssignees)
    .where(and(idAmong(itemAssignees.itemId, itemIds), inArray(itemAssignees.userId, userIds)));
  return new Set(rows.map(keyOf));
}

/** Notifies each person once of all that one request newly assigns to them. */
async function notifyAssigned(
  { db, caller }: Pick<Context, "db" | "caller">,
  queue: QueueRow,
  assignments: readonly Assignment[],
): Promise<void> {
  const cause = `assigned-${randomUUID()}`;
  const subject = aboutQueue(queue);
  for (const [userId, own] of groupBy(assignments, (entry) => entry.userId))
    await notify(db, queue.organizationId, [userId], {
      kind: "items_assigned",
      cause,
      actorId: caller.userId,
      subject: own.length === 1 ? { ...subject, item_id: own[0]?.itemId ?? "" } : subject,
      items: own.length,
    });
}

async function unassign(db: Database, itemIds: string[], userIds: string[] | null): Promise<void> {
  if (userIds?.length === 0) return;
  const people = userIds ? inArray(itemAssignees.userId, userIds) : undefined;
  await db.delete(itemAssignees).where(and(idAmong(itemAssignees.itemId, itemIds), people));
}

async function membersAmong(db: Database, queueId: string, userIds: string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const members = await db
    .select({ userId: queueMembers.userId })
    .from(queueMembers)
    .where(and(eq(queueMembers.queueId, queueId), inArray(queueMembers.userId, userIds)));
  return new Set(members.map(({ userId }) => userId));
}

function assertMembers(userIds: string[], members: ReadonlySet<string>): void {
  const stranger = userIds.find((userId) => !members.has(userId));
  if (!stranger) return;
  const message = `User ${stranger} is not an annotator in this queue.`;
  throw invalid(message, { fields: { user_ids: [message] } });
}
