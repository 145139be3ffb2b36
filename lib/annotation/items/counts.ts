// How many items of a queue are in each state.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { param, sqlStatement } from "@/db/statement";
import { arrayText } from "@/db/text-array";
import { groupBy } from "@/lib/group-by";
import { withChecks } from "./rules/counts-seen";

export interface ItemCounts {
  total: number;
  pending: number;
  in_progress: number;
  in_review: number;
  needs_changes: number;
  completed: number;
  skipped: number;
}

/** Sums figures (db/schema/figures.ts) under one of their keys. */
interface Keyed {
  key: string;
  sum: number;
}

/** Sums by state as counts. `in_progress` includes items that need changes. */
export function countsOf(sums: readonly Keyed[]): ItemCounts {
  const of = (...states: string[]) => sums.reduce((all, { key, sum }) => all + (states.includes(key) ? sum : 0), 0);
  return {
    total: sums.reduce((all, { sum }) => all + sum, 0),
    pending: of("pending"),
    in_progress: of("in_progress", "needs_changes"),
    in_review: of("in_review"),
    needs_changes: of("needs_changes"),
    completed: of("completed"),
    skipped: of("skipped"),
  };
}

const noItems = countsOf([]);

/** A queue's live items by state. `in_progress` leaves out items in review, and includes those that need changes. */
export async function itemCounts(db: Database, queueId: string): Promise<ItemCounts> {
  return (await itemCountsByQueue(db, [queueId])).get(queueId) ?? noItems;
}

const sumItems = sqlStatement<Keyed & { queue_id: string }>(
  () => sql`
    select queue_id, key, sum(sum)::int as sum
    from unnest(${param("queueIds")}::uuid[]) as queue(queue_id), lateral figures(queue_id) as counted
    where figure = 'items' group by queue_id, key`,
);

export async function itemCountsByQueue(db: Database, queueIds: readonly string[]): Promise<Map<string, ItemCounts>> {
  if (queueIds.length === 0) return new Map();
  const rows = groupBy(await sumItems(db, { queueIds: arrayText(queueIds) }), (row) => row.queue_id);
  return new Map([...rows].map(([queueId, sums]) => [queueId, countsOf(sums)]));
}

const sumChecks = sqlStatement<Keyed & { queue_id: string }>(
  () => sql`
    select queue_id, key, sum(sum)::int as sum
    from unnest(${param("queueIds")}::uuid[]) as queue(queue_id), lateral figures(queue_id) as counted
    where figure = 'checks' and subject_id = ${param("userId")} group by queue_id, key`,
);

/** The same as an annotator sees them, who cannot tell checks from work. */
export async function itemCountsSeenBy(
  db: Database,
  queueIds: readonly string[],
  userId: string,
): Promise<Map<string, ItemCounts>> {
  if (queueIds.length === 0) return new Map();
  const [counts, checks] = await Promise.all([
    itemCountsByQueue(db, queueIds),
    sumChecks(db, { queueIds: arrayText(queueIds), userId }),
  ]);
  for (const [queueId, sums] of groupBy(checks, (row) => row.queue_id)) {
    counts.set(queueId, withChecks(counts.get(queueId) ?? noItems, countsOf(sums)));
  }
  return counts;
}
