// The newest execution of each of many run tests, with its result.
import { inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { testExecutions } from "@/db/schema";
import { isNoFork } from "../../agents/forks";
import { decidingColumns, hasPassed } from "../executions/verdict-facts";
import { passRate } from "../rules/pass-rate";

/** By run test. Forks are left out. */
export async function lastExecutions(db: Database, runTestIds: readonly string[]) {
  const newest = sql`(select (select e.id from test_executions e
      where e.run_test_id = r.id and e.deleted_at is null and ${isNoFork(sql`e.id`)}
      order by e.created_at desc nulls last, e.id limit 1)
    from run_tests r where ${inArray(sql`r.id`, [...runTestIds])})`;
  const rows = await db
    .select({
      ...decidingColumns,
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
