// Inverted indexes collect new entries in a list, and merge them when the list is full: PostgreSQL lets the statement that
// fills it wait for that, which takes seconds once an index is large. So the list may be long (its limit is in the schema),
// and a server merges it in the background, every few seconds while something is written.
import { sql } from "drizzle-orm";
import { logIgnored } from "@/lib/error-report";
import { advisoryLocks } from "./advisory-locks";
import { connection, type Database } from "./client";
import { PENDING_KB } from "./schema/columns";

const EVERY_MS = 2000;

let areWaiting = false;

/** This process has written rows of a table with such an index. */
export function entriesWait(): void {
  areWaiting = true;
}

/** Merges what waits in the lists of the indexes that have a long one, unless another server does so at this moment. */
export const mergePending = (db: Database) =>
  db.execute(sql`
    select gin_clean_pending_list(pg_class.oid::regclass)
    from (select pg_try_advisory_xact_lock(${advisoryLocks.pendingEntries}) as is_mine offset 0) as lock, pg_class
    where lock.is_mine and relkind = 'i' and relnamespace = 'public'::regnamespace
      and ${`gin_pending_list_limit=${PENDING_KB}`} = any(reloptions)`);

/** Does so while something is written; the returned function ends it. */
export function keepMerged(everyMs = EVERY_MS): () => Promise<void> {
  let merging: Promise<void> | null = null;
  const merge = async () => {
    areWaiting = false;
    await mergePending(connection().db);
  };
  const timer = setInterval(() => {
    if (!areWaiting) return;
    merging ??= merge()
      .catch(logIgnored("merge new entries into indexes"))
      .finally(() => {
        merging = null;
      });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await merging;
  };
}
