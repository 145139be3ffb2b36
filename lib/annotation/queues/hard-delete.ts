// Deletes a queue permanently. Its own data goes with its row. Derived data is stored separately and goes last.

import { eq, sql } from "drizzle-orm";
import {
  agreementCounters,
  agreementItems,
  agreementLabels,
  checkCounters,
  checkResults,
  itemContributions,
  itemMarks,
  queueFigures,
  queues,
  scores,
} from "@/db/schema";
import { lockFolding } from "@/lib/annotation/reports/fold";
import { accessTo, assertManager, lockQueue, queueInOrganization } from "@/lib/annotation/scope/loaders";
import { isSameText } from "@/lib/bounds/normal-form";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/queues/lifecycle";
import { invalidField } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";

// Triggers mark the items whose rows are deleted.
const derived = [
  itemMarks,
  itemContributions,
  queueFigures,
  agreementItems,
  agreementCounters,
  agreementLabels,
  checkResults,
  checkCounters,
];

export const hardDeleteQueue: Verb<typeof contracts.hardDeleteQueue> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const queue = await queueInOrganization(db, caller.organizationId, input.queue_id, "any");
    assertManager(await accessTo(db, caller, queue), "Only queue managers can delete a queue.");
    if (!isSameText(input.confirm_name, queue.name))
      throw invalidField("confirm_name", "This is not the queue's name.");
    // Folding comes first, as where figures are folded before the order of work changes.
    await lockFolding(db, queue.id);
    await lockQueue(db, queue.id);
    await db.delete(scores).where(eq(scores.queueId, queue.id));
    await db.delete(queues).where(eq(queues.id, queue.id));
    for (const table of derived) await db.delete(table).where(eq(table.queueId, queue.id));
    return { deleted: true, queue_id: queue.id };
  });

export const getQueueLosses: Verb<typeof contracts.getQueueLosses> = async ({ db, caller }, { queue_id: id }) => {
  const queue = await queueInOrganization(db, caller.organizationId, id, "any");
  assertManager(await accessTo(db, caller, queue), "Only queue managers can delete a queue.");
  const [losses] = await db.execute<LossCounts>(sql`
    select
      (select count(*)::int from queue_items where queue_id = ${id} and deleted_at is null and copy_of is null) as items,
      (select count(*)::int from scores where queue_id = ${id} and deleted_at is null) as annotations,
      (select count(distinct annotator_id)::int from scores where queue_id = ${id} and deleted_at is null) as annotators,
      (select count(*)::int from review_threads as thread join queue_items as item on item.id = thread.item_id
        where item.queue_id = ${id} and item.deleted_at is null) as discussions,
      (select count(*)::int from queue_exports where queue_id = ${id}) as exports`);
  if (!losses) throw new Error("counts are one row");
  return { name: queue.name, ...losses };
};

interface LossCounts extends Record<string, unknown> {
  items: number;
  annotations: number;
  annotators: number;
  discussions: number;
  exports: number;
}
