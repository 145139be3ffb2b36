// Conditions on `item_seats as seat` that decide whether an annotator has something to do, and may do it.
import { sql } from "drizzle-orm";

/** The annotator still works in the queue: as a member who annotates, or as an Owner or Admin. */
export const stillAnnotates = sql`(
  exists (select 1 from queue_members as m where m.queue_id = seat.queue_id and m.user_id = seat.user_id
    and m.roles && array['annotator', 'manager'])
  or exists (select 1 from queues as own join memberships as m on m.organization_id = own.organization_id
    where own.id = seat.queue_id and m.user_id = seat.user_id and m.role in ('Owner', 'Admin')))`;

/** The annotator has not answered a required label. */
export const owesLabel = sql`exists (
  select 1 from queue_labels as binding where binding.queue_id = seat.queue_id and binding.required
    and not exists (select 1 from scores as score where score.queue_item_id = seat.item_id
      and score.label_id = binding.label_id and score.annotator_id = seat.user_id and score.deleted_at is null))`;

/** Blocking feedback is open that the annotator must act on. */
export const hasOpenFeedback = sql`exists (
  select 1 from review_threads as thread where thread.item_id = seat.item_id and thread.blocking
    and thread.action = 'request_changes' and thread.status in ('open', 'reopened')
    and (thread.target_annotator_id is null or thread.target_annotator_id = seat.user_id))`;
