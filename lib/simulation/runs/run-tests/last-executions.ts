// The newest execution of each of many run tests, with its result.
import { inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { testExecutions } from "@/db/schema";
import { decisive, hasPassed } from "../executions/verdict-facts";
import { passRate } from "../rules/pass-rate";

/** By run test. A fork tries one call out, so it is nobody's newest execution. */
export async function lastExecutions(db: Database, runTestIds: readonly string[]) {
  if (runTestIds.length === 0) return new Map();
  const newest = sql`(select (select e.id from test_executions e
      where e.run_test_id = r.id and e.deleted_at is null and not exists (
        select from call_executions c where c.execution_id = e.id and c.number = 0 and c.forked_from is not null)
      order by e.created_at desc, e.id limit 1)
    from run_tests r where ${inArray(sql`r.id`, [...runTestIds])})`;
  const rows = await db
    .select({
      ...decisive,
      id: testExecutions.id,
      runTestId: testExecutions.runTestId,
      countedRows: testExecutions.countedRows,
      rowSquares: testExecutions.rowSquares,
    })
    .from(testExecutions)
    .where(inArray(testExecutions.id, newest));
  return new Map(
    rows.map((row) => {
      const { id, runTestId, status } = row;
      return [runTestId, { id, status, passed: hasPassed(row), pass_rate: passRate(row).pass_rate }] as const;
    }),
  );
}
