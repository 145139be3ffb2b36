// Cancels and deletes executions.
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { callExecutions, testExecutions } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/simulation/runs/executions";
import type * as runContracts from "@/lib/contracts/simulation/runs/reruns";
import { conflict } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { executionInWorkspace, lockRunTest } from "../loaders";
import { isExecutionOver } from "../rules/status";
import { settleExecution } from "../settle";
import { announce } from "../start/announce";

export const cancelTestExecution: Verb<typeof contracts.cancelTestExecution> = async (
  context,
  { test_execution_id },
) => {
  const execution = await executionInWorkspace(context.db, context.caller, test_execution_id);
  if (isExecutionOver(execution.status)) throw conflict(`The execution is already ${execution.status}.`);
  await inTransaction(context, async (inner) => {
    const { db, now } = inner;
    // Lock calls before their execution, in the same order as the code that plays them.
    await db
      .update(callExecutions)
      .set({ status: "cancelled", cause: "cancelled", endedReason: "cancelled", endedAt: now(), waitUntil: null })
      .where(
        and(
          eq(callExecutions.executionId, execution.id),
          inArray(callExecutions.status, ["pending", "queued", "ongoing"]),
        ),
      );
    await db
      .update(testExecutions)
      .set({ status: "cancelling" })
      .where(
        and(eq(testExecutions.id, execution.id), inArray(testExecutions.status, ["pending", "running", "evaluating"])),
      );
    await settleExecution(db, execution.id, now());
    // Phone calls must hang up.
    if (execution.pinned.agent.type === "voice") await announce(inner, execution, "cancelled");
  });
  return { success: true, message: "Test execution cancelled successfully", test_execution_id: execution.id };
};

export const deleteTestExecutions: Verb<typeof runContracts.deleteTestExecutions> = (context, input) =>
  inTransaction(context, async (inner) => {
    const run = await lockRunTest(inner.db, inner.caller, input.run_test_id);
    const ids = input.test_execution_ids.map((id) => id.toLowerCase());
    const own = and(eq(testExecutions.runTestId, run.id), isNull(testExecutions.deletedAt));
    const choice = input.select_all
      ? ids.length > 0
        ? sql`${testExecutions.id} <> all(${sql.param(ids)}::uuid[])`
        : undefined
      : inArray(testExecutions.id, ids);
    const deleted = ids.length === 0 && !input.select_all ? 0 : await deleteExecutions(inner, and(own, choice));
    return { message: `${deleted} execution(s) deleted`, deleted };
  });

/**
 * Deletes executions with their calls, which stops their jobs. Returns how many. Locks calls before their execution. Runs
 * in a transaction.
 */
export async function deleteExecutions(inner: Context, where: ReturnType<typeof and>): Promise<number> {
  const { db, now } = inner;
  const { id, organizationId, pinned } = testExecutions;
  const agentType = sql<string | null>`${pinned}->'agent'->>'type'`;
  const chosen = await db.select({ id, organizationId, agentType }).from(testExecutions).where(where);
  const ids = chosen.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await db
    .update(callExecutions)
    .set({ deletedAt: now() })
    .where(and(inArray(callExecutions.executionId, ids), isNull(callExecutions.deletedAt)));
  await db.update(testExecutions).set({ deletedAt: now() }).where(inArray(testExecutions.id, ids));
  // Phone calls must hang up.
  for (const execution of chosen) if (execution.agentType === "voice") await announce(inner, execution, "deleted");
  return ids.length;
}
