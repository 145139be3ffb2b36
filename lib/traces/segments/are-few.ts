import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import { expectedRows } from "@/db/statistics/expected-rows";

/**
 * To look a trace or request up takes some 25 µs. To meet ten with a frequent word takes some 0.8 ms, times all for each one that
 * matches the other filters.
 */
const fewOf = (all: number): number => Math.sqrt(30 * all);

/**
 * Whether a search rather looks up the rows of a table that match `left`, its other filters, than meets them in the segments that have
 * the words. `all` is the condition without filters. What it finds does not depend on this, only how.
 */
export async function areFew(
  db: Database,
  table: PgTable,
  { left, all }: { left: SQL | undefined; all: SQL | undefined },
  few?: number,
): Promise<boolean> {
  const expected = (condition: SQL = sql`true`) => expectedRows(db, sql`select from ${table} where ${condition}`);
  const [leftRows, allRows] = await Promise.all([expected(left), expected(all)]);
  return leftRows <= (few ?? fewOf(allRows));
}
