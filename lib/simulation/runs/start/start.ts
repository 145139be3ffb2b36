// Starts a run: checks, pins, and creates a call for each row and trial.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callExecutions, testExecutions } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type { Input } from "@/lib/contracts/contract";
import { runSettings } from "@/lib/contracts/simulation/call-parts";
import type * as contracts from "@/lib/contracts/simulation/runs/run-executions";
import { conflict, invalid, invalidField } from "@/lib/errors";
import { inWorkspace } from "@/lib/owned-rows";
import { inTransaction } from "@/lib/transaction";
import { type ExecutionRow, lockRunTest, type RunTestRow, runTestInWorkspace } from "../loaders";
import { isSameRequest } from "../rules/same-request";
import { definedOf, namedSimulator } from "../run-tests/request-fields";
import { settleExecution } from "../settle";
import { announce } from "./announce";
import { requireCustomers } from "./customer-models";
import { begin } from "./pin-run";
import { placesOf, storeCalls } from "./plan-calls";

export const executeRunTest: Verb<typeof contracts.executeRunTest> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const run = await lockRunTest(db, caller, input.run_test_id);
    const key = inner.idempotencyKey?.slice(0, 255) || null;
    // Under the run test's lock: two requests with one key take turns, and the second finds what the first started.
    const again = key ? await startedUnder(db, run, key) : null;
    if (again) {
      assertSame(again, input);
      return startedAnswer(again, again.scenarioIds);
    }
    await namedSimulator(db, caller, input.simulator_id, "simulator_id");
    const { execution, scenarios: chosen } = await begin(inner, run, {
      scenarioIds: input.scenario_ids,
      selectAll: input.select_all,
      simulatorId: input.simulator_id ?? null,
      agentVersion: input.agent_version ?? null,
      settings: definedOf(input.settings),
      driver: "server",
      idempotencyKey: key,
    });
    const places = await placesOf(db, run, execution);
    if (places.length === 0) throw invalidField("scenario_ids", "The chosen scenarios have no rows to run.");
    await requireCustomers(db, execution, places);
    await storeCalls(db, execution, places);
    await settleExecution(db, execution.id, inner.now());
    if (execution.driver === "server") await announce(inner, execution, "start");
    return startedAnswer(
      { ...execution, totalCalls: places.length },
      chosen.map(({ id }) => id),
    );
  });

async function startedUnder(db: Database, run: RunTestRow, key: string): Promise<ExecutionRow | null> {
  const [row] = await db
    .select()
    .from(testExecutions)
    .where(and(eq(testExecutions.runTestId, run.id), eq(testExecutions.idempotencyKey, key)));
  return row ?? null;
}

/** Throws if the key's run was deleted, or if another request started it. */
function assertSame(execution: ExecutionRow, input: Input<typeof contracts.executeRunTest>): void {
  const detail = { code: "mutation_id_reused" } as const;
  if (execution.deletedAt)
    throw conflict("The execution that this Idempotency-Key started was deleted. Send another key.", detail);
  const { scenarioIds, agentVersionId, pinned } = execution;
  const started = {
    scenarioIds,
    agentVersionId,
    simulatorIds: Object.values(pinned.scenarios).map(({ simulator }) => simulator.id),
    settings: runSettings.parse(execution.settings),
  };
  if (!isSameRequest(started, { ...input, settings: definedOf(input.settings) }))
    throw conflict("This Idempotency-Key started another execution. Send another key.", detail);
}

const startedAnswer = (execution: ExecutionRow, ids: string[]) => ({
  message: "Test execution started successfully",
  execution_id: execution.id,
  run_test_id: execution.runTestId,
  status: execution.status,
  total_scenarios: ids.length,
  total_calls: execution.totalCalls,
  scenario_ids: ids,
});

export const startChatExecution: Verb<typeof contracts.startChatExecution> = (context, { run_test_id }) =>
  inTransaction(context, async (inner) => {
    const run = await lockRunTest(inner.db, inner.caller, run_test_id);
    const { execution } = await begin(inner, run, {
      scenarioIds: [],
      selectAll: false,
      simulatorId: null,
      agentVersion: null,
      settings: {},
      driver: "client",
      idempotencyKey: null,
    });
    const places = await placesOf(inner.db, run, execution);
    if (places.length === 0) throw invalid("The run test's scenarios have no rows to run.");
    await requireCustomers(inner.db, execution, places);
    const pinned = { ...execution.pinned, expected_calls: places.length };
    await inner.db.update(testExecutions).set({ pinned }).where(eq(testExecutions.id, execution.id));
    return {
      message: "Chat execution started successfully",
      execution_id: execution.id,
      run_test_id: run.id,
      status: execution.status,
      total_scenarios: execution.scenarioIds,
    };
  });

const CLIENT_BATCH = 10;

export async function createCallBatch(context: Context, { test_execution_id }: { test_execution_id: string }) {
  const batch = await inTransaction(context, (inner) => createBatch(inner, test_execution_id));
  // After the transaction: the execution waits for no call that cannot be created.
  if (!batch) throw invalid("No remaining call executions to create for this test execution.");
  return batch;
}

/** Null if no call is left to create. */
async function createBatch(inner: Context, id: string) {
  const { db, caller } = inner;
  // Locked: simultaneous workers take turns, and no call is created twice.
  const [execution] = await db
    .select()
    .from(testExecutions)
    .where(and(eq(testExecutions.id, id), inWorkspace(testExecutions, caller)))
    .for("update");
  if (!execution) throw invalid("Test execution not found.");
  const run = await runTestInWorkspace(db, caller, execution.runTestId);
  if (execution.status === "cancelling" || execution.status === "cancelled")
    throw invalid("The test execution is cancelled.");
  const made = await db
    .select({
      key: sql<string>`${callExecutions.scenarioId} || coalesce(${callExecutions.rowId}::text, '') || ${callExecutions.repeat}`,
    })
    .from(callExecutions)
    .where(and(eq(callExecutions.executionId, execution.id), isNull(callExecutions.forkedFrom)));
  const known = new Set(made.map(({ key }) => key));
  const all = await placesOf(db, run, execution);
  const left = all.filter(({ scenarioId, rowId, repeat }) => !known.has(`${scenarioId}${rowId ?? ""}${repeat}`));
  // Rows may have been added, deleted or left out since the last batch.
  if (execution.pinned.expected_calls !== undefined) {
    const pinned = { ...execution.pinned, expected_calls: made.length + left.length };
    await db.update(testExecutions).set({ pinned }).where(eq(testExecutions.id, execution.id));
  }
  const now = left.slice(0, CLIENT_BATCH);
  const ids = await storeCalls(db, execution, now, made.length);
  await settleExecution(db, execution.id, inner.now());
  if (ids.length === 0) return null;
  return {
    call_execution_ids: ids,
    has_more: left.length > now.length,
    batched_scenarios: [...new Set(now.map(({ scenarioId }) => scenarioId))],
  };
}
