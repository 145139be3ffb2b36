import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import { assignAfterLeaving } from "@/lib/annotation/queues/assign-more";

/**
 * Removes a person from an organization's queues. Their reserved and assigned items become free, and go to others where
 * the queue assigns items itself; completed work stays.
 */
export async function leaveQueues(db: Database, organizationId: string, userId: string): Promise<void> {
  // Queues before their items, each in the order of ids, as everywhere.
  await db.execute(sql`
    select 1 from queues where organization_id = ${organizationId} and (
      id in (select queue_id from queue_members where user_id = ${userId})
      or id in (select queue_id from item_seats where user_id = ${userId} and state = 'reserved'))
    order by id for no key update`);
  const reservedItems = await db.execute<{ id: string }>(sql`
    select item.id from item_seats as seat join queue_items as item on item.id = seat.item_id
    where seat.user_id = ${userId} and seat.state = 'reserved' and item.organization_id = ${organizationId}
    order by item.id for update of item`);
  const itemIds = sql`any(${textArray(reservedItems.map((item) => item.id))}::uuid[])`;
  await db.execute(sql`
    with freed as (
      delete from item_seats where user_id = ${userId} and state = 'reserved' and item_id = ${itemIds} returning item_id
    )
    update queue_items set open_seats = open_seats + 1 where id in (select item_id from freed)`);
  // The same as lockQueue, for all of them.
  await db.execute(sql`
    update queues set updated_at = updated_at where id in (select queue_id from queue_items where id = ${itemIds})`);
  const queues = sql`queue_id in (select id from queues where organization_id = ${organizationId})`;
  await db.execute(sql`delete from item_assignees where user_id = ${userId} and ${queues}`);
  const left = await db.execute<{ queue_id: string }>(sql`
    delete from queue_members where user_id = ${userId} and ${queues} returning queue_id`);
  await assignAfterLeaving(
    db,
    left.map(({ queue_id }) => queue_id),
  );
}
