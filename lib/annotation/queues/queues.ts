import { and, count, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { queueLabels, queues } from "@/db/schema";
import { itemCountsByQueue, itemCountsSeenBy } from "@/lib/annotation/items/counts";
import { settleItems } from "@/lib/annotation/items/settle-items";
import { catchUp } from "@/lib/annotation/reports/fold";
import { accessTo, assertManager, lockQueue, queueAccess, queueInOrganization } from "@/lib/annotation/scope/loaders";
import { managersOf } from "@/lib/annotation/scope/queue-notices";
import { mayMove } from "@/lib/annotation/scope/rules/queue-status";
import type { Context, Verb } from "@/lib/context";
import type * as lifecycleContracts from "@/lib/contracts/annotation/queues/lifecycle";
import type * as contracts from "@/lib/contracts/annotation/queues/queues";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { conflict, invalid, invalidField } from "@/lib/errors";
import { notifyAll } from "@/lib/notifications/notify";
import { assertPage, contains, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { assignWaiting } from "./assignment";
import { lockScope } from "./default-queues";
import { presentQueue, presentQueues } from "./present-queues";
import { replaceLabels, requireLabels } from "./queue-labels";
import { currentRoles, replaceMembers } from "./queue-members";

const TAKEN = "A queue with this name already exists.";
const taken = () => invalid(TAKEN, { fields: { name: [TAKEN] } });

export const listQueues: Verb<typeof contracts.listQueues> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(input);
  const where = and(
    eq(queues.organizationId, caller.organizationId),
    input.archived ? isNotNull(queues.deletedAt) : isNull(queues.deletedAt),
    input.status ? eq(queues.status, input.status) : undefined,
    input.search ? sql`${queues.name} ilike ${contains(input.search)}` : undefined,
  );
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(queues).where(where),
    db.select().from(queues).where(where).orderBy(desc(queues.createdAt), desc(queues.id)).limit(limit).offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  const presented = await presentQueues(db, caller, rows);
  if (!input.include_counts) return { count: all, page, limit, results: presented };
  await catchUp(db, ...presented.map(idOf));
  const isOverseen = (queue: Queue) => queue.viewer_roles.some((role) => role !== "annotator");
  const [overseen, others] = [presented.filter(isOverseen), presented.filter((queue) => !isOverseen(queue))];
  const items = new Map([
    ...(await itemCountsByQueue(db, overseen.map(idOf))),
    ...(await itemCountsSeenBy(db, others.map(idOf), caller.userId)),
  ]);
  const results = presented.map((queue) => ({
    ...queue,
    label_count: queue.labels.length,
    annotator_count: queue.annotators.length,
    item_count: items.get(queue.id)?.total ?? 0,
    completed_count: items.get(queue.id)?.completed ?? 0,
  }));
  return { count: all, page, limit, results };
};

const idOf = (queue: Queue) => queue.id;

export const createQueue: Verb<typeof contracts.createQueue> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const [row] = await db
      .insert(queues)
      .values({
        organizationId: caller.organizationId,
        workspaceId: caller.workspaceId,
        name: input.name,
        description: input.description ?? null,
        instructions: input.instructions ?? null,
        assignmentStrategy: input.assignment_strategy,
        annotationsRequired: input.annotations_required,
        reservationTimeoutMinutes: input.reservation_timeout_minutes,
        requiresReview: input.requires_review,
        autoAssign: input.auto_assign,
        goldPercent: input.gold_percent ?? 0,
        repeatPercent: input.repeat_percent ?? 0,
        sourceLayout: input.source_layout ?? null,
        createdBy: caller.userId,
      })
      .onConflictDoNothing()
      .returning();
    if (!row) throw taken();
    await replaceMembers(db, {
      queueId: row.id,
      organizationId: caller.organizationId,
      creatorId: caller.userId,
      annotatorIds: input.annotator_ids,
      roles: input.annotator_roles,
    });
    if (input.label_ids) await replaceLabels(db, caller.organizationId, row.id, input.label_ids);
    if (input.required_label_ids) await requireLabels(db, row.id, input.required_label_ids);
    return presentQueue(db, caller, row);
  });

export const getQueue: Verb<typeof contracts.getQueue> = async ({ db, caller }, { queue_id: id }) =>
  presentQueue(db, caller, await queueInOrganization(db, caller.organizationId, id));

export const replaceQueue: Verb<typeof contracts.replaceQueue> = (context, input) => changeQueue(context, input);
export const updateQueue: Verb<typeof contracts.updateQueue> = (context, input) => changeQueue(context, input);

type QueueChange = Parameters<Verb<typeof contracts.updateQueue>>[1];

