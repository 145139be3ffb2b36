// Tells agreement which items' scores have changed. Whoever writes or takes away scores of queue items marks them in the same
// transaction; reading agreement, and a background function, fold what is marked into its counters.
import type { Database } from "@/db/client";
import { agreementMarks } from "@/db/schema";
import type { PublicContext } from "@/lib/context";

export interface ScoreMark {
  queueId: string;
  itemId: string;
}

const INSERT_CHUNK = 10_000; // PostgreSQL takes 65,535 parameters a statement

export async function markScored(db: Database, marks: readonly ScoreMark[]): Promise<void> {
  for (let start = 0; start < marks.length; start += INSERT_CHUNK) {
    await db
      .insert(agreementMarks)
      .values(marks.slice(start, start + INSERT_CHUNK).map(({ queueId, itemId }) => ({ queueId, itemId })));
  }
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
