// How many items of a queue are in which state.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { given, sqlStatement } from "@/db/statement";
import { arrayText } from "@/db/text-array";
import { type BegunChecks, withChecks } from "./rules/counts-seen";

export interface ItemCounts extends Record<string, unknown> {
  total: number;
  pending: number;
  in_progress: number;
  in_review: number;
  needs_changes: number;
  completed: number;
  skipped: number;
}

export const noItems: ItemCounts = {
  total: 0,
  pending: 0,
  in_progress: 0,
  in_review: 0,
  needs_changes: 0,
  completed: 0,
  skipped: 0,
};

/** A queue's live items by state. `in_progress` leaves out those in review and holds those that need changes. */
export async function itemCounts(db: Database, queueId: string): Promise<ItemCounts> {
  return (await itemCountsByQueue(db, [queueId])).get(queueId) ?? noItems;
}

const sumCounters = sqlStatement<ItemCounts & { queue_id: string }>(
  () => sql`
    select queue_id, sum(total)::int as total, sum(pending)::int as pending, sum(in_progress)::int as in_progress,
      sum(in_review)::int as in_review, sum(needs_changes)::int as needs_changes, sum(completed)::int as completed,
      sum(skipped)::int as skipped
    from queue_counters where queue_id = any(${given("queueIds")}::uuid[]) group by queue_id`,
);

export async function itemCountsByQueue(db: Database, queueIds: readonly string[]): Promise<Map<string, ItemCounts>> {
  if (queueIds.length === 0) return new Map();
  const rows = await sumCounters(db, { queueIds: arrayText(queueIds) });
  return new Map(rows.map((row) => [row.queue_id, row]));
}

const loadChecks = sqlStatement<BegunChecks & { queue_id: string }>(
  () => sql`
    select queue_id, sum(checks_in_progress)::int as in_progress, sum(checks_in_review)::int as in_review,
      sum(checks_completed)::int as completed, sum(checks_skipped)::int as skipped
    from annotator_counters where queue_id = any(${given("queueIds")}::uuid[]) and user_id = ${given("userId")}
    group by queue_id`,
);

/** The same as an annotator sees them, who takes checks for work. */
export async function itemCountsSeenBy(
  db: Database,
  queueIds: readonly string[],
  userId: string,
): Promise<Map<string, ItemCounts>> {
  if (queueIds.length === 0) return new Map();
  const [counts, checks] = await Promise.all([
    itemCountsByQueue(db, queueIds),
    loadChecks(db, { queueIds: arrayText(queueIds), userId }),
  ]);
  for (const row of checks) counts.set(row.queue_id, withChecks(counts.get(row.queue_id) ?? noItems, row));
  return counts;
}
