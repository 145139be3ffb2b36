// Reruns calls: judges or plays them again. Earlier evaluations stay beside the new ones; earlier conversations become
// snapshots.
import { eq } from "drizzle-orm";
import { callExecutions, testExecutions } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as executionContracts from "@/lib/contracts/simulation/runs/executions";
import type * as contracts from "@/lib/contracts/simulation/runs/reruns";
import { invalid, invalidField } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { type BindingRow, type ExecutionRow, evaluationsOf, executionInWorkspace, lockRunTest } from "../loaders";
import { chosenExecutions, chosenOf, liveCalls } from "./choose-calls";
import { assertRerunnable, lineOf, setBack } from "./reset-calls";

export const rerunCalls: Verb<typeof executionContracts.rerunCalls> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const execution = await executionInWorkspace(db, caller, input.test_execution_id);
    assertRerunnable(execution, input.rerun_type, await lineOf(db, execution));
    if (input.call_execution_ids.length === 0 && !input.select_all)
      throw invalidField("call_execution_ids", "List call_execution_ids, or set select_all.");
    const where = chosenOf(execution.id, input.call_execution_ids, input.select_all, input.only_failed);
    const calls = await db.select().from(callExecutions).where(where).orderBy(callExecutions.number).for("update");
    const found = new Set(calls.map(({ id }) => id));
    const unknown =
      input.select_all || input.only_failed
        ? []
        : input.call_execution_ids.filter((id) => !found.has(id.toLowerCase()));
    const { done, refused } = await setBack(
      inner,
      execution,
      calls,
      input.rerun_type,
      await evaluationsOf(db, execution.runTestId),
    );
    const failures = [
      ...refused,
      ...unknown.map((id) => ({ call_execution_id: id, error: "Call execution not found." })),
    ];
    return {
      message: `${done.length} call(s) will be rerun`,
      test_execution_id: execution.id,
      rerun_type: input.rerun_type,
      total_processed: done.length + failures.length,
      successful_reruns: done.map(({ id }) => id),
      failed_reruns: failures,
      success_count: done.length,
      failure_count: failures.length,
    };
  });

export const rerunTestExecutions: Verb<typeof contracts.rerunTestExecutions> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const run = await lockRunTest(db, caller, input.run_test_id);
    const executions = await chosenExecutions(inner, run.id, input.test_execution_ids, input.select_all);
    const bindings = await evaluationsOf(db, run.id);
    let count = 0;
    for (const execution of executions) {
      assertRerunnable(execution, input.rerun_type, await lineOf(db, execution));
      const calls = await db
        .select()
        .from(callExecutions)
        .where(chosenOf(execution.id, [], true, input.only_failed))
        .orderBy(callExecutions.number)
        .for("update");
      count += (await setBack(inner, execution, calls, input.rerun_type, bindings)).done.length;
    }
    return {
      message: `${count} call(s) will be rerun`,
      run_test_id: run.id,
      rerun_type: input.rerun_type,
      test_execution_count: executions.length,
      call_execution_count: count,
    };
  });

/** Evaluates an execution's calls with the current evaluations. Returns how many. */
export const evaluateAnew = (
  context: Context,
  execution: ExecutionRow,
  bindings: readonly BindingRow[],
): Promise<number> =>
  inTransaction(context, async (inner) => {
    const calls = await inner.db
      .select()
      .from(callExecutions)
      .where(liveCalls(execution.id))
      .orderBy(callExecutions.number)
      .for("update");
    return (await setBack(inner, execution, calls, "eval_only", bindings)).done.length;
  });

export const runNewEvals: Verb<typeof contracts.runNewEvals> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const run = await lockRunTest(db, caller, input.run_test_id);
    const executions = await chosenExecutions(inner, run.id, input.test_execution_ids, input.select_all);
    const all = new Map((await evaluationsOf(db, run.id)).map((binding) => [binding.id, binding]));
    const bindings = input.eval_config_ids.map((id, index) => {
      const binding = all.get(id.toLowerCase());
      if (!binding) throw invalidField(`eval_config_ids.${index}`, "Not an evaluation of this run test.");
      return binding;
    });
    if (executions.length === 0) throw invalid("The run test has no executions to evaluate.");
    let count = 0;
    for (const execution of executions) {
      if (input.enable_tool_evaluation !== undefined)
        await db
          .update(testExecutions)
          .set({ enableToolEvaluation: input.enable_tool_evaluation })
          .where(eq(testExecutions.id, execution.id));
      count += await evaluateAnew(inner, execution, bindings);
    }
    return { message: `${count} call(s) will be evaluated`, run_test_id: run.id, call_execution_count: count };
  });
