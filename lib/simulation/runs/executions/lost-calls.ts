// Why calls of an execution count in no verdict, or have no score.
import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callExecutions } from "@/db/schema";
import { excerptOfWords } from "@/lib/bounds/excerpt";
import type { Lost } from "../../outcome/rules/run-verdict";

/** Excluded calls by fault, and calls that a ceiling kept from beginning by its reason; the most frequent first. */
export async function lostCalls(db: Database, executionId: string): Promise<Lost> {
  const { verdict, cause, faultKind, faultSide, endedReason } = callExecutions;
  const isCeiling = and(eq(callExecutions.status, "cancelled"), eq(cause, "ceiling"));
  const calls = sql<number>`count(*)::int`;
  const reason = sql<string | null>`case when ${verdict} is null then ${endedReason} end`;
  const rows = await db
    .select({ verdict, faultKind, faultSide, reason, calls })
    .from(callExecutions)
    .where(
      and(
        eq(callExecutions.executionId, executionId),
        isNull(callExecutions.deletedAt),
        or(eq(verdict, "excluded"), isCeiling),
      ),
    )
    .groupBy(verdict, faultKind, faultSide, reason)
    .orderBy(desc(calls), faultKind);
  return {
    exclusions: rows.flatMap(({ faultKind: kind, faultSide: side, calls }) =>
      kind && side ? [{ kind, side, calls }] : [],
    ),
    unplayed: rows.flatMap(({ reason, calls }) => (reason === null ? [] : [{ reason, calls }])),
  };
}

/** The most messages of faults that an execution lists. */
const MOST_MESSAGES = 10;

/** The messages of the faults that decide its calls, the most frequent first. */
export async function faultMessages(db: Database, executionId: string): Promise<string[]> {
  const rows = await db.execute<{ message: string }>(sql`
    select fault.one->>'message' as message from call_executions as call
    cross join lateral (
      select one from jsonb_array_elements(call.faults) as one
      where one->>'side' = call.fault_side and one->>'kind' = call.fault_kind limit 1) as fault
    where call.execution_id = ${executionId} and call.deleted_at is null and call.fault_side is not null
    group by message order by count(*) desc, message limit ${MOST_MESSAGES}`);
  return rows.map(({ message }) => message);
}

/** The most characters of a reason within a sentence. */
const MOST_REASON = 150;

/**
 * For each evaluation with calls without a score, the most frequent reason, on one line. Judges and customers' code
 * write reasons, which may be long.
 */
export async function noScoreReasons(db: Database, executionId: string): Promise<Map<string, string>> {
  const rows = await db.execute<{ binding: string; reason: string }>(sql`
    with newest as (
      select distinct on (result.call_id, pinned.binding_id)
        pinned.binding_id as binding, result.outcome, left(result.reason, 500) as reason
      from call_evaluations as result
      join test_execution_evaluations as pinned on pinned.id = result.evaluation_id
      join call_executions as call on call.id = result.call_id and call.deleted_at is null
      where result.execution_id = ${executionId}
      order by result.call_id, pinned.binding_id, pinned.generation desc)
    select distinct on (binding) binding, reason from newest
    where outcome in ('unscored', 'error') and reason ~ '\\S'
    group by binding, reason order by binding, count(*) desc, reason`);
  return new Map(
    rows.map(({ binding, reason }) => [binding, excerptOfWords(reason.replaceAll(/\s+/g, " ").trim(), MOST_REASON)]),
  );
}
