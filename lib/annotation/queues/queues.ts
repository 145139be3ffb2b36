import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { queueLabels, queues } from "@/db/schema";
import {
  accessTo,
  assertManager,
  lockQueue,
  type QueueRow,
  queueAccess,
  queueInOrganization,
} from "@/lib/annotation/scope/loaders";
import { managersOf } from "@/lib/annotation/scope/queue-notices";
import { mayMove } from "@/lib/annotation/scope/rules/queue-status";
import type { Context, Verb } from "@/lib/context";
import type * as lifecycleContracts from "@/lib/contracts/annotation/queues/lifecycle";
import type * as contracts from "@/lib/contracts/annotation/queues/queues";
import { conflict, invalidField } from "@/lib/errors";
import { notifyAll } from "@/lib/notifications/notify";
import { inTransaction } from "@/lib/transaction";
import { assignMore } from "./assign-more";
import { assignWaiting } from "./assignment";
import { assertLabelled, insertQueue, saveSettings } from "./create-queue";
import { lockScope } from "./default-queues";
import { presentQueue } from "./present-queues";
import { replaceLabels, requireLabels } from "./queue-labels";
import { currentRoles, type RoleChoices, replaceMembers } from "./queue-members";
import { leavingItems } from "./rules/leaving";
import { settleQueue } from "./settle-queue";

export const createQueue: Verb<typeof contracts.createQueue> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const row = await insertQueue(db, caller, input);
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
    let row = await saveSettings(db, input);
    const { label_ids: labelIds } = input;
    const dropsRequired = labelIds ? await replaceLabels(db, caller.organizationId, row.id, labelIds) : false;
    const hasOthers = await changeMembers(db, row, input);
    const { assignmentStrategy, annotationsRequired } = access.queue;
    const isResized = row.annotationsRequired !== annotationsRequired;
    if (assignmentStrategy === "manual") await assignWaiting(db, row);
    const isStaffed = input.annotator_ids !== undefined || input.annotator_roles !== undefined;
    if (isStaffed || dropsRequired || isResized) row = (await settleQueue(db, row)).queue;
    if (assignmentStrategy !== "manual" && (hasOthers || isResized)) await assignMore(db, row);
    return presentQueue(db, caller, row);
  });
}

/** Replaces the members as requested. Returns whether other people annotate now, or work was left. */
async function changeMembers(db: Database, queue: QueueRow, input: QueueChange): Promise<boolean> {
  if (!input.annotator_ids && !input.annotator_roles) return false;
  const before = await currentRoles(db, queue.id);
  await replaceMembers(db, {
    queueId: queue.id,
    organizationId: queue.organizationId,
    creatorId: queue.createdBy,
    annotatorIds: input.annotator_ids ?? Object.keys(before),
    roles: { ...pick(before, input.annotator_ids ?? Object.keys(before)), ...input.annotator_roles },
  });
  const after = await currentRoles(db, queue.id);
  // A manager who may no longer annotate leaves work too.
  return annotatorsIn(before) !== annotatorsIn(after) || leavingItems(before, after).length > 0;
}

const annotatorsIn = (roles: RoleChoices): string =>
  Object.keys(roles)
    .filter((userId) => [roles[userId]].flat().includes("annotator"))
    .sort()
    .join(" ");

const pick = <T>(record: Record<string, T>, keys: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => keys.includes(key)));

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
