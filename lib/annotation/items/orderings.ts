// The orders of a queue's items, on rows of queue_items.
import { type SQL, sql } from "drizzle-orm";
import { queueItems } from "@/db/schema";
import { cellsJson } from "@/lib/annotation/sources/search";
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
  completed_by: {
    by: sql`(select min(lower(person.name)) from item_seats as seat join users as person on person.id = seat.user_id
      where seat.item_id = ${queueItems.id} and seat.state = 'completed')`,
    mayBeNull: true,
  },
};

/**
 * The least of the answers under a label. As JSON, numbers have their own order; lists are ordered by length first, so that
 * spans of text are ordered by their number. The id is compared as text: it may be any.
 */
const byLabel = (labelId: string): SQL => sql`(
  select coalesce(score.value -> 'rating', score.value -> 'value', score.value -> 'selected', score.value -> 'preferred',
    score.value -> 'text', score.value -> 'spans') as answer
  from scores as score where score.queue_item_id = ${queueItems.id} and score.label_id::text = ${labelId.toLowerCase()}
    and score.annotator_id is not null and score.deleted_at is null
  order by answer limit 1)`;

/** Numbers by size, before texts. */
function byField(field: string): SQL {
  const cell = sql`(${cellsJson(sql`${queueItems}`, sql`${queueItems.organizationId}`)} ->> ${field})`;
  return sql`(select case when cell ~ '^-?[0-9]{1,30}([.][0-9]{1,30})?$' then to_jsonb(cell::numeric) else to_jsonb(lower(cell)) end
    from (select ${cell} as cell) as named)`;
}

function orderBy(name: string): Order {
  const [, kind, about = ""] = /^(label|field):(.*)$/s.exec(name) ?? [];
  if (kind === "label") return { by: byLabel(about), mayBeNull: true };
  if (kind === "field") return { by: byField(about), mayBeNull: true };
  return orders[name as ItemOrderColumn]; // safe: an ordering is a column's name, or one of the two above
}

/** For `order by`. Items with equal values come in the order of the queue, in the same direction. */
export function orderOf(ordering: ItemOrdering): SQL[] {
  const isDescending = ordering.startsWith("-");
  const { by, mayBeNull } = orderBy(isDescending ? ordering.slice(1) : ordering);
  const direction = sql.raw(isDescending ? "desc" : "asc");
  return [
    sql`${by} ${direction}${mayBeNull ? sql` nulls last` : sql``}`,
    ...[queueItems.order, queueItems.id].map((column) => sql`${column} ${direction}`),
  ];
}
