// Reruns of calls: judged or played again. Earlier evaluations stay beside the new ones, earlier conversations become snapshots.
import { and, eq, gte, inArray, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callEvaluations, callExecutions, callSnapshots, callTurns, testExecutions, voiceCalls } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type { RerunType } from "@/lib/contracts/simulation/call-names";
import type * as executionContracts from "@/lib/contracts/simulation/executions";
import type * as contracts from "@/lib/contracts/simulation/run-tests";
import { invalid, invalidField } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { lineFor } from "../voice/telephony-account";
import {
  type BindingRow,
  type CallRow,
  type ExecutionRow,
  evaluationsOf,
  executionInWorkspace,
  lockRunTest,
} from "./loaders";
import { presentCalls } from "./present-call";
import { isOpen } from "./rules/status";
import { settleExecution } from "./settle";
import { announce, expectEvaluations, pinEvaluations } from "./start";

const liveCalls = (executionId: string) =>
  and(eq(callExecutions.executionId, executionId), isNull(callExecutions.deletedAt));

/** Calls that failed or were excluded. */
const failedOnes = or(
  eq(callExecutions.status, "failed"),
  inArray(callExecutions.verdict, ["failed", "excluded", "unscored"]),
);

/** Of an execution the calls that are named, all of them, or all but those; with `onlyFailed` of these the ones that failed. */
function chosenOf(executionId: string, ids: readonly string[], isAll: boolean, onlyFailed: boolean): SQL | undefined {
  const named = ids.map((id) => id.toLowerCase());
  const choice = isAll ? notInArray(callExecutions.id, named) : inArray(callExecutions.id, named);
  return and(liveCalls(executionId), named.length > 0 ? choice : undefined, onlyFailed ? failedOnes : undefined);
}

/** How many turns of a call are another's, of which it was forked. */
const takenOver = sql<number>`coalesce(${callExecutions.forkTurn}, 0)`;

interface Outcome {
  done: CallRow[];
  refused: { call_execution_id: string; error: string }[];
}

/** Resets calls, so that the job judges them again, or plays them from the start. Runs in a transaction. */
async function setBack(
  inner: Context,
  execution: ExecutionRow,
  calls: readonly CallRow[],
  type: RerunType,
  bindings: readonly BindingRow[],
): Promise<Outcome> {
  const { db, now } = inner;
  const refused = calls
    .filter(({ status }) => isOpen(status))
    .map(({ id }) => ({ call_execution_id: id, error: "The call has not ended yet." }));
  const over = calls.filter(({ status }) => !isOpen(status));
  const unplayed = type === "eval_only" ? over.filter(({ turnCount }) => turnCount === 0) : [];
  refused.push(
    ...unplayed.map(({ id }) => ({ call_execution_id: id, error: "The call has no messages to evaluate." })),
  );
  const done = over.filter((call) => !unplayed.includes(call));
  const ids = done.map(({ id }) => id);
  if (ids.length === 0) return { done, refused };
  if (type === "call_and_eval") {
    const shown = await presentCalls(db, execution, done, { withTranscripts: true });
    for (const call of shown)
      await db
        .insert(callSnapshots)
        .values({ callId: call.id, rerunType: type, call: { ...call, rerun_snapshots: [] } });
    // A fork keeps the turns that it copied from another call.
    const taken = db.select({ turn: takenOver }).from(callExecutions).where(eq(callExecutions.id, callTurns.callId));
    await db.delete(callTurns).where(and(inArray(callTurns.callId, ids), gte(callTurns.number, taken)));
    await db.delete(callEvaluations).where(inArray(callEvaluations.callId, ids));
    await db.delete(voiceCalls).where(inArray(voiceCalls.callId, ids));
  } else {
    const pinned = await pinEvaluations(inner, execution.id, bindings);
    await expectEvaluations(db, ids, pinned);
  }
  const cleared = { verdict: null, faultSide: null, faultKind: null };
  const again = {
    ...cleared,
    faults: [],
    faultRules: [],
    checks: [],
    metrics: {},
    overallScore: null,
    toolOutputs: {},
    turnCount: takenOver,
    cause: null,
    endedReason: null,
    endedAt: null,
    startedAt: null,
    state: null,
    waits: 0,
    waitUntil: null,
    status: "pending" as const,
  };
  await db
    .update(callExecutions)
    .set(type === "call_and_eval" ? again : { ...cleared, status: "analyzing" as const })
    .where(inArray(callExecutions.id, ids));
  await db
    .update(testExecutions)
    .set({ status: type === "call_and_eval" ? "running" : "evaluating", endedAt: null, updatedAt: now() })
    .where(eq(testExecutions.id, execution.id));
  await settleExecution(db, execution.id, now());
  await announce(inner, execution, crypto.randomUUID());
  return { done, refused };
}

const lineOf = async (db: Database, { organizationId, pinned }: ExecutionRow) =>
  pinned.agent.type === "voice" ? await lineFor(db, organizationId) : null;

const assertRerunnable = (execution: ExecutionRow, type: RerunType, line: Awaited<ReturnType<typeof lineOf>>): void => {
  if (type === "call_and_eval" && execution.driver === "client")
    throw invalidField("rerun_type", "A client drives this agent, so only eval_only can be rerun here.");
  if (type === "call_and_eval" && line && "flaw" in line)
    throw invalidField("rerun_type", `${line.flaw}. Only eval_only can be rerun.`);
};

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

/** The executions of a run test that are named, all, or all but those. Throws where a named one is none of them. */
async function chosenExecutions(
  { db }: Context,
  runTestId: string,
  given: readonly string[],
  isAll: boolean,
): Promise<ExecutionRow[]> {
  const ids = given.map((id) => id.toLowerCase());
  if (ids.length === 0 && !isAll)
    throw invalidField("test_execution_ids", "List test_execution_ids, or set select_all.");
  const rows = await db
    .select()
    .from(testExecutions)
    .where(and(eq(testExecutions.runTestId, runTestId), isNull(testExecutions.deletedAt)))
    .orderBy(testExecutions.createdAt)
    .limit(1_000);
  const known = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing) throw invalidField("test_execution_ids", `There is no such execution of the run test: ${missing}.`);
  const named = new Set(ids);
  return rows.filter(({ id }) => (isAll ? !named.has(id) : named.has(id)));
}

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

/** Evaluates the calls of an execution with evaluations as they are now; how many. */
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
