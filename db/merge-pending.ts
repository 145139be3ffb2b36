// Inverted indexes collect new entries in a list, and merge them when the list is full: PostgreSQL lets the statement that
// fills it wait for that, which takes seconds once an index is large. So the list may be long (its limit is in the schema),
// and a server merges it in the background while something is written.
import { sql } from "drizzle-orm";
import { advisoryLocks } from "./advisory-locks";
import type { Database } from "./client";
import { PENDING_KB } from "./schema/columns";

let areWaiting = false;

/** This process has written rows of a table with such an index. */
export function entriesWait(): void {
  areWaiting = true;
}

/** Whether it has since the last call. */
export function takeWaiting(): boolean {
  const taken = areWaiting;
  areWaiting = false;
  return taken;
}

/** Merges what waits in the lists of the indexes that have a long one, unless another server does so at this moment. */
export const mergePending = (db: Database) =>
  db.execute(sql`
    select gin_clean_pending_list(pg_class.oid::regclass)
    from (select pg_try_advisory_xact_lock(${advisoryLocks.pendingEntries}) as is_mine offset 0) as lock, pg_class
    where lock.is_mine and relkind = 'i' and relnamespace = 'public'::regnamespace
      and ${`gin_pending_list_limit=${PENDING_KB}`} = any(reloptions)`);
