// Executions that forks have made. Each continues one call, so no figure of a run test or of a version counts them.
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import { callExecutions } from "@/db/schema";

/** Whether no fork has made the execution: its first call continues no other one. */
export const isNoFork = (executionId: SQL = sql`test_executions.id`): SQL =>
  sql`not exists (select from call_executions as first
    where first.execution_id = ${executionId} and first.number = 0 and first.forked_from is not null)`;

export interface ForkedFrom {
  call_execution_id: string;
  /** The call's number in its execution. */
  number: number | null;
  turn: number;
}

/** The calls that the executions continue, by the execution's id. */
export async function forkedFromOf(db: Database, executionIds: readonly string[]): Promise<Map<string, ForkedFrom>> {
  if (executionIds.length === 0) return new Map();
  const original = alias(callExecutions, "original");
  const rows = await db
    .select({
      executionId: callExecutions.executionId,
      callId: callExecutions.forkedFrom,
      turn: callExecutions.forkTurn,
      number: original.number,
    })
    .from(callExecutions)
    .leftJoin(original, eq(original.id, callExecutions.forkedFrom))
    .where(and(inArray(callExecutions.executionId, [...executionIds]), eq(callExecutions.number, 0)));
  return new Map(
    rows.flatMap(({ executionId, callId, turn, number }) =>
      callId === null ? [] : [[executionId, { call_execution_id: callId, number, turn: turn ?? 0 }] as const],
    ),
  );
}
