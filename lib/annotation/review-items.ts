// How a reviewer moves among the items of a queue. Nothing is claimed: of two who decide at once, one does.
import { sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import type { Item } from "@/lib/contracts/annotation/items";
import { itemInQueue, type QueueAccess } from "./loaders";
import { presentItem } from "./present-items";
import { type ReviewView, reviewable } from "./review-scope";

interface Position {
  exclude?: readonly string[];
  /** Begin behind this item, and come round to the first ones at the end. */
  after?: string;
}

export async function nextToReview(
  { db, caller, now }: Context,
  access: QueueAccess,
  view: ReviewView,
  { exclude = [], after }: Position,
): Promise<Item | null> {
  const excluded = exclude.length > 0 ? sql`and item.id not in ${[...exclude]}` : sql``;
  const behind = after
    ? sql`(-item.priority, item."order", item.id) > (select -here.priority, here."order", here.id
        from queue_items as here where here.id = ${after}) desc,`
    : sql``;
  const [row] = await db.execute<{ id: string }>(sql`
    select item.id from queue_items as item
    where item.queue_id = ${access.queue.id} and item.deleted_at is null and ${reviewable(caller, view)} ${excluded}
    order by ${behind} (-item.priority), item."order", item.id limit 1`);
  return row ? presentItem(db, caller, await itemInQueue(db, access.queue, row.id), now()) : null;
}
