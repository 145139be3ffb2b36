import type { SQL } from "drizzle-orm";
import type { Database } from "@/db/client";
import { expectedRows } from "@/db/expected-rows";

/**
 * To look a trace or request up takes some 25 µs. To meet ten with a frequent word takes some 0.8 ms, times all for each one that
 * matches the other filters.
 */
const fewOf = (all: number): number => Math.sqrt(30 * all);

/**
 * Whether a search rather looks up the rows that `left` selects, which match its other filters, than meets them in the segments that
 * have the words. `all` selects those without filters. What it finds does not depend on this, only how.
 */
export async function areFew(db: Database, left: SQL, all: SQL, few?: number): Promise<boolean> {
  const [leftRows, allRows] = await Promise.all([expectedRows(db, left), expectedRows(db, all)]);
  return leftRows <= (few ?? fewOf(allRows));
}
