// Everything that annotating an item depends on, read in one statement, for the rules that decide about it.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemSeats, queueItems, queueMembers, queues } from "@/db/schema";
import { param, statement } from "@/db/statement";
import type { CanonicalValue } from "@/lib/annotation/labels/rules/label-value";
import {
  accessBy,
  holdQueue,
  type ItemRow,
  type LabelRow,
  lockItemInQueue,
  type QueueAccess,
  type QueueRow,
} from "@/lib/annotation/scope/loaders";
import { confirmation, standingRole } from "@/lib/auth/remembered-callers";
import type { Caller } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { nearlyDone } from "./open-work";
import type { SeatRow } from "./seats";

/** A label of the item's queue, in the order of the form. */
export interface WorkLabel extends Pick<LabelRow, "id" | "name" | "type" | "settings" | "allowNotes" | "version"> {
  required: boolean;
  /** The suggested answer. */
  suggested: CanonicalValue | null;
  /** Whether the annotator has a value under it. */
  scored: boolean;
  /** How many other annotators have a value under it. */
  others: number;
}

export interface ItemContext extends QueueAccess {
  userId: string;
  item: ItemRow;
  /** Changes with the item's state and with the queue's settings. */
  revision: string;
  /** Null if it does not matter. */
  queueRevision: string | null;
  seat: SeatRow | null;
  /**
   * Other annotators' seats: how many are completed and reserved, how many reservations have expired, and whether one
   * still owes changes.
   */
  others: { completed: number; reserved: number; expired: number; owed: boolean };
  assigned: { own: boolean; others: boolean };
  labels: WorkLabel[];
  /** The item's values, including those under labels that the queue no longer has. */
  values: LabelValues[];
  /** Whether any of these values is the annotator's. */
  hasScored: boolean;
  /** What was sent earlier with the requested mutation id. */
  sent: { itemId: string; fingerprint: string | null } | null;
  /** Whether so little is open that the item may be the queue's last; false unless requested. */
  nearlyDone: boolean;
}

/** Whether the annotator has given a value under a label, and how many others have. */
interface LabelValues {
  labelId: string;
  own: boolean;
  others: number;
}

export interface WorkKey {
  queueId: string;
  itemId: string;
  mutationId?: string | null | undefined;
  /** Whether the item may be completed. */
  completes?: boolean;
}

type HeldKey = Pick<WorkKey, "itemId" | "completes"> & { changesQueue?: boolean };

const item = sql`${param("itemId")}::uuid`;
const user = sql`${param("userId")}::uuid`;
const notOwn = sql`seat.user_id <> ${user}`;
// A case, because a seat without expiry is reserved too.
const expired = sql`coalesce(seat.expires_at <= ${param("now")}::timestamptz, false)`;

const otherSeats = sql<ItemContext["others"]>`(
  select json_build_object(
    'completed', count(*) filter (where seat.state = 'completed'),
    'reserved', count(*) filter (where seat.state = 'reserved'),
    'expired', count(*) filter (where seat.state = 'reserved' and ${expired}),
    'owed', coalesce(bool_or(seat.state = 'reserved' and seat.expires_at is null), false))
  from item_seats as seat where seat.item_id = ${item} and ${notOwn})`;
const assignees = sql<ItemContext["assigned"]>`(
  select json_build_object(
    'own', coalesce(bool_or(assignee.user_id = ${user}), false),
    'others', coalesce(bool_or(assignee.user_id <> ${user}), false))
  from item_assignees as assignee where assignee.item_id = ${item})`;

const findWork = statement((db) =>
  db
    .select({
      queue: queues,
      roles: queueMembers.roles,
      role: standingRole,
      queueRevision: sql<string>`${queues}.xmin::text`,
      item: queueItems,
      revision: sql<string>`${queueItems}.xmin::text`,
      seat: itemSeats,
      others: otherSeats,
      assigned: assignees,
      labels: sql<Omit<WorkLabel, "scored" | "others">[]>`(
        select coalesce(json_agg(json_build_object(
          'id', label.id, 'name', label.name, 'type', label.type, 'settings', label.settings,
          'allowNotes', label.allow_notes, 'version', label.version, 'required', binding.required,
          'suggested', suggestion.value)
          order by binding."order"), '[]')
        from queue_labels as binding join labels as label on label.id = binding.label_id
        left join suggestions as suggestion on suggestion.label_id = label.id
          and suggestion.item_id = coalesce(${queueItems}.copy_of, ${item})
        where binding.queue_id = ${param("queueId")}::uuid)`,
      values: sql<LabelValues[]>`(
        select coalesce(json_agg(given), '[]') from (
          select label_id as "labelId", bool_or(annotator_id = ${user}) as own,
            count(*) filter (where annotator_id <> ${user}) as others
          from scores where queue_item_id = ${item} and deleted_at is null group by label_id) as given)`,
      sent: sql<ItemContext["sent"]>`(
        select json_build_object('itemId', item_id, 'fingerprint', fingerprint)
        from submissions where user_id = ${user} and mutation_id = ${param("mutationId")}::text)`,
      nearlyDone: sql<boolean>`case
        when not ${param("completes")}::boolean or ${queues.status} <> 'active' or ${queues.isDefault} then false
        else ${nearlyDone(sql`${param("queueId")}::uuid`)} end`,
    })
    .from(queues)
    .leftJoin(queueMembers, and(eq(queueMembers.queueId, queues.id), eq(queueMembers.userId, param("userId"))))
    // The queue is compared below: here the planner might choose an index of the queue, and read all its items for one.
    .leftJoin(queueItems, eq(queueItems.id, param("itemId")))
    .leftJoin(itemSeats, and(eq(itemSeats.itemId, param("itemId")), eq(itemSeats.userId, param("userId"))))
    .where(
      and(
        eq(queues.id, param("queueId")),
        eq(queues.organizationId, param("organizationId")),
        isNull(queues.deletedAt),
      ),
    ),
);

/** Throws 404 if the caller's organization has no such queue, or the queue no such item. */
export async function readWork(db: Database, caller: Caller, key: WorkKey, now: Date): Promise<ItemContext> {
  const [row] = await findWork(db, {
    ...confirmation(caller),
    queueId: key.queueId,
    itemId: key.itemId,
    mutationId: key.mutationId ?? null,
    completes: key.completes ?? false,
    now: now.toISOString(),
  });
  if (!row) throw notFound("Queue not found.");
  const { queue, roles, role, item, labels, values, ...read } = row;
  if (!item || item.queueId !== queue.id || item.deletedAt) throw notFound("Item not found.");
  const valuesOf = new Map(values.map((value) => [value.labelId, value]));
  return {
    ...accessBy(caller, queue, roles, role),
    ...read,
    item,
    userId: caller.userId,
    labels: labels.map((label) => {
      const { own = false, others = 0 } = valuesOf.get(label.id) ?? {};
      return { ...label, scored: own, others };
    }),
    values,
    hasScored: values.some(({ own }) => own),
  };
}

/**
 * The same with the item locked until the transaction ends. `changesQueue`: whether the transaction may write the
 * queue's row. Then that is locked first, as everywhere (loaders.ts, lockQueue).
 */
export async function holdWork(
  db: Database,
  caller: Caller,
  queue: QueueRow,
  key: HeldKey,
  now: Date,
): Promise<ItemContext> {
  if (key.changesQueue) await holdQueue(db, queue.id);
  await lockItemInQueue(db, queue, key.itemId);
  return readWork(db, caller, { queueId: queue.id, ...key }, now);
}
