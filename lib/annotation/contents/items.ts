import { and, count, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queueItems } from "@/db/schema";
import { textArray } from "@/db/text-array";
import { chosenItemIds } from "@/lib/annotation/items/chosen-items";
import { assertMayFilter, matching } from "@/lib/annotation/items/list-conditions";
import { orderOf } from "@/lib/annotation/items/orderings";
import { assertManager, lockQueue, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/items";
import type { ItemOrdering } from "@/lib/contracts/annotation/items/filters";
import { MAX_DETAILED_ROWS } from "@/lib/contracts/limits";
import { invalidField } from "@/lib/errors";
import { assertPage, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { chosenSources } from "./chosen-sources";
import { type Additions, itemAdditions } from "./item-additions";
import { presentItems, purposeFor } from "./present-items";
import { appendItems, removeItems } from "./queue-contents";

export const NOT_MANAGER = "Only queue managers can manage queue items.";

export const listItems: Verb<typeof contracts.listItems> = async ({ db, caller, now }, input) => {
  const access = await queueAccess(db, caller, input.queue_id);
  assertMayFilter(access, input);
  const { page, limit } = pageRange(input);
  const isDetailed = input.include_answers || input.include_fields;
  if (isDetailed && limit > MAX_DETAILED_ROWS) throw invalidField("limit", `At most ${MAX_DETAILED_ROWS} with these.`);
  const where = await matching(db, caller, access, input);
  const { all, rows } = await findPage(db, where, input);
  assertPage(page, limit, all);
  const purposes = new Map(rows.map((row) => [row.id, purposeFor(access, row)]));
  const [presented, added] = await Promise.all([
    presentItems(db, caller, rows, now()),
    isDetailed ? itemAdditions(db, caller.organizationId, rows, input) : none,
  ]);
  const results = presented.map((item) => ({ ...item, ...purposes.get(item.id), ...added.get(item.id) }));
  return { count: all, page, limit, results };
};

const none: Additions = new Map();

type PageInput = Parameters<typeof pageRange>[0] & { ordering: ItemOrdering; search?: string | undefined };

/**
 * A search reads every item of the queue, so the page and its count come from one statement. Otherwise an index reads the page,
 * without the rows after it. A page of a search beyond the end counts as none.
 */
async function findPage(db: Database, where: SQL | undefined, input: PageInput) {
  const { limit, offset } = pageRange(input);
  const all = input.search ? sql<number>`(count(*) over ())::int` : sql<number>`0`;
  const page = db
    .select({ id: queueItems.id, purpose: queueItems.purpose, all })
    .from(queueItems)
    .where(where)
    .orderBy(...orderOf(input.ordering))
    .limit(limit)
    .offset(offset);
  if (input.search) {
    const rows = await page;
    return { all: rows[0]?.all ?? 0, rows };
  }
  const [[total], rows] = await Promise.all([db.select({ count: count() }).from(queueItems).where(where), page]);
  return { all: total?.count ?? 0, rows };
}

export const addItems: Verb<typeof contracts.addItems> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, NOT_MANAGER);
    const { known, errors, total } = await chosenSources(db, caller, input);
    const { added, status } = await appendItems(db, access.queue, known);
    return {
      added: added.length,
      duplicates: known.length - added.length,
      errors,
      queue_status: status,
      ...(total === undefined ? {} : { total_matching: total }),
    };
  });

export const bulkRemoveItems: Verb<typeof contracts.bulkRemoveItems> = (context, input) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, NOT_MANAGER);
    const itemIds = await chosenItemIds(db, caller, access, input);
    return { removed: await removeItems(db, access.queue, itemIds, now()) };
  });

export const setItemPriority: Verb<typeof contracts.setItemPriority> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, NOT_MANAGER);
    const itemIds = await chosenItemIds(db, caller, access, input);
    await lockQueue(db, access.queue.id);
    const changed = await db
      .update(queueItems)
      .set({ priority: input.priority })
      .where(
        and(
          sql`${queueItems.id} = any(${textArray(itemIds)}::uuid[])`,
          eq(queueItems.queueId, access.queue.id),
          isNull(queueItems.deletedAt),
        ),
      )
      .returning({ id: queueItems.id });
    return { changed: changed.length };
  });
