// What is still open in a queue: conditions for SQL statements.
import { type SQL, sql } from "drizzle-orm";

/** As many transactions as there are PostgreSQL connections may complete items at once. */
const openWorkWorthALock = sql`current_setting('max_connections')::int`;

/**
 * Null if nothing else is open in a queue. The order matches its index: without one the planner hopes to find a row
 * early.
 */
export const openWork = (queueId: SQL, except: SQL = sql`true`, offset: SQL = sql`0`): SQL => sql`(
  select item.id from queue_items as item
  where item.queue_id = ${queueId} and item.status <> 'completed' and item.purpose = 'work' and item.deleted_at is null
    and ${except}
  order by item.id limit 1 offset ${offset})`;

/**
 * A condition: so little is open in a queue that the next item may be its last. Near the end, completions lock the
 * queue's row one after another. So if two annotators finish the last two items at the same moment, the second sees the
 * first. It searches free items from the end of the order, where few have been taken: the start of the index may be
 * full of dead entries.
 */
export const nearlyDone = (queueId: SQL): SQL => sql`
  case when exists (
    select 1 from queue_items as item where item.queue_id = ${queueId} and item.open_seats > 0
      and item.deleted_at is null and item.status <> 'completed' and item.purpose = 'work'
    order by (-item.priority) desc, item."order" desc, item.id desc limit 1 offset ${openWorkWorthALock}
  ) then false else ${openWork(queueId, undefined, openWorkWorthALock)} is null end`;
