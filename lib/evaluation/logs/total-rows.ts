// How many runs a table has, and how they are spread, at a cost that does not grow with them.
import { count, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { expectedRows } from "@/db/expected-rows";
import { evalLogs } from "@/db/schema";
import { newestFirst } from "../templates/newest-first";

/** Of so many of the newest runs everything is counted, and what no index finds is looked for. */
export const COUNTED_RUNS = 10_000;

/** The newest finished runs, under the table's own name, so that conditions hold on them as they are. */
const newest = (finished: SQL | undefined, most: number): SQL =>
  sql`(select * from ${evalLogs} where ${finished} order by ${newestFirst}, ${evalLogs.id} limit ${most}) as ${evalLogs}`;

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
 * What the newest runs say of all: exact where these are all there are, or where the page that was read is the last; else their share
 * of what the database's statistics expect, and never less than what was seen.
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
 * Counts the newest runs. `expected` is how many there are by the database's statistics, and `since` the time of the oldest that was
 * counted, not earlier; both are null where they are all.
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
      // The wire's times have milliseconds.
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

/** Of the newest runs those that the filters leave, by each facet, the most frequent values first; read once for all facets. */
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
