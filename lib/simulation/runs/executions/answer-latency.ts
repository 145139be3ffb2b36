// How long the agent's answers took, over all calls of an execution.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

export interface AnswerLatency {
  p50: number | null;
  p95: number | null;
  answers: number;
}

/**
 * Percentiles of measured answers, interpolated. A mean hides an answer that hung. The turns that a fork copied are another
 * execution's.
 */
export async function answerLatency(db: Database, executionId: string): Promise<AnswerLatency> {
  const [row] = await db.execute<{ p50: number | null; p95: number | null; answers: number }>(sql`
    select percentile_cont(0.5) within group (order by turn.latency_ms) as p50,
      percentile_cont(0.95) within group (order by turn.latency_ms) as p95, count(*)::int as answers
    from call_turns as turn
    join call_executions as call on call.id = turn.call_id
    where call.execution_id = ${executionId} and call.deleted_at is null
      and turn.role = 'assistant' and turn.latency_ms is not null and turn.number >= coalesce(call.fork_turn, 0)`);
  if (!row) throw new Error("an aggregate has one row");
  return row;
}
