// How many items an annotator has reserved in a queue, and how many are free. Claims ahead depend on it.
import { sql } from "drizzle-orm";
import { param, sqlStatement } from "@/db/statement";
import type { Share } from "@/lib/annotation/items/free-items";
import { accessBeside, type QueueAccess } from "@/lib/annotation/scope/loaders";
import type { Context } from "@/lib/context";
import { FREE_COUNTED } from "./rules/claim-ahead";

export const queueId = sql`${param("queueId")}::uuid`;
export const userId = sql`${param("userId")}::uuid`;
export const now = sql`${param("now")}::timestamptz`;
export const isReserved = sql`seat.queue_id = ${queueId} and seat.user_id = ${userId} and seat.state = 'reserved'
  and (seat.expires_at is null or seat.expires_at > ${now})`;

/** SQL: how many items the caller has reserved in the queue, and how many are free, counted as far as it matters. */
const shareJson = sql<Share>`(
  select json_build_object('reserved', (
      select count(*) from item_seats as seat where ${isReserved}), 'free', (
      select count(*) from (
        select 1 from queue_items
        where queue_id = ${queueId} and open_seats > 0 and deleted_at is null
        order by (-priority), "order", id limit ${sql.raw(String(FREE_COUNTED))}) as waiting), 'claims', (
      select claims from claim_turns where queue_id = ${queueId} and user_id = ${userId})))`;

export const readShare = sqlStatement<{ share: Share }>(() => sql`select ${shareJson} as share`);

const findAccessAndShare = accessBeside(shareJson);

/** What the caller may do in a queue, with the share that decides about a claim ahead. */
export async function accessAndShare(
  { db, caller, now }: Context,
  queueId: string,
): Promise<QueueAccess & { share: Share }> {
  const { beside, ...access } = await findAccessAndShare(db, caller, queueId, { now: now().toISOString() });
  return { ...access, share: beside };
}
