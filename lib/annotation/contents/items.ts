import { and, asc, count, desc, eq, inArray, isNull, not, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { agreementItems, itemAssignees, queueItems } from "@/db/schema";
import { feedbackAddressed, sentBackToOthers, shownTo } from "@/lib/annotation/items/review-scope";
import { disagreeing } from "@/lib/annotation/reports/agreement-report";
import { assertManager, assertMayReadReports, mayReview, queueAccess } from "@/lib/annotation/scope/loaders";
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
import { MAX_ADDED_ITEMS } from "@/lib/contracts/limits";
import { itemPurposes, itemStatuses, type SourceType } from "@/lib/contracts/shapes";
import { Failure, invalid } from "@/lib/errors";
import { assertPage, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { presentItems, purposeFor } from "./present-items";
import { appendItems, removeItems } from "./queue-contents";

export const NOT_MANAGER = "Only queue managers can manage queue items.";

export const listItems: Verb<typeof contracts.listItems> = async ({ db, caller, now }, input) => {
  const access = await queueAccess(db, caller, input.queue_id);
  const { queue } = access;
  if (input.disagreement_label || input.purpose) assertMayReadReports(access);
  const { page, limit, offset } = pageRange(input);
  const where = and(
    eq(queueItems.queueId, queue.id),
    isNull(queueItems.deletedAt),
    mayReview(access) ? undefined : sql`not ${sentBackToOthers(caller.userId, sql`${queueItems}`)}`,
    mayReview(access) ? purposeFilter(input.purpose) : shownTo(caller.userId, sql`${queueItems}`),
    ...itemFilters(input, caller.userId),
  );
  const column = input.ordering.endsWith("order") ? queueItems.order : queueItems.createdAt;
  const direction = input.ordering.startsWith("-") ? desc : asc;
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(queueItems).where(where),
    db
      .select({ id: queueItems.id, purpose: queueItems.purpose })
      .from(queueItems)
      .where(where)
      .orderBy(direction(column), direction(queueItems.order), direction(queueItems.id))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  const purposes = new Map(rows.map((row) => [row.id, purposeFor(access, row)]));
  const presented = await presentItems(db, caller, rows, now());
  return { count: all, page, limit, results: presented.map((item) => ({ ...item, ...purposes.get(item.id) })) };
};

/** Checks are listed only on request. */
function purposeFilter(purposes: ListFilters["purpose"] = ["work", "gold"]): SQL | undefined {
  return purposes.includes("all")
    ? undefined
    : inArray(
        queueItems.purpose,
        itemPurposes.filter((purpose) => purposes.includes(purpose)),
      );
}

type ListFilters = Parameters<Verb<typeof contracts.listItems>>[1];

function itemFilters(input: ListFilters, userId: string): (SQL | undefined)[] {
  const assignee = input.assigned_to === "me" ? userId : input.assigned_to;
  const types = input.source_type?.filter((type): type is SourceType => type !== "all");
  return [
    statusFilter(input.status ?? []),
    types && types.length > 0 ? inArray(queueItems.sourceType, types) : undefined,
    assignee
      ? sql`exists (select 1 from ${itemAssignees} where ${itemAssignees.itemId} = ${queueItems.id}
          and ${itemAssignees.userId} = ${assignee})`
      : undefined,
    input.review_status && input.review_status !== "all" ? eq(queueItems.reviewStatus, input.review_status) : undefined,
    input.disagreement_label
      ? sql`${queueItems.id} in (select ${agreementItems.itemId} from ${agreementItems}
          where ${disagreeing(input.queue_id, input.disagreement_label)})`
      : undefined,
  ];
}

function statusFilter(statuses: readonly string[]): SQL | undefined {
  if (statuses.length === 0 || statuses.includes("all")) return undefined;
  const stored = itemStatuses.filter((status) => status !== "in_progress" && statuses.includes(status));
  const inReview = eq(queueItems.reviewStatus, "pending_review");
  const resubmitted = feedbackAddressed(sql`${queueItems}`);
  return or(
    stored.length > 0 ? inArray(queueItems.status, stored) : undefined,
    // As in progress: an item that waits for review is in review.
    statuses.includes("in_progress")
      ? and(eq(queueItems.status, "in_progress"), sql`${queueItems.reviewStatus} is distinct from 'pending_review'`)
      : undefined,
    statuses.includes("in_review") ? and(inReview, not(resubmitted)) : undefined,
    statuses.includes("resubmitted") ? and(inReview, resubmitted) : undefined,
    statuses.includes("needs_changes") ? eq(queueItems.reviewStatus, "rejected") : undefined,
    sql`false`,
  );
}

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
    return { removed: await removeItems(db, access.queue, [...new Set(input.item_ids)], now()) };
  });
