import { type SQL, sql } from "drizzle-orm";
import { concerns } from "@/lib/annotation/items/review-scope";

/**
 * The people whom a comment mentions and who may read it, for `notified`. It leads annotators of the item to their desk, and
 * reviewers to theirs.
 */
export const mentionedIn = (commentId: string): SQL => sql`
  select item.organization_id, person.user_id, 'mention' as kind, concat_ws('-', 'comment', comment.id) as cause,
    comment.author_id as actor_id, 1 as items,
    jsonb_build_object('queue_id', queue.id, 'queue_name', queue.name, 'item_id', item.id, 'desk', case
      when exists (select 1 from item_seats as seat where seat.item_id = item.id and seat.user_id = person.user_id)
        then 'annotate'
      when person.role in ('Owner', 'Admin') or exists (
        select 1 from queue_members as m where m.queue_id = queue.id and m.user_id = person.user_id
          and m.roles && array['manager', 'reviewer']) then 'review'
      else 'annotate' end) as subject
  from review_comments as comment
  join review_threads as thread on thread.id = comment.thread_id
  join queue_items as item on item.id = thread.item_id
  join queues as queue on queue.id = item.queue_id
  join memberships as person on person.organization_id = item.organization_id
    and person.user_id = any(comment.mentioned_user_ids)
  where comment.id = ${commentId} and item.purpose = 'work'
    and (person.role in ('Owner', 'Admin') or ${concerns(sql`person.user_id`, sql`queue.id`)})`;
