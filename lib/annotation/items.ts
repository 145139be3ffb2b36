import { and, asc, count, desc, eq, inArray, isNull, max, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemAssignees, itemNotes, itemSeats, queueItems, queues, scores } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/items";
import { itemStatuses, type SourceType } from "@/lib/contracts/shapes";
import { Failure } from "@/lib/errors";
import { assertPage, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { assignByStrategy } from "./assignment";
import { assertManager, lockQueue, type QueueRow, queueAccess, queueInOrganization } from "./loaders";
import { presentItems } from "./present-items";
import { findSources } from "./sources";

export const NOT_MANAGER = "Only queue managers can manage queue items.";
const MAX_ITEMS = 10_000;

export const listItems: Verb<typeof contracts.listItems> = async ({ db, caller, now }, input) => {
  const queue = await queueInOrganization(db, caller.organizationId, input.queue_id);
  const { page, limit, offset } = pageRange(input);
  const where = and(
    eq(queueItems.queueId, queue.id),
    isNull(queueItems.deletedAt),
    ...itemFilters(input, caller.userId),
  );
  const column = input.ordering.endsWith("order") ? queueItems.order : queueItems.createdAt;
  const direction = input.ordering.startsWith("-") ? desc : asc;
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(queueItems).where(where),
    db
      .select()
      .from(queueItems)
      .where(where)
      .orderBy(direction(column), direction(queueItems.order), direction(queueItems.id))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: await presentItems(db, caller, rows, now()) };
};

type ListFilters = Parameters<Verb<typeof contracts.listItems>>[1];

function itemFilters(input: ListFilters, userId: string): (SQL | undefined)[] {
  const assignee = input.assigned_to === "me" ? userId : input.assigned_to;
  const types = input.source_type?.filter((type): type is SourceType => type !== "all" && type !== "");
  return [
    statusFilter(input.status ?? []),
    types && types.length > 0 ? inArray(queueItems.sourceType, types) : undefined,
    assignee
      ? sql`exists (select 1 from ${itemAssignees} where ${itemAssignees.itemId} = ${queueItems.id}
          and ${itemAssignees.userId} = ${assignee})`
      : undefined,
    input.review_status && input.review_status !== "all" ? eq(queueItems.reviewStatus, input.review_status) : undefined,
  ];
}

function statusFilter(wanted: readonly string[]): SQL | undefined {
  const asked = wanted.filter((status) => status !== "");
  if (asked.length === 0 || asked.includes("all")) return undefined;
  const stored = itemStatuses.filter((status) => asked.includes(status));
  return or(
    stored.length > 0 ? inArray(queueItems.status, stored) : undefined,
    asked.includes("in_review") ? eq(queueItems.reviewStatus, "pending_review") : undefined,
    asked.includes("needs_changes") ? eq(queueItems.reviewStatus, "rejected") : undefined,
    sql`false`,
  );
}

export const addItems: Verb<typeof contracts.addItems> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, NOT_MANAGER);
    if (input.items.length > MAX_ITEMS) {
      throw new Failure("tooLarge", `At most ${MAX_ITEMS} items can be added at once.`, { code: "items_too_large" });
    }
    const references = input.items.map(({ source_type, source_id }) => ({
      sourceType: source_type,
      sourceId: source_id,
    }));
    const exists = await findSources(db, caller.organizationId, references);
    const known = references.filter(exists);
    await lockQueue(db, access.queue.id);
    const added = await insertItems(db, access.queue, known);
    await assignByStrategy(db, access.queue, added);
    const status = await reopenIfCompleted(db, access.queue, added.length);
    return {
      added: added.length,
      duplicates: known.length - added.length,
      errors: references
        .filter((reference) => !exists(reference))
        .map(({ sourceType, sourceId }) => ({
          source_type: sourceType,
          source_id: sourceId,
          error: `Not found: ${sourceType}=${sourceId}`,
        })),
      queue_status: status,
    };
  });

/** Appends items after the last one; what already stands in the queue is left out. Ids of the new ones, in order. */
async function insertItems(
  db: Database,
  queue: QueueRow,
  references: readonly { sourceType: SourceType; sourceId: string }[],
): Promise<string[]> {
  if (references.length === 0) return [];
  const [last] = await db
    .select({ order: max(queueItems.order) })
    .from(queueItems)
    .where(eq(queueItems.queueId, queue.id));
  const rows = await db.execute<{ id: string; order: number }>(sql`
    insert into queue_items (organization_id, queue_id, source_type, source_id, open_seats, "order")
    select ${queue.organizationId}, ${queue.id}, source_type, source_id, ${queue.annotationsRequired},
      ${last?.order ?? -1} + row_number() over (order by min(place))
    from unnest(${textArray(references.map((reference) => reference.sourceType))},
      ${textArray(references.map((reference) => reference.sourceId))}) with ordinality as given(source_type, source_id, place)
    where not exists (
      select 1 from queue_items as item
      where item.queue_id = ${queue.id} and item.source_type = given.source_type and item.source_id = given.source_id
        and item.deleted_at is null)
    group by source_type, source_id
    returning id, "order"`);
  return [...rows].sort((left, right) => left.order - right.order).map((row) => row.id);
}

/** One parameter for a whole array: a text in PostgreSQL's array syntax, so that ten thousand values stay one. */
export const textArray = (values: readonly string[]): SQL =>
  sql`${`{${values.map((value) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`}::text[]`;

async function reopenIfCompleted(db: Database, queue: QueueRow, added: number) {
  if (added === 0 || queue.status !== "completed") return queue.status;
  await db.update(queues).set({ status: "active" }).where(eq(queues.id, queue.id));
  return "active" as const;
}

export const bulkRemoveItems: Verb<typeof contracts.bulkRemoveItems> = (context, input) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, NOT_MANAGER);
    const removed = await db
      .update(queueItems)
      .set({ deletedAt: now(), openSeats: 0 })
      .where(
        and(
          inArray(queueItems.id, [...new Set(input.item_ids)]),
          eq(queueItems.queueId, access.queue.id),
          isNull(queueItems.deletedAt),
        ),
      )
      .returning({ id: queueItems.id });
    const ids = removed.map((row) => row.id);
    if (ids.length > 0) {
      await db.delete(itemSeats).where(inArray(itemSeats.itemId, ids));
      await db.delete(itemAssignees).where(inArray(itemAssignees.itemId, ids));
      await db.delete(itemNotes).where(inArray(itemNotes.itemId, ids));
      await db.update(scores).set({ deletedAt: now() }).where(inArray(scores.queueItemId, ids));
    }
    return { removed: ids.length };
  });
