// How many runs a table has and how they are distributed, at a cost that does not grow with their number.
import { count, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalLogs } from "@/db/schema";
import { expectedRows } from "@/db/statistics/expected-rows";
import { newestFirst } from "@/lib/pages";

/** Only this many of the newest runs are counted, and searched if no index helps. */
export const COUNTED_RUNS = 10_000;

/** The newest finished runs, under the table's own name, so that conditions apply to them unchanged. */
const newest = (finished: SQL | undefined, most: number): SQL =>
  sql`(select * from ${evalLogs} where ${finished} order by ${newestFirst(evalLogs.createdAt)}, ${evalLogs.id} limit ${most}) as ${evalLogs}`;

interface RowTotal {
  total: number;
  isEstimated: boolean;
}
interface PageWindow {
  offset: number;
  rows: number;
  pageSize: number;
}

/**
 * The total, from a count of the newest runs. It is exact if these are all runs, or if the page that was read is the
 * last. Otherwise it is their share of the number that the database's statistics expect, and at least what was seen.
 */
export function totalOf(
  { seen, found }: { seen: number; found: number },
  expected: number | null,
  { offset, rows, pageSize }: PageWindow,
): RowTotal {
  if (rows < pageSize && (rows > 0 || offset === 0)) return { total: offset + rows, isEstimated: false };
  if (expected === null) return { total: found, isEstimated: false };
  const all = Math.max(expected, seen);
  return { total: Math.max(Math.round((all * found) / seen), found, offset + rows), isEstimated: true };
}

/**
 * Counts the newest runs. `expected` is their number by the database's statistics. `since` is the time of the oldest
 * counted run, rounded up. Both are null if all runs were counted.
 */
export async function countNewest(
  db: Database,
  finished: SQL | undefined,
  where: SQL | undefined,
  most = COUNTED_RUNS,
) {
  const [counts] = await db
    .select({
      seen: count(),
      found: sql<number>`(count(*) filter (where ${where}))::int`,
      // The API's times have milliseconds.
      since: sql<string | null>`date_trunc('milliseconds', min(${evalLogs.createdAt}) + interval '999 microseconds')`,
    })
    .from(newest(finished, most + 1));
  const { seen, found, since } = counts ?? { seen: 0, found: 0, since: null };
  if (seen <= most || since === null) return { seen, found, expected: null, since: null };
  const expected = await expectedRows(db, sql`select 1 from ${evalLogs} where ${finished}`);
  return { seen, found, expected, since: new Date(since) };
}

const facets = {
  verdict: sql`coalesce(${evalLogs.label}, (round(${evalLogs.score}::numeric, 1))::text)`,
  outcome: sql`${evalLogs.outcome}`,
  source: sql`${evalLogs.source}`,
  status: sql`${evalLogs.status}`,
  model: sql`${evalLogs.model}`,
};
const names = ["verdict", "outcome", "source", "status", "model"] as const;
const MAX_FACETS = 50;

type Facet = { value: string | null; count: number }[];

/** Counts the filtered newest runs by each facet, the most frequent values first. Reads them once for all facets. */
export async function facetsOf(
  db: Database,
  finished: SQL | undefined,
  where: SQL | undefined,
): Promise<Record<(typeof names)[number], Facet>> {
  const lists = names.map(
    (name) => sql`(select coalesce(jsonb_agg(jsonb_build_object('value', value, 'count', n)), '[]') from (
      select ${sql.raw(name)} as value, count(*)::int as n from kept group by 1 order by 2 desc, 1 limit ${MAX_FACETS}) as one)`,
  );
  const columns = names.map((name) => sql`${facets[name]} as ${sql.raw(name)}`);
  const all = names.map((name, index) => sql`${lists[index]} as ${sql.raw(name)}`);
  const [row] = await db.execute<Record<(typeof names)[number], Facet>>(sql`
    with kept as materialized (
      select ${sql.join(columns, sql`, `)} from ${newest(finished, COUNTED_RUNS)} where ${where}
    ) select ${sql.join(all, sql`, `)}`);
  if (!row) throw new Error("a select without a table has one row");
  return row;
}
