// Which items of a queue a list shows, in which order. Requests that change all matching items use the same conditions.
import { and, eq, gte, inArray, isNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemAssignees, queueItems } from "@/db/schema";
import { assertMayReadReports, mayReview, type QueueAccess } from "@/lib/annotation/scope/loaders";
import { hasChecks, seenState } from "@/lib/annotation/scope/seen-state";
import { foundBy } from "@/lib/annotation/sources/search";
import type { Caller } from "@/lib/context";
import {
  annotatorFilters,
  annotatorOrderings,
  type ItemFilters,
  type ItemOrdering,
  itemFilterFields,
} from "@/lib/contracts/annotation/items/filters";
import { itemPurposes, itemStatuses, type SourceType } from "@/lib/contracts/shapes";
import { answerConditions } from "./answer-conditions";
import { feedbackAddressed, sentBackToOthers, shownTo } from "./review-scope";

interface Additions {
  ordering?: ItemOrdering;
  include_answers?: boolean | undefined;
  include_fields?: boolean | undefined;
}

const forAnnotators: readonly string[] = annotatorFilters;

/** Throws 403 if an annotator wants more than annotators may know. */
export function assertMayFilter(access: QueueAccess, wish: ItemFilters & Additions): void {
  // Safe: they are the names of that object.
  const names = Object.keys(itemFilterFields) as (keyof ItemFilters)[];
  const filters = names.some((name) => wish[name] !== undefined && !forAnnotators.includes(name));
  const orders = wish.ordering !== undefined && !annotatorOrderings.includes(wish.ordering);
  if (filters || orders || wish.include_answers || wish.include_fields) assertMayReadReports(access);
}

/** The condition of the queue's items that the caller sees and that match. */
export async function matching(
  db: Database,
  caller: Caller,
  access: QueueAccess,
  filters: ItemFilters,
): Promise<SQL | undefined> {
  const { queue } = access;
  return and(
    eq(queueItems.queueId, queue.id),
    isNull(queueItems.deletedAt),
    mayReview(access) ? undefined : sql`not ${sentBackToOthers(caller.userId, sql`${queueItems}`)}`,
    mayReview(access) ? purposeFilter(filters.purpose) : shownTo(caller.userId, sql`${queueItems}`),
    ...itemFilters(filters, caller.userId, await stateSeen(db, access, caller, filters)),
    filters.completed_by
      ? sql`exists (select 1 from item_seats as seat where seat.item_id = ${queueItems.id}
          and seat.user_id = ${filters.completed_by} and seat.state = 'completed')`
      : undefined,
    filters.search ? sql`${queueItems.id} in (${foundBy(queue.organizationId, queue.id, filters.search)})` : undefined,
    ...(await answerConditions(db, caller.organizationId, queue.id, filters)),
  );
}

/** Checks are listed only on request. */
function purposeFilter(purposes: ItemFilters["purpose"] = ["work", "gold"]): SQL | undefined {
  return purposes.includes("all")
    ? undefined
    : inArray(
        queueItems.purpose,
        itemPurposes.filter((purpose) => purposes.includes(purpose)),
      );
}

/** The states by which the caller's filters choose. Only in queues with checks do they cost look-ups for each item. */
async function stateSeen(db: Database, access: QueueAccess, caller: Caller, filters: ItemFilters) {
  if (mayReview(access) || !(filters.status ?? filters.review_status)) return stored;
  const user = sql`${caller.userId}::uuid`;
  const { id, goldPercent, repeatPercent } = access.queue;
  if (goldPercent + repeatPercent === 0) {
    const [row] = await db.execute<{ has: boolean }>(sql`select ${hasChecks(sql`${id}::uuid`, user)} as has`);
    if (!row?.has) return stored;
  }
  return seenState(user, sql`${queueItems}`);
}

function itemFilters(filters: ItemFilters, userId: string, state: typeof stored): (SQL | undefined)[] {
  const assignee = filters.assigned_to === "me" ? userId : filters.assigned_to;
  const types = filters.source_type?.filter((type): type is SourceType => type !== "all");
  const { added_since, added_until, completed_since, completed_until } = filters;
  return [
    statusFilter(filters.status ?? [], state),
    types && types.length > 0 ? inArray(queueItems.sourceType, types) : undefined,
    assignee
      ? sql`exists (select 1 from ${itemAssignees} where ${itemAssignees.itemId} = ${queueItems.id}
          and ${itemAssignees.userId} = ${assignee})`
      : undefined,
    filters.review_status && filters.review_status !== "all"
      ? sql`${state.reviewStatus} = ${filters.review_status}`
      : undefined,
    added_since ? gte(queueItems.createdAt, new Date(added_since)) : undefined,
    added_until ? lt(queueItems.createdAt, new Date(added_until)) : undefined,
    completed_since ? gte(queueItems.completedAt, new Date(completed_since)) : undefined,
    completed_until ? lt(queueItems.completedAt, new Date(completed_until)) : undefined,
  ];
}

const stored = { status: sql`${queueItems.status}`, reviewStatus: sql`${queueItems.reviewStatus}` };

function statusFilter(statuses: readonly string[], { status, reviewStatus }: typeof stored): SQL | undefined {
  if (statuses.length === 0 || statuses.includes("all")) return undefined;
  const plain = itemStatuses.filter((each) => each !== "in_progress" && statuses.includes(each));
  const inReview = sql`${reviewStatus} is not distinct from 'pending_review'`;
  const resubmitted = feedbackAddressed(sql`${queueItems}`);
  return or(
    plain.length > 0 ? inArray(status, plain) : undefined,
    // As in progress: an item that waits for review is in review.
    statuses.includes("in_progress") ? and(sql`${status} = 'in_progress'`, not(inReview)) : undefined,
    statuses.includes("in_review") ? and(inReview, not(resubmitted)) : undefined,
    statuses.includes("resubmitted") ? and(inReview, resubmitted) : undefined,
    statuses.includes("needs_changes") ? sql`${reviewStatus} = 'rejected'` : undefined,
    sql`false`,
  );
}
