// What annotators of queues with checks see of others' work, in SQL: nothing that tells work from checks.
import { type SQL, sql } from "drizzle-orm";

/** The queue hands out checks, or has given the person some. */
export const hasChecks = (queueId: SQL, userId: SQL): SQL => sql`exists (
  select 1 from queues as checking where checking.id = ${queueId} and (checking.gold_percent + checking.repeat_percent > 0
    or exists (select 1 from queue_figures as f
      where f.queue_id = checking.id and f.figure = 'checks' and f.subject_id = ${userId})))`;

/** The person manages or reviews the queue. Owners and Admins do so without a row. */
export const isReviewer = (queueId: SQL, userId: SQL): SQL => sql`exists (
  select 1 from queue_members as m where m.queue_id = ${queueId} and m.user_id = ${userId}
    and m.roles && array['manager', 'reviewer'])`;

const ownSeat = (userId: SQL, item: SQL, state: string): SQL => sql`exists (
  select 1 from item_seats as own where own.item_id = ${item}.id and own.user_id = ${userId} and own.state = '${sql.raw(state)}')`;

export const hasScored = (userId: SQL, item: SQL): SQL => sql`exists (
  select 1 from scores as own where own.queue_item_id = ${item}.id and own.annotator_id = ${userId} and own.deleted_at is null)`;

/** As rules/own-part.ts. `unless`: when the person sees the item as it is anyway. */
const ownStatus = (userId: SQL, item: SQL, unless: SQL): SQL => sql`case
  when ${unless} or not ${hasChecks(sql`${item}.queue_id`, userId)} then null
  when ${ownSeat(userId, item, "completed")} then 'completed'
  when ${item}.review_status is not distinct from 'rejected' then null
  when ${ownSeat(userId, item, "skipped")} then 'skipped'
  when ${item}.open_seats = 0 and not ${ownSeat(userId, item, "reserved")} then null
  when ${hasScored(userId, item)} then 'in_progress'
  else 'pending' end`;

const requiresReview = (item: SQL): SQL =>
  sql`(select reviewed.requires_review from queues as reviewed where reviewed.id = ${item}.queue_id)`;

interface SeenState {
  status: SQL;
  reviewStatus: SQL;
}

/** The item's states as the person sees them. */
export function seenState(userId: SQL, item: SQL, unless: SQL = sql`false`): SeenState {
  const own = ownStatus(userId, item, unless);
  return {
    status: sql`(select case when own = 'completed' and ${requiresReview(item)} then 'in_progress' else coalesce(own, ${item}.status) end
      from (select ${own} as own) as part)`,
    reviewStatus: sql`(select case when own is null then ${item}.review_status
        when own = 'completed' and ${requiresReview(item)} then 'pending_review' end
      from (select ${own} as own) as part)`,
  };
}
