// Which items review shows to whom: conditions on rows of queue_items under the name `item`.
import { type SQL, sql } from "drizzle-orm";
import { mayReview, type QueueAccess } from "@/lib/annotation/scope/loaders";
import { seenState } from "@/lib/annotation/scope/seen-state";
import { type ReviewStatus, reviewStatuses } from "@/lib/contracts/shapes";

/** The review parameters of a request: lib/contracts/annotation/annotating.ts. */
export interface ReviewView {
  view_mode?: string | undefined;
  review_status?: string | undefined;
  exclude_review_status?: string | undefined;
  include_all_annotations?: boolean | undefined;
  disagreement_label?: string | SQL | undefined;
}

/** Whose view it is: a user's id, or a statement's placeholder for it. */
interface Person {
  userId: string | SQL;
}

const ITEM = sql`item`;
const reviewModes = new Set(["review", "comparison", "submissions"]);
/** The named status; null if it is unknown. */
export const knownStatus = (status: string | undefined): ReviewStatus | null =>
  reviewStatuses.find((name) => name === status) ?? null;

/** Written into the statement, because the index of items in review works only with a literal. */
function stated(status: string | undefined): SQL | undefined {
  const known = knownStatus(status);
  return known ? sql.raw(`'${known}'`) : undefined;
}

/** Whether a reviewer looks at other people's work. Annotators never do, whatever they request. */
export const looksAtOthers = (access: QueueAccess, view: ReviewView): boolean =>
  mayReview(access) &&
  (reviewModes.has(view.view_mode ?? "") ||
    view.include_all_annotations === true ||
    view.disagreement_label !== undefined ||
    view.review_status === "pending_review");

/** The review statuses that a request names and excludes. */
function inReviewState(view: ReviewView, status: SQL = sql`item.review_status`): SQL {
  const [only, except] = [stated(view.review_status), stated(view.exclude_review_status)];
  return sql`(${only ? sql`${status} = ${only}` : sql`true`}
    and ${except ? sql`${status} is distinct from ${except}` : sql`true`})`;
}

/**
 * Work, and the caller's own checks, which look like work. Gold items and other annotators' checks cannot be claimed.
 */
export const shownTo = (userId: string | SQL, item: SQL = ITEM): SQL =>
  sql`case when ${item}.copy_for is null then ${item}.purpose <> 'gold' else ${item}.copy_for = ${userId} end`;

// Looked up item by item. Without the offset, the planner may read everything that the annotator ever did into a hash.
const found = (rows: SQL): SQL => sql`exists (${rows} offset 0)`;

/** Nobody reviews what they annotated themselves. */
const annotatedBy = (userId: string | SQL, item: SQL = ITEM): SQL => sql`(
  ${found(sql`select 1 from scores as own where own.queue_item_id = ${item}.id and own.annotator_id = ${userId}
    and own.deleted_at is null`)}
  or ${found(sql`select 1 from item_seats as own where own.item_id = ${item}.id and own.user_id = ${userId}
    and own.state = 'completed'`)})`;

/** Items to which annotators gave different values under the label, according to the counted agreement. */
const disagreeingUnder = (labelId: string | SQL): SQL => sql`exists (
  select 1 from agreement_items as kept where kept.item_id = item.id and kept.label_id = ${labelId} and kept.disagrees)`;

/**
 * The items that a reviewer moves among: those in the requested state; in review mode those that wait for review; else
 * all annotated ones.
 */
export function reviewable({ userId }: Person, view: ReviewView): SQL {
  // Only for reading, so own work counts too.
  const work = sql`item.purpose = 'work'`;
  if (view.disagreement_label)
    return sql`(${work} and ${inReviewState(view)} and ${disagreeingUnder(view.disagreement_label)})`;
  const waiting = view.view_mode === "review" && !stated(view.review_status);
  const state = inReviewState(waiting ? { ...view, review_status: "pending_review" } : view);
  const annotated = found(
    sql`select 1 from scores as given where given.queue_item_id = item.id and given.deleted_at is null`,
  );
  const named = waiting || stated(view.review_status);
  return sql`${work} and ${state} and ${named ? sql`true` : annotated} and not ${annotatedBy(userId)}`;
}

/** The items that a request moves among without claiming them. */
export function browsable(access: QueueAccess, caller: Person, view: ReviewView): SQL {
  if (looksAtOthers(access, view)) return reviewable(caller, view);
  if (mayReview(access)) return sql`(${shownTo(caller.userId)} and ${inReviewState(view)})`;
  const seen = seenState(sql`${caller.userId}::uuid`, ITEM).reviewStatus;
  return sql`(${shownTo(caller.userId)} and ${inReviewState(view, seen)} and not ${sentBackToOthers(caller.userId)})`;
}

/**
 * What an annotator may open: own assignments, own work, and what is assigned to nobody, if the queue lets them take it.
 * In TypeScript: item-access.ts, assertMayAnnotate.
 */
export const openTo = (
  { userId, takesUnassigned }: Person & { takesUnassigned: boolean | SQL },
  item: SQL,
): SQL => sql`(
  case when ${takesUnassigned}::boolean
      and not ${found(sql`select 1 from item_assignees as a where a.item_id = ${item}.id`)} then true
    else ${found(sql`select 1 from item_assignees as a where a.item_id = ${item}.id and a.user_id = ${userId}`)}
      or ${found(sql`select 1 from item_seats as own where own.item_id = ${item}.id and own.user_id = ${userId}
        and own.state in ('reserved', 'completed')`)} end)`;

/** Sent back to other annotators and without a free seat: the annotator has nothing to do here. */
export const sentBackToOthers = (userId: string | SQL, item: SQL = ITEM): SQL => sql`(
  ${item}.review_status is not distinct from 'rejected' and ${item}.open_seats = 0
  and not ${found(sql`select 1 from item_seats as own where own.item_id = ${item}.id and own.user_id = ${userId}
    and own.state = 'reserved'`)})`;

/** Some blocking feedback was addressed and waits for its reviewer. */
export const feedbackAddressed = (item: SQL = ITEM): SQL => sql`exists (
  select 1 from review_threads as thread where thread.item_id = ${item}.id and thread.blocking
    and thread.status = 'addressed')`;

/**
 * Threads, under the name `thread`, that concern a person: all of them for reviewers of the queue, for others those
 * that are for all, for them, or theirs.
 */
export const concerns = (userId: SQL, queueId: SQL): SQL => sql`(
  thread.target_annotator_id is null or thread.target_annotator_id = ${userId} or thread.created_by = ${userId}
  or exists (select 1 from queue_members as m where m.queue_id = ${queueId} and m.user_id = ${userId}
    and m.roles && array['manager', 'reviewer']))`;
