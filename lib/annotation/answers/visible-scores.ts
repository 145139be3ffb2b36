// Blind work, outside the desk too. Other people's values of an item are visible only to reviewers of its queue, to
// people who have completed the item (unless the queue has checks), and in default queues, which collect anybody's values, to everyone.
import { type AnyColumn, or, type SQL, sql } from "drizzle-orm";
import { hasChecks } from "@/lib/annotation/scope/seen-state";
import { isAdmin } from "@/lib/auth/access";
import type { Caller } from "@/lib/context";

interface ScoreColumns {
  by: AnyColumn;
  itemId: AnyColumn;
  queueId: AnyColumn;
}

/** Condition on rows of scores or notes that the caller may see; undefined for all. */
export function visibleTo(caller: Caller, { by, itemId, queueId }: ScoreColumns): SQL | undefined {
  if (isAdmin(caller.role)) return undefined;
  return or(
    sql`${by} is null or ${by} = ${caller.userId}`,
    sql`exists (select 1 from queues as q where q.id = ${queueId} and q.is_default)`,
    sql`exists (select 1 from queue_members as m where m.queue_id = ${queueId} and m.user_id = ${caller.userId}
      and m.roles && array['manager', 'reviewer'])`,
    // In a queue with checks, other people's values would tell that the item is none.
    sql`(exists (select 1 from item_seats as s where s.item_id = ${itemId} and s.user_id = ${caller.userId}
      and s.state = 'completed') and not ${hasChecks(sql`${queueId}`, sql`${caller.userId}::uuid`)})`,
  );
}
