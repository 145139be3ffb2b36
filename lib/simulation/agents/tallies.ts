import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { testExecutions } from "@/db/schema";
import { isNoFork } from "./forks";
import type { Tally } from "./present";

/** The results of all runs with each version, without forks; versions that never ran are left out. */
export async function talliesOf(db: Database, versionIds: readonly string[]): Promise<Map<string, Tally>> {
  if (versionIds.length === 0) return new Map();
  // Each call has its own score; the execution already counts passed and failed calls. The columns have their table's
  // name: within the inner select, a bare `id` would be the call's.
  const ofCalls = (value: SQL) => sql`sum((select ${value} from call_executions as call
    where call.execution_id = test_executions.id and call.deleted_at is null))`;
  const scores = sql<
    number | null
  >`${ofCalls(sql`sum(call.overall_score)`)} / nullif(${ofCalls(sql`count(call.overall_score)`)}, 0)`;
  const rows = await db
    .select({
      version: testExecutions.agentVersionId,
      score: scores.mapWith((value: unknown) => (value === null ? null : Number(value))),
      passed: sql<number>`sum(${testExecutions.passedCalls})::int`,
      failing: sql<number>`sum(${testExecutions.failingCalls})::int`,
    })
    .from(testExecutions)
    .where(and(inArray(testExecutions.agentVersionId, [...versionIds]), isNull(testExecutions.deletedAt), isNoFork()))
    .groupBy(testExecutions.agentVersionId);
  return new Map(
    rows.map(({ version, score, passed, failing }) => [version, { score, passed, scored: passed + failing }]),
  );
}
