// How a reviewer moves among the items of a queue. Nothing is claimed: if two reviewers decide at once, only one
// succeeds.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { presentItem } from "@/lib/annotation/contents/present-items";
import { type ReviewView, reviewable } from "@/lib/annotation/items/review-scope";
import { type ItemRow, itemInQueue, type QueueAccess } from "@/lib/annotation/scope/loaders";
import type { Context } from "@/lib/context";
import type { Item } from "@/lib/contracts/annotation/items";

/** The first item that the caller may review under `view`. */
export function nextToReview(
  context: Context,
  access: QueueAccess,
  view: ReviewView,
  exclude: readonly string[],
): Promise<Item | null> {
  const excluded = exclude.length > 0 ? sql`item.id not in ${[...exclude]}` : sql`true`;
  return firstReviewable(context, access, view, excluded);
}

/** The item that waits for review after another one; the first of all if there is none. */
export async function nextAfterReview(context: Context, access: QueueAccess, item: ItemRow): Promise<Item | null> {
  const view = { view_mode: "review" };
  const position = sql`(${-item.priority}::int, ${item.order}::int, ${item.id}::uuid)`;
  const behind = sql`((-item.priority), item."order", item.id) > ${position}`;
  return (await firstReviewable(context, access, view, behind)) ?? nextToReview(context, access, view, [item.id]);
}

async function firstReviewable({ db, caller, now }: Context, access: QueueAccess, view: ReviewView, where: SQL) {
  const row = await firstWhere(db, access, sql`${reviewable(caller, view)} and ${where}`);
  return row ? presentItem(db, caller, row, now()) : null;
}

/** The first item in order of work that meets a condition on `item`. */
export async function firstWhere(db: Database, access: QueueAccess, condition: SQL): Promise<ItemRow | null> {
  const [row] = await db.execute<{ id: string }>(sql`
    select item.id from queue_items as item
    where item.queue_id = ${access.queue.id} and item.deleted_at is null and ${condition}
    order by (-item.priority), item."order", item.id limit 1`);
  return row ? itemInQueue(db, access.queue, row.id) : null;
}
