// A draft queue like another one.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queueItems, queueLabels, queueMembers } from "@/db/schema";
import { assertManager, lockQueue, type QueueRow, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/queues/set-up";
import { MAX_FIRST_ITEMS } from "@/lib/contracts/limits";
import { queueRoles } from "@/lib/contracts/shapes";
import { invalidField } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { assignByStrategy } from "./assignment";
import { insertQueue } from "./create-queue";
import { presentQueue } from "./present-queues";

export const duplicateQueue: Verb<typeof contracts.duplicateQueue> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, "Only queue managers can duplicate a queue.");
    const { queue: before } = access;
    // Its items and labels stay as they are until they are copied.
    await lockQueue(db, before.id);
    const queue = await insertQueue(db, caller, {
      name: input.name,
      description: before.description,
      instructions: before.instructions,
      assignment_strategy: before.assignmentStrategy,
      annotations_required: before.annotationsRequired,
      reservation_timeout_minutes: before.reservationTimeoutMinutes,
      requires_review: before.requiresReview,
      auto_assign: before.autoAssign,
      gold_percent: before.goldPercent,
      repeat_percent: before.repeatPercent,
      source_layout: before.sourceLayout,
      suggestions: before.suggestions,
    });
    await copyPeople(db, before, queue, caller.userId);
    await copyLabels(db, before, queue);
    const added = input.with_items ? await copyItems(db, before, queue) : [];
    await assignByStrategy(db, queue, added);
    return { queue: await presentQueue(db, caller, queue), added: added.length };
  });

/** The same people with the same roles; who duplicates it has every role. People who left the organization stay out. */
async function copyPeople(db: Database, before: QueueRow, queue: QueueRow, creatorId: string): Promise<void> {
  await db.insert(queueMembers).values({ queueId: queue.id, userId: creatorId, roles: [...queueRoles] });
  await db.execute(sql`
    insert into queue_members (queue_id, user_id, roles)
    select ${queue.id}, member.user_id, member.roles from queue_members as member
    join memberships on memberships.user_id = member.user_id and memberships.organization_id = ${queue.organizationId}
    where member.queue_id = ${before.id}
    on conflict do nothing`);
}

async function copyLabels(db: Database, before: QueueRow, queue: QueueRow): Promise<void> {
  await db.execute(sql`
    insert into ${queueLabels} (id, queue_id, label_id, required, "order")
    select gen_random_uuid(), ${queue.id}, label_id, required, "order" from ${queueLabels}
    where queue_id = ${before.id}`);
}

/** The sources of its work and gold items, in their order, as work that nobody has done. */
async function copyItems(db: Database, before: QueueRow, queue: QueueRow): Promise<string[]> {
  const own = and(eq(queueItems.queueId, before.id), isNull(queueItems.copyOf), isNull(queueItems.deletedAt));
  const count = await db.$count(queueItems, own);
  if (count > MAX_FIRST_ITEMS) {
    throw invalidField("with_items", `The queue has ${count} items; at most ${MAX_FIRST_ITEMS} can be copied.`);
  }
  const rows = await db.execute<{ id: string; order: number }>(sql`
    insert into queue_items (organization_id, queue_id, source_type, source_id, open_seats, priority, metadata, "order")
    select ${queue.organizationId}, ${queue.id}, source_type, source_id, ${queue.annotationsRequired}, priority, metadata,
      row_number() over (order by "order", id) - 1
    from queue_items where queue_id = ${before.id} and copy_of is null and deleted_at is null
    returning id, "order"`);
  return [...rows].sort((left, right) => left.order - right.order).map((row) => row.id);
}
