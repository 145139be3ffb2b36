import { and, count, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queueItems } from "@/db/schema";
import { textArray } from "@/db/text-array";
import { chosenItemIds } from "@/lib/annotation/items/chosen-items";
import { assertMayFilter, matching } from "@/lib/annotation/items/list-conditions";
import { orderOf } from "@/lib/annotation/items/orderings";
import { assertManager, lockQueue, queueAccess } from "@/lib/annotation/scope/loaders";
import {
  type NamedSource,
  type Reference,
  referencesOf,
  selectSources,
  sourceProblems,
} from "@/lib/annotation/sources/sources";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/items";
import type { Selection } from "@/lib/contracts/annotation/selection";
import { MAX_ADDED_ITEMS, MAX_DETAILED_ROWS } from "@/lib/contracts/limits";
import { Failure, invalid, invalidField } from "@/lib/errors";
import { assertPage, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { type Additions, itemAdditions } from "./item-additions";
import { presentItems, purposeFor } from "./present-items";
import { appendItems, removeItems } from "./queue-contents";

export const NOT_MANAGER = "Only queue managers can manage queue items.";

export const listItems: Verb<typeof contracts.listItems> = async ({ db, caller, now }, input) => {
  const access = await queueAccess(db, caller, input.queue_id);
  assertMayFilter(access, input);
  const { page, limit, offset } = pageRange(input);
  const isDetailed = input.include_answers || input.include_fields;
  if (isDetailed && limit > MAX_DETAILED_ROWS) throw invalidField("limit", `At most ${MAX_DETAILED_ROWS} with these.`);
  const where = await matching(db, caller, access, input);
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(queueItems).where(where),
    db
      .select({ id: queueItems.id, purpose: queueItems.purpose })
      .from(queueItems)
      .where(where)
      .orderBy(...orderOf(input.ordering))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
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

export const addItems: Verb<typeof contracts.addItems> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, NOT_MANAGER);
    const { references, total } = input.selection
      ? await selected(db, caller, input.selection)
      : { references: await listed(db, caller, input.items ?? []), total: undefined };
    const problem = await sourceProblems(db, caller.organizationId, references);
    const known = references.filter((reference) => problem(reference) === undefined);
    const { added, status } = await appendItems(db, access.queue, known);
    return {
      added: added.length,
      duplicates: known.length - added.length,
      errors: references.flatMap((reference) => {
        const error = problem(reference);
        return error ? [{ source_type: reference.sourceType, source_id: reference.sourceId, error }] : [];
      }),
      queue_status: status,
      ...(total === undefined ? {} : { total_matching: total }),
    };
  });

async function listed(db: Database, caller: Caller, items: readonly NamedSource[]): Promise<Reference[]> {
  if (items.length > MAX_ADDED_ITEMS) {
    throw new Failure("tooLarge", `At most ${MAX_ADDED_ITEMS} items can be added at once.`, {
      code: "items_too_large",
    });
  }
  return referencesOf(db, caller.organizationId, items);
}

async function selected(db: Database, caller: Caller, selection: Selection) {
  const { ids, total } = await selectSources(db, caller.organizationId, selection, MAX_ADDED_ITEMS);
  if (total > MAX_ADDED_ITEMS) {
    throw invalid(`The selection names ${total} sources; at most ${MAX_ADDED_ITEMS} can be added at once.`, {
      code: "selection_too_large",
      facts: { total_matching: total, cap: MAX_ADDED_ITEMS },
    });
  }
  return { references: ids.map((sourceId) => ({ sourceType: selection.source_type, sourceId })), total };
}

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
