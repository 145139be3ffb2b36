// The only ways to load a queue, an item or a label: each names the organization that it must belong to.
import { and, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { labels, queueItems, queueMembers, queues } from "@/db/schema";
import { param, statement } from "@/db/statement";
import { textArray } from "@/db/text-array";
import { isAdmin } from "@/lib/auth/access";
import { confirm, confirmation, standingRole } from "@/lib/auth/remembered-callers";
import type { Caller } from "@/lib/context";
import { type OrganizationRole, type QueueRole, queueRoles } from "@/lib/contracts/shapes";
import { forbidden, notFound } from "@/lib/errors";
import { inOrganization } from "@/lib/owned-rows";
import { orderedRoles } from "./rules/queue-status";

export type LabelRow = typeof labels.$inferSelect;
export type QueueRow = typeof queues.$inferSelect;
export type ItemRow = typeof queueItems.$inferSelect;

/**
 * `lock`: a key share lock to check values that the same transaction writes; an update lock to change what values mean.
 */
export async function labelInOrganization(
  db: Database,
  organizationId: string,
  id: string,
  lock?: "key share" | "update",
): Promise<LabelRow> {
  const found = db
    .select()
    .from(labels)
    .where(and(eq(labels.id, id), inOrganization(labels, organizationId)));
  const [row] = await (lock ? found.for(lock) : found);
  if (!row) throw notFound("Label not found.");
  return row;
}

export async function queueInOrganization(
  db: Database,
  organizationId: string,
  id: string,
  state: "live" | "archived" | "any" = "live",
): Promise<QueueRow> {
  const deleted = { live: isNull(queues.deletedAt), archived: isNotNull(queues.deletedAt), any: undefined }[state];
  const [row] = await db
    .select()
    .from(queues)
    .where(and(eq(queues.id, id), eq(queues.organizationId, organizationId), deleted));
  if (!row) throw notFound(state === "archived" ? "Queue not found or not archived." : "Queue not found.");
  return row;
}

/**
 * Locks the queue's row until the transaction ends, so that changes to its settings, labels and members take turns.
 * Rows that only refer to the queue do not wait. Everything that reopens items takes this lock too, always before it
 * locks an item: a change of settings needs all items after it (items/settle-items.ts). It writes the row,
 * which tells claims to search free items from the beginning (work/claim-next.ts), and tells readers of the queue that
 * it may have changed (items/read-work.ts).
 */
export async function lockQueue(db: Database, queueId: string): Promise<void> {
  await db.execute(sql`update queues set updated_at = updated_at where id = ${queueId}`);
}

/** The same lock without that signal, so that a queue's last items are completed in turn. */
export async function holdQueue(db: Database, queueId: string): Promise<void> {
  await db.execute(sql`select 1 from queues where id = ${queueId} for no key update`);
}

/** The same lock if it is free. False if another transaction has it. */
export async function holdFreeQueue(db: Database, queueId: string): Promise<boolean> {
  const rows = await db.execute(sql`select 1 from queues where id = ${queueId} for no key update skip locked`);
  return rows.length > 0;
}

const findItem = statement((db) =>
  db
    .select()
    .from(queueItems)
    .where(eq(queueItems.id, param("id"))),
);
/** Locks an item in any queue: see lockItemInQueue. */
export const lockItem = statement((db) => {
  const locked = db.$with("held").as(
    db
      .select({ id: queueItems.id })
      .from(queueItems)
      .where(eq(queueItems.id, param("id")))
      .for("update"),
  );
  return db
    .with(locked)
    .update(queueItems)
    .set({ updatedAt: sql`${queueItems.updatedAt}` })
    .from(locked)
    .where(eq(queueItems.id, locked.id))
    .returning(getTableColumns(queueItems));
});

/**
 * The item, locked until the transaction ends. Everything that changes seats or status takes this lock first. It writes
 * the row, so that requests that read the item without the lock notice that it may have changed (items/read-work.ts).
 */
export const lockItemInQueue = async (db: Database, queue: QueueRow, itemId: string): Promise<ItemRow> =>
  inQueue(await lockItem(db, { id: itemId }), queue);

/** What lockItemInQueue does besides locking, for several items that are already locked. */
export async function touchItems(db: Database, ids: readonly string[]): Promise<void> {
  await db.execute(sql`update queue_items set updated_at = updated_at where id = any(${textArray(ids)}::uuid[])`);
}

export const itemInQueue = async (db: Database, queue: QueueRow, itemId: string): Promise<ItemRow> =>
  inQueue(await findItem(db, { id: itemId }), queue);

// Not a condition of the statement: its planner might choose an index of the queue, and read all its items for one.
function inQueue([row]: ItemRow[], queue: QueueRow): ItemRow {
  if (!row || row.queueId !== queue.id || row.deletedAt) throw notFound("Item not found.");
  return row;
}

/**
 * What the caller may do in a queue. Owners and Admins have every role everywhere; `isMember`: whether the caller is a
 * member.
 */
export interface QueueAccess {
  queue: QueueRow;
  roles: QueueRole[];
  isMember: boolean;
}

/**
 * Reads what the caller may do in a queue and, in the same statement, an expression over `queueId`, `userId` and
 * `values`.
 */
export function accessBeside<T>(beside: SQL<T>) {
  const find = statement((db) =>
    db
      .select({ queue: queues, roles: queueMembers.roles, role: standingRole, beside })
      .from(queues)
      .leftJoin(queueMembers, and(eq(queueMembers.queueId, queues.id), eq(queueMembers.userId, param("userId"))))
      .where(
        and(
          eq(queues.id, param("queueId")),
          eq(queues.organizationId, param("organizationId")),
          isNull(queues.deletedAt),
        ),
      ),
  );
  return async (db: Database, caller: Caller, queueId: string, values = {}): Promise<QueueAccess & { beside: T }> => {
    const [row] = await find(db, { ...confirmation(caller), queueId, ...values });
    if (!row) throw notFound("Queue not found.");
    return { ...accessBy(caller, row.queue, row.roles, row.role), beside: row.beside };
  };
}

/** Throws 404 if the caller's organization has no such queue. */
export const queueAccess: (db: Database, caller: Caller, queueId: string) => Promise<QueueAccess> =
  accessBeside(sql<null>`null`);

export async function accessTo(db: Database, caller: Caller, queue: QueueRow): Promise<QueueAccess> {
  const [member] = await db
    .select({ roles: queueMembers.roles })
    .from(queueMembers)
    .where(and(eq(queueMembers.queueId, queue.id), eq(queueMembers.userId, caller.userId)));
  return accessBy(caller, queue, member?.roles ?? null, null);
}

/**
 * `organizationRole` is the `standingRole` from the caller's main statement, which also got `confirmation(caller)`. It
 * confirms a caller who was only cached.
 */
export function accessBy(
  caller: Caller,
  queue: QueueRow,
  memberRoles: string[] | null,
  organizationRole: OrganizationRole | null,
): QueueAccess {
  confirm(caller, organizationRole);
  const roles = isAdmin(caller.role) ? [...queueRoles] : (memberRoles ?? []);
  return { queue, roles: orderedRoles(roles), isMember: memberRoles !== null };
}

export function assertManager(access: QueueAccess, message: string): void {
  if (!access.roles.includes("manager")) throw forbidden(message);
}

/** Agreement and other people's values would influence annotators who have not answered yet. */
export function assertMayReadReports(access: QueueAccess): void {
  if (mayReview(access)) return;
  throw forbidden("Only queue managers and reviewers can read this: it shows other annotators' answers.");
}

export const mayReview = (access: QueueAccess): boolean =>
  access.roles.includes("manager") || access.roles.includes("reviewer");
