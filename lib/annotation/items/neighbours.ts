// The items before and after another one, among those that a person may open. Nothing is claimed.
import { type SQL, sql } from "drizzle-orm";
import { mayReview, type QueueAccess } from "@/lib/annotation/scope/loaders";
import { browsable, openTo, type ReviewView } from "./review-scope";

/** An annotator's neighbour is searched among so many items; if all of them are others', among the annotator's own. */
const NEAR = 300;

interface Person {
  userId: string | SQL;
  /** Whether the person may open what is assigned to nobody. */
  takesUnassigned: boolean | SQL;
}

type Side = "before" | "after";

const inOrder = (side: Side): SQL =>
  side === "after"
    ? sql`(-item.priority), item."order", item.id`
    : sql`(-item.priority) desc, item."order" desc, item.id desc`;

const nearInOrder = (side: Side): SQL =>
  side === "after" ? sql`near.place, near."order", near.id` : sql`near.place desc, near."order" desc, near.id desc`;

/** The id of the nearest item on a side of `here`, which has the `queue_id`, negated `priority`, `"order"` and `id` of one. */
export function neighbour(side: Side, access: QueueAccess, person: Person, view: ReviewView): SQL {
  const beyond = sql`item.deleted_at is null and ${browsable(access, person, view)}
    and ((-item.priority), item."order", item.id) ${side === "after" ? sql`>` : sql`<`} (here.priority, here."order", here.id)`;
  const walk = (columns: SQL, rows: SQL) => sql`(
    select ${columns} from queue_items as item where item.queue_id = here.queue_id and ${beyond}
    order by ${inOrder(side)} ${rows})`;
  if (mayReview(access)) return walk(sql`item.id`, sql`limit 1`);
  const limit = sql.raw(String(NEAR));
  const near = sql`(
    select near.id from ${walk(sql`-item.priority as place, item."order", item.id`, sql`limit ${limit}`)} as near
    where ${openTo(person, sql`near`)} order by ${nearInOrder(side)} limit 1)`;
  // Looked up by id, so that no plan walks through the queue in order to find them.
  const own = sql`(
    select item.id from (
      select item_id from item_assignees where queue_id = here.queue_id and user_id = ${person.userId}
      union
      select item_id from item_seats
      where queue_id = here.queue_id and user_id = ${person.userId} and state in ('reserved', 'completed')
    ) as own cross join lateral (select * from queue_items as found where found.id = own.item_id offset 0) as item
    where ${beyond} order by ${inOrder(side)} limit 1)`;
  return sql`coalesce(${near},
    case when exists ${walk(sql`1`, sql`limit 1 offset ${limit} - 1`)} then ${own} end)`;
}
