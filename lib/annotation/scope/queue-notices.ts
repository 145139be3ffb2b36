// Who is notified of what happens in a queue.
import { type SQL, sql } from "drizzle-orm";
import type { QueueRow } from "./loaders";

/**
 * The managers of completed queues, for `notified`; Owners and Admins of a queue without one. `completed` is a table with id,
 * organization_id, name and status. A queue has a row in any case, as webhooks hear of it too.
 */
export const managersOf = (completed: SQL, { actor, at }: { actor: SQL; at: SQL }): SQL => sql`
  select done.organization_id, person.user_id, 'queue_completed' as kind,
    concat_ws('-', 'queue-completed', done.id, ${at}) as cause, ${actor} as actor_id,
    jsonb_build_object('queue_id', done.id, 'queue_name', done.name) as subject, 1 as items
  from ${completed} as done
  left join lateral (
    select manager.user_id from queue_members as manager where manager.queue_id = done.id and 'manager' = any(manager.roles)
    union all
    select member.user_id from memberships as member
    where member.organization_id = done.organization_id and member.role in ('Owner', 'Admin') and not exists (
      select from queue_members as manager where manager.queue_id = done.id and 'manager' = any(manager.roles))
  ) as person on true
  where done.status = 'completed'`;

export const aboutQueue = ({ id, name }: Pick<QueueRow, "id" | "name">) => ({ queue_id: id, queue_name: name });
