// The labels of a queue: attach, detach, replace, and the effect on items that were already completed.
import { and, asc, eq, inArray, max, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { labels, queueLabels } from "@/db/schema";
import { presentBoundLabel } from "@/lib/annotation/labels/present-labels";
import { usableInQueue } from "@/lib/annotation/labels/usable-labels";
import { assertManager, lockQueue, queueAccess, queueInOrganization } from "@/lib/annotation/scope/loaders";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/queues/labels";
import type { BoundLabel } from "@/lib/contracts/annotation/queues/shapes";
import { invalidField, notFound } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { inTransaction } from "@/lib/transaction";
import { settleQueue } from "./settle-queue";

const NOT_MANAGER = "Only queue managers can change a queue's labels.";

export const addQueueLabel: Verb<typeof contracts.addQueueLabel> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, NOT_MANAGER);
    await lockQueue(db, input.queue_id);
    const [label] = await db
      .select()
      .from(labels)
      .where(and(eq(labels.id, input.label_id), usableInQueue(caller.organizationId, input.queue_id)));
    if (!label) throw notFound("Label not found.");
    const [last] = await db
      .select({ order: max(queueLabels.order) })
      .from(queueLabels)
      .where(eq(queueLabels.queueId, input.queue_id));
    const [added] = await db
      .insert(queueLabels)
      .values({ queueId: input.queue_id, labelId: label.id, required: input.required, order: (last?.order ?? -1) + 1 })
      .onConflictDoNothing()
      .returning();
    const [binding] = added
      ? [added]
      : await db
          .update(queueLabels)
          .set({ required: input.required })
          .where(and(eq(queueLabels.queueId, input.queue_id), eq(queueLabels.labelId, label.id)))
          .returning();
    const locked = await queueInOrganization(db, caller.organizationId, input.queue_id);
    const { queue, reopened } = await settleQueue(db, locked);
    return {
      label: presentBoundLabel(label, { required: binding?.required ?? input.required, order: binding?.order ?? 0 }),
      created: added !== undefined,
      reopened_items: reopened,
      queue_status: queue.status,
    };
  });

export const removeQueueLabel: Verb<typeof contracts.removeQueueLabel> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, NOT_MANAGER);
    await lockQueue(db, input.queue_id);
    const [removed] = await db
      .delete(queueLabels)
      .where(and(eq(queueLabels.queueId, input.queue_id), eq(queueLabels.labelId, input.label_id)))
      .returning();
    if (!removed) throw notFound("Label not found in this queue.");
    if (removed.required) {
      await settleQueue(db, await queueInOrganization(db, caller.organizationId, input.queue_id));
    }
    return { removed: true };
  });

/** The forms of queues, each in its order; empty for a queue without labels. */
export async function boundLabels(
  db: Database,
  queueIds: readonly string[],
): Promise<(queueId: string) => BoundLabel[]> {
  const rows = await db
    .select({ binding: queueLabels, label: labels })
    .from(queueLabels)
    .innerJoin(labels, eq(labels.id, queueLabels.labelId))
    .where(inArray(queueLabels.queueId, [...queueIds]))
    .orderBy(asc(queueLabels.order));
  const forms = groupBy(rows, ({ binding }) => binding.queueId);
  return (queueId) => (forms.get(queueId) ?? []).map(({ label, binding }) => presentBoundLabel(label, binding));
}

/**
 * Makes the queue's labels exactly these, in this order; kept ones stay required, even if archived, and new ones are
 * optional. Returns whether a required label went.
 */
export async function replaceLabels(
  db: Database,
  organizationId: string,
  queueId: string,
  labelIds: readonly string[],
): Promise<boolean> {
  const uniqueIds = [...new Set(labelIds)];
  const found = await db
    .select({ id: labels.id })
    .from(labels)
    .where(and(inArray(labels.id, uniqueIds), usableInQueue(organizationId, queueId)));
  const known = new Set(found.map((row) => row.id));
  const missing = uniqueIds.find((labelId) => !known.has(labelId));
  if (missing) throw invalidField("label_ids", `Label not found: ${missing}.`);
  const removed = await db
    .delete(queueLabels)
    .where(and(eq(queueLabels.queueId, queueId), sql`${queueLabels.labelId} not in ${uniqueIds}`))
    .returning({ required: queueLabels.required });
  await db
    .insert(queueLabels)
    .values(uniqueIds.map((labelId, order) => ({ queueId, labelId, order })))
    .onConflictDoUpdate({
      target: [queueLabels.queueId, queueLabels.labelId],
      set: { order: sql`excluded.${sql.identifier("order")}` },
    });
  return removed.some(({ required }) => required);
}

/** Makes labels of a new queue required. No annotator owes an answer there yet. */
export async function requireLabels(db: Database, queueId: string, labelIds: readonly string[]): Promise<void> {
  if (labelIds.length === 0) return;
  const marked = await db
    .update(queueLabels)
    .set({ required: true })
    .where(and(eq(queueLabels.queueId, queueId), inArray(queueLabels.labelId, [...labelIds])))
    .returning({ labelId: queueLabels.labelId });
  const known = new Set(marked.map((row) => row.labelId));
  const stranger = labelIds.find((labelId) => !known.has(labelId.toLowerCase()));
  if (stranger) throw invalidField("required_label_ids", `Label ${stranger} is not among label_ids.`);
}
