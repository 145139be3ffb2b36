// How many calls of an execution are in each state, and the execution's status that follows. Every writer that changes
// calls counts them, so that progress is one row to read, for ten calls or ten thousand.
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callExecutions, testExecutions } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { executionStatus, isExecutionOver, isPlayed } from "./rules/status";

const { status, verdict, metrics } = callExecutions;
const isPresent = isNull(callExecutions.deletedAt);
const where = (condition: SQL) => sql<number>`count(*) filter (where ${isPresent} and ${condition})::int`;
const counts = {
  totalCalls: where(sql`true`),
  pendingCalls: where(sql`${status} in ('pending', 'queued')`),
  ongoingCalls: where(sql`${status} = 'ongoing'`),
  analyzingCalls: where(sql`${status} = 'analyzing'`),
  completedCalls: where(sql`${status} = 'completed'`),
  failedCalls: where(sql`${status} = 'failed'`),
  cancelledCalls: where(sql`${status} = 'cancelled'`),
  passedCalls: where(sql`${verdict} = 'passed'`),
  failingCalls: where(sql`${verdict} = 'failed'`),
  excludedCalls: where(sql`${verdict} = 'excluded'`),
  unscoredCalls: where(sql`${verdict} = 'unscored'`),
  agentTurns: sql<number>`coalesce(sum((${metrics}->>'turn_count')::float8) filter (where ${isPresent}), 0)::int`,
  responseMs: sql<number | null>`avg((${metrics}->>'avg_latency_ms')::float8) filter (where ${isPresent})`,
};
/** Also those that were deleted: an execution does not wait for them. */
const madeCalls = sql<number>`count(*)::int`;

/** How many rows have a counted trial, and how much they vary (see the columns). */
function trialsByRow(db: Database, executionId: string) {
  const trials = db
    .select({
      passed: sql<number>`count(*) filter (where ${verdict} = 'passed')::float8`.as("passed"),
      counted: sql<number>`count(*)::float8`.as("counted"),
    })
    .from(callExecutions)
    .where(
      and(
        eq(callExecutions.executionId, executionId),
        isNull(callExecutions.deletedAt),
        inArray(verdict, ["passed", "failed"]),
      ),
    )
    .groupBy(callExecutions.scenarioId, callExecutions.rowId)
    .as("trials");
  const { passed, counted: totals } = trials;
  const rate = sql`sum(${passed}) / sum(${totals})`;
  return db
    .select({
      countedRows: sql<number>`count(*)::int`,
      // Expanded, so rounding may give a value below 0.
      rowSquares: sql<number>`coalesce(greatest(0, sum(${passed} ^ 2) - 2 * ${rate} * sum(${passed} * ${totals}) + (${rate}) ^ 2 * sum(${totals} ^ 2)), 0)`,
    })
    .from(trials);
}

/**
 * Counts an execution's calls, and writes the counts and the resulting status. In a transaction it must come last,
 * because calls are locked before their execution.
 */
export function settleExecution(db: Database, executionId: string, now: Date): Promise<void> {
  return transaction(db, async (tx) => {
    // Locked before counting: of two parallel transactions, the last one sees the other's changes.
    const [row] = await tx
      .select({
        status: testExecutions.status,
        startedAt: testExecutions.startedAt,
        endedAt: testExecutions.endedAt,
        expected: sql<number>`coalesce((${testExecutions.pinned}->>'expected_calls')::int, 0)`,
      })
      .from(testExecutions)
      .where(eq(testExecutions.id, executionId))
      .for("no key update");
    const [[all], [byRow]] = await Promise.all([
      tx
        .select({ ...counts, madeCalls })
        .from(callExecutions)
        .where(eq(callExecutions.executionId, executionId)),
      trialsByRow(tx, executionId),
    ]);
    if (!row || !all) return;
    const { madeCalls: made, ...totals } = all;
    const calls = {
      total: totals.totalCalls,
      pending: totals.pendingCalls,
      ongoing: totals.ongoingCalls,
      analyzing: totals.analyzingCalls,
      completed: totals.completedCalls,
      failed: totals.failedCalls,
      cancelled: totals.cancelledCalls,
    };
    const next = executionStatus(row.status, calls, made >= row.expected);
    const endedAt = isExecutionOver(next) ? (row.endedAt ?? now) : isPlayed(next) ? null : row.endedAt;
    const startedAt = next === "pending" ? row.startedAt : (row.startedAt ?? now);
    await tx
      .update(testExecutions)
      .set({ ...totals, ...byRow, status: next, startedAt, endedAt })
      .where(eq(testExecutions.id, executionId));
  });
}
