// Who is notified of what happens in a queue.
import { type SQL, sql } from "drizzle-orm";
import type { QueueRow } from "./loaders";

/** The managers of completed queues, for `notified`. `completed` is a table with id, organization_id, name and status. */
export const managersOf = (completed: SQL, { actor, at }: { actor: SQL; at: SQL }): SQL => sql`
  select done.organization_id, member.user_id, 'queue_completed' as kind,
    concat_ws('-', 'queue-completed', done.id, ${at}) as cause, ${actor} as actor_id,
    jsonb_build_object('queue_id', done.id, 'queue_name', done.name) as subject, 1 as items
  from ${completed} as done
  join queue_members as member on member.queue_id = done.id and 'manager' = any(member.roles)
  where done.status = 'completed'`;

export const aboutQueue = ({ id, name }: Pick<QueueRow, "id" | "name">) => ({ queue_id: id, queue_name: name });
