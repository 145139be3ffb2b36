// Tells agreement which items' scores have changed. Whoever writes or takes away scores of queue items marks them in the same
// transaction; reading agreement, and a background function, fold what is marked into its counters.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { given, sqlStatement } from "@/db/statement";
import { arrayText } from "@/db/text-array";
import type { PublicContext } from "@/lib/context";

export interface ScoreMark {
  queueId: string;
  itemId: string;
}

const insertMarks = sqlStatement(
  () => sql`
    insert into agreement_marks (queue_id, item_id)
    select * from unnest(${given("queueIds")}::uuid[], ${given("itemIds")}::uuid[])`,
);

export async function markScored(db: Database, marks: readonly ScoreMark[]): Promise<void> {
  if (marks.length === 0) return;
  const [queueIds, itemIds] = [marks.map((mark) => mark.queueId), marks.map((mark) => mark.itemId)];
  await insertMarks(db, { queueIds: arrayText(queueIds), itemIds: arrayText(itemIds) });
}

const PERIOD_MS = 10_000;
let announced = { period: 0, queueIds: new Set<string>() };

/**
 * Asks for a fold in the background, once a queue and period. Nothing depends on it: marks stay until they are folded, and
 * a reader folds first.
 */
export async function announceScored({ now, emit }: PublicContext, queueId: string): Promise<void> {
  const period = Math.floor(now().getTime() / PERIOD_MS);
  if (announced.period !== period) announced = { period, queueIds: new Set() };
  if (announced.queueIds.has(queueId)) return;
  announced.queueIds.add(queueId);
  await emit({ id: `item-scored:${queueId}:${period}`, name: "annotation/item.scored", data: { queueId } });
}
