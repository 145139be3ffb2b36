import { type SQL, sql } from "drizzle-orm";
import { MAX_EXACT_COUNT } from "@/lib/contracts/limits";
import type { Database } from "../client";
import { expectedRows } from "./expected-rows";

export interface BoundedCount {
  count: number;
  is_estimated: boolean;
}

/** Where the planner expects more rows than this, none are counted. */
const MAX_COUNTED = 2 * MAX_EXACT_COUNT;

/** How many rows of a table match. Large counts are estimated: to count them takes longer than to read the page. */
export async function boundedCount(db: Database, table: SQL, where: SQL | undefined): Promise<BoundedCount> {
  const matching = sql`select from ${table} where ${where ?? sql`true`}`;
  const expected = Math.round(await expectedRows(db, matching));
  if (expected > MAX_COUNTED) return { count: expected, is_estimated: true };
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${matching} limit ${MAX_EXACT_COUNT + 1}) as matching`,
  );
  const count = row?.count ?? 0;
  const isMore = count > MAX_EXACT_COUNT;
  return { count: isMore ? Math.max(count, expected) : count, is_estimated: isMore };
}
