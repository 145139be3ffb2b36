import { and, asc, count, desc, eq, inArray, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { agreementItems, itemAssignees, queueItems } from "@/db/schema";
import { feedbackAddressed, sentBackToOthers, shownTo } from "@/lib/annotation/items/review-scope";
import { disagreeing } from "@/lib/annotation/reports/agreement-report";
import { assertManager, assertMayReadReports, mayReview, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/items";
import { itemPurposes, itemStatuses, type SourceType } from "@/lib/contracts/shapes";
import { assertPage, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { chosenSources } from "./chosen-sources";
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
    return { removed: await removeItems(db, access.queue, [...new Set(input.item_ids)], now()) };
  });
