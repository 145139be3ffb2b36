// Which items a claim may take: conditions on `item`, with placeholders for the claim's values.
import { type SQL, sql } from "drizzle-orm";
import { param } from "@/db/statement";
import { arrayText } from "@/db/text-array";
import type { QueueAccess } from "@/lib/annotation/scope/loaders";
import type { Caller } from "@/lib/context";
import { knownStatus, type ReviewView } from "./review-scope";
import { expiryFor } from "./seats";

export interface Claim {
  access: QueueAccess;
  caller: Caller;
  exclude: readonly string[];
  view: ReviewView;
  now: Date;
  /** For a claim ahead, while the caller works on another item: no time counts as work yet. */
  share?: Share | undefined;
  /** Whether skipped items are handed out if nothing else is left (default: true). */
  includeSkipped?: boolean;
}

/** How many items of a queue an annotator has reserved, how many are free, and the turn at that moment (claimTurns). */
export interface Share {
  reserved: number;
  free: number;
  claims: number | null;
}

export type ClaimValues = ReturnType<typeof valuesOf>;

export function valuesOf({ access, caller, exclude, view, now, share }: Claim) {
  return {
    queueId: access.queue.id,
    userId: caller.userId,
    excluded: arrayText(exclude),
    onlyStatus: knownStatus(view.review_status),
    exceptStatus: knownStatus(view.exclude_review_status),
    takesUnassigned: takesUnassigned(access),
    now: now.toISOString(),
    expiresAt: expiryFor(access.queue, now).toISOString(),
    activeAt: share ? null : now.toISOString(),
    claims: share?.claims ?? null,
  };
}

/**
 * Not excluded, and in the requested states of review. `case` is on purpose: the planner assumes that comparisons with
 * unknown values rarely match. A generic plan then looks so expensive that each claim is planned again, which takes
 * longer than the claim.
 */
export const matchesRequest = (item: SQL): SQL => sql`(${item}.id <> all(${param("excluded")}::uuid[])
  and case when ${param("onlyStatus")}::text is null then true else ${item}.review_status = ${param("onlyStatus")}::text end
  and case when ${param("exceptStatus")}::text is null then true
    else ${item}.review_status is distinct from ${param("exceptStatus")}::text end)`;

/** Which items the caller may get: own assignments and copies, and unassigned ones if the queue or the role allows. */
export const claimable = ({ access, caller }: Pick<Claim, "access" | "caller">): SQL =>
  mayTake(sql`${caller.userId}`, sql`${takesUnassigned(access)}`);

const takesUnassigned = ({ queue, roles }: QueueAccess): boolean => queue.autoAssign || roles.includes("manager");

// `case` instead of `or`: without statistics the planner assumes that alternatives rarely match, and reads a whole
// queue for one item.
const mayTake = (userId: SQL, unassigned: SQL): SQL => sql`(
  case when item.copy_for is null then true else item.copy_for = ${userId}::uuid end and (
    exists (select 1 from item_assignees as a where a.item_id = item.id and a.user_id = ${userId}::uuid)
    or ${unassigned}::boolean and not exists (select 1 from item_assignees as a where a.item_id = item.id)))`;

export type Pass = "new" | "skipped";

/** Free items of a pass that the caller may get. */
function free(pass: Pass): SQL {
  const seat = sql`select 1 from item_seats as seat where seat.item_id = item.id and seat.user_id = ${param("userId")}`;
  const fresh = pass === "new" ? sql`not exists (${seat})` : sql`exists (${seat} and seat.state = 'skipped')`;
  return sql`item.queue_id = ${param("queueId")} and item.open_seats > 0 and item.deleted_at is null and ${fresh}
    and ${mayTake(sql`${param("userId")}`, sql`${param("takesUnassigned")}`)}`;
}

const inOrder = sql`order by (-item.priority), item."order", item.id`;

/** The first free items of a pass, in order of work, that match the request and a condition. */
export const firstFree = (pass: Pass, columns: SQL, condition: SQL = sql`true`, count = 1): SQL =>
  firstOpen(pass, columns, sql`${matchesRequest(sql`item`)} and ${condition}`, count);

/**
 * The same, whether or not they match the request. The count is written into the statement: the planner takes an
 * unknown limit for a tenth of the queue.
 */
export const firstOpen = (pass: Pass, columns: SQL, condition: SQL, count = 1): SQL =>
  sql`select ${columns} from queue_items as item where ${free(pass)} and ${condition} ${inOrder}
    limit ${sql.raw(String(count))}`;

/** How many free work items are new to the caller, counted along their index, up to `most`. */
export const countFree = (most: number): SQL => sql`
  select count(*) from (
    select 1 from queue_items as item where ${free("new")} and item.purpose = 'work' ${inOrder} limit ${sql.raw(String(most))}) as counted`;
