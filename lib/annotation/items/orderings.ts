// The orders of a queue's items, on rows of queue_items.
import { type SQL, sql } from "drizzle-orm";
import { queueItems } from "@/db/schema";
import type { ItemOrderColumn, ItemOrdering } from "@/lib/contracts/annotation/items/filters";

/** In the order of the work, whatever the names are. */
const byStatus = sql`case
  when ${queueItems.reviewStatus} = 'pending_review' then 3
  when ${queueItems.status} = 'in_progress' and ${queueItems.reviewStatus} = 'rejected' then 2
  when ${queueItems.status} = 'in_progress' then 1
  when ${queueItems.status} = 'completed' then 4
  when ${queueItems.status} = 'skipped' then 5
  else 0 end`;

const seats = sql`from item_seats as seat where seat.item_id = ${queueItems.id}`;

interface Order {
  by: SQL;
  /** Unknown values come last, in both directions. */
  mayBeNull?: true;
}

const orders: Record<ItemOrderColumn, Order> = {
  created_at: { by: sql`${queueItems.createdAt}` },
  order: { by: sql`${queueItems.order}` },
  status: { by: byStatus },
  annotations_completed: { by: sql`(select count(*) ${seats} and seat.state = 'completed')` },
  assigned_to: {
    by: sql`(select min(lower(person.name)) from item_assignees as assignee
      join users as person on person.id = assignee.user_id where assignee.item_id = ${queueItems.id})`,
    mayBeNull: true,
  },
  reserved_by: {
    by: sql`(select min(lower(person.name)) from item_seats as seat join users as person on person.id = seat.user_id
      where seat.item_id = ${queueItems.id} and seat.state = 'reserved'
        and (seat.expires_at is null or seat.expires_at > now()))`,
    mayBeNull: true,
  },
  priority: { by: sql`${queueItems.priority}` },
  open_feedback: {
    by: sql`(select count(*) from review_threads as thread where thread.item_id = ${queueItems.id}
      and thread.blocking and thread.status in ('open', 'reopened'))`,
  },
  completed_at: { by: sql`${queueItems.completedAt}`, mayBeNull: true },
  purpose: { by: sql`${queueItems.purpose}` },
};

/** For `order by`. Items with equal values come in the order of the queue, in the same direction. */
export function orderOf(ordering: ItemOrdering): SQL[] {
  const isDescending = ordering.startsWith("-");
  // Safe: an ordering is a column's name, with or without a minus sign.
  const { by, mayBeNull } = orders[ordering.replace("-", "") as ItemOrderColumn];
  const direction = sql.raw(isDescending ? "desc" : "asc");
  return [
    sql`${by} ${direction}${mayBeNull ? sql` nulls last` : sql``}`,
    ...[queueItems.order, queueItems.id].map((column) => sql`${column} ${direction}`),
  ];
}
