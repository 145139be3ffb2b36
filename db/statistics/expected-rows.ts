import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../client";

const plan = z.tuple([
  z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: z.object({ "Plan Rows": z.number() }) })]) }),
]);

/** How many rows the planner expects of a query by its statistics, which autovacuum keeps. Nothing is read for it. */
export async function expectedRows(db: Database, query: SQL): Promise<number> {
  const rows = await db.execute(sql`explain (format json) ${query}`);
  return plan.parse([...rows])[0]["QUERY PLAN"][0].Plan["Plan Rows"];
}