function changeQueue(context: Context, input: QueueChange) {
  return inTransaction(context, async ({ db, caller }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, "Only queue managers can update queue settings.");
    await lockQueue(db, input.queue_id);
    const row = await saveSettings(db, input);
    if (input.label_ids) await replaceLabels(db, caller.organizationId, row.id, input.label_ids);
    if (input.annotator_ids || input.annotator_roles) {
      const before = await currentRoles(db, row.id);
      await replaceMembers(db, {
        queueId: row.id,
        organizationId: caller.organizationId,
        creatorId: row.createdBy,
        annotatorIds: input.annotator_ids ?? Object.keys(before),
        roles: { ...pick(before, input.annotator_ids ?? Object.keys(before)), ...input.annotator_roles },
      });
    }
    if (access.queue.assignmentStrategy === "manual") await assignWaiting(db, row);
    if (input.annotator_ids || row.annotationsRequired !== access.queue.annotationsRequired)
      await settleItems(db, row.id);
    return presentQueue(db, caller, row);
  });
}

const pick = <T>(record: Record<string, T>, keys: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => keys.includes(key)));

async function saveSettings(db: Database, input: QueueChange) {
  const change = {
    name: input.name,
    description: input.description,
    instructions: input.instructions,
    assignmentStrategy: input.assignment_strategy,
    annotationsRequired: input.annotations_required,
    reservationTimeoutMinutes: input.reservation_timeout_minutes,
    requiresReview: input.requires_review,
    autoAssign: input.auto_assign,
    goldPercent: input.gold_percent,
    repeatPercent: input.repeat_percent,
    sourceLayout: input.source_layout,
  };
  const changed = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  try {
    const [row] = await db
      .update(queues)
      .set({ ...changed, updatedAt: new Date() })
      .where(eq(queues.id, input.queue_id))
      .returning();
    if (!row) throw new Error("the queue vanished under its lock");
    return row;
  } catch (error) {
    throw databaseErrorCode(error) === "23505" ? taken() : error;
  }
}

export const deleteQueue: Verb<typeof lifecycleContracts.deleteQueue> = async (
  { db, caller, now },
  { queue_id: id },
) => {
  assertManager(await queueAccess(db, caller, id), "Only queue managers can archive a queue.");
  await db.update(queues).set({ deletedAt: now() }).where(eq(queues.id, id));
  return { deleted: true, archived: true, queue_id: id };
};

export const restoreQueue: Verb<typeof lifecycleContracts.restoreQueue> = async (context, { queue_id: id }) => {
  try {
    return await inTransaction(context, async ({ db, caller }) => {
      const queue = await queueInOrganization(db, caller.organizationId, id, "archived");
      assertManager(await accessTo(db, caller, queue), "Only queue managers can restore a queue.");
      const scopeId = queue.isDefault && (queue.projectId ?? queue.datasetId ?? queue.agentDefinitionId);
      if (scopeId) await lockScope(db, scopeId);
      const [row] = await db.update(queues).set({ deletedAt: null }).where(eq(queues.id, id)).returning();
      return presentQueue(db, caller, row ?? queue);
    });
  } catch (error) {
    if (databaseErrorCode(error) !== "23505") throw error;
    throw conflict("An active queue now uses this name or is the default. Rename or archive that queue first.");
  }
};

export const updateQueueStatus: Verb<typeof lifecycleContracts.updateQueueStatus> = (
  context,
  { queue_id: id, status },
) =>
  inTransaction(context, async ({ db, caller, now }) => {
    assertManager(await queueAccess(db, caller, id), "Only queue managers can change queue status.");
    await lockQueue(db, id);
    const queue = await queueInOrganization(db, caller.organizationId, id);
    if (!mayMove(queue.status, status)) {
      throw invalidField("status", `Cannot transition from '${queue.status}' to '${status}'.`);
    }
    if (status === "active") assertLabelled(await db.$count(queueLabels, eq(queueLabels.queueId, id)));
    const [row] = await db.update(queues).set({ status }).where(eq(queues.id, id)).returning();
    const byHand = { actor: sql`${caller.userId}::uuid`, at: sql`${now().toISOString()}::text` };
    if (status === "completed" && queue.status !== status)
      await notifyAll(db, managersOf(sql`(select * from queues where id = ${id})`, byHand));
    return presentQueue(db, caller, row ?? queue);
  });

/** Throws 400 for a queue without labels. */
function assertLabelled(labels: number): void {
  if (labels > 0) return;
  const message = "The queue has no labels: add one before you set it to active.";
  throw invalid(message, { code: "queue_without_labels", fields: { status: [message] } });
}
