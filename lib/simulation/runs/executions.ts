import { and, asc, count, desc, eq, ilike, inArray, isNull, sql } from "drizzle-orm";
import { callExecutions, callTurns, scenarios, testExecutions } from "@/db/schema";
import type { Verb } from "@/lib/context";
import { runSettings } from "@/lib/contracts/simulation/call-parts";
import type * as contracts from "@/lib/contracts/simulation/executions";
import type * as runContracts from "@/lib/contracts/simulation/run-tests";
import { conflict } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { assertPage, contains, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { voiceCallsOf } from "../voice/loaders";
import { columnsOf } from "./call-columns";
import { filtersOf } from "./call-filters";
import { saying } from "./calls";
import { type ExecutionRow, executionInWorkspace, lockRunTest, runTestInWorkspace } from "./loaders";
import { presentCalls, presentTurn } from "./present-call";
import { passRate } from "./rules/pass-rate";
import { isExecutionOver } from "./rules/status";
import { deleteExecutions } from "./run-tests";
import { settleExecution } from "./settle";
import { spentOf } from "./spent";
import { announce } from "./start";

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100);

export const getRunTestStatus: Verb<typeof runContracts.getRunTestStatus> = async ({ db, caller }, { run_test_id }) => {
  const run = await runTestInWorkspace(db, caller, run_test_id);
  const [latest] = await db
    .select()
    .from(testExecutions)
    .where(and(eq(testExecutions.runTestId, run.id), isNull(testExecutions.deletedAt)))
    .orderBy(desc(testExecutions.createdAt), desc(testExecutions.id))
    .limit(1);
  if (!latest) return { run_test_id: run.id, status: "not_found" as const, error: "The run test was never executed." };
  return {
    run_test_id: run.id,
    execution_id: latest.id,
    status: latest.status,
    total_scenarios: latest.scenarioIds.length,
    total_calls: latest.totalCalls,
    completed_calls: latest.completedCalls + latest.analyzingCalls,
    failed_calls: latest.failedCalls,
    success_rate: percent(latest.completedCalls, latest.totalCalls),
    start_time: latest.startedAt?.toISOString() ?? null,
    end_time: latest.endedAt?.toISOString() ?? null,
    message: `Test execution is ${latest.status}`,
  };
};

export function presentExecution(row: ExecutionRow) {
  const { agent, scenarios: pinned } = row.pinned;
  const seconds = row.startedAt ? ((row.endedAt ?? new Date()).getTime() - row.startedAt.getTime()) / 1000 : null;
  const started = row.startedAt?.toISOString() ?? null;
  const attempted = row.totalCalls - row.pendingCalls;
  const connected = row.ongoingCalls + row.analyzingCalls + row.completedCalls;
  const [first] = Object.values(pinned);
  const simulator = first?.simulator.name;
  return {
    id: row.id,
    run_test: row.runTestId,
    status: row.status,
    scenarios: Object.values(pinned)
      .map(({ name }) => name)
      .join(", "),
    scenario_ids: row.scenarioIds,
    start_time: started,
    started_at: started,
    completed_at: row.endedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    duration: seconds,
    duration_seconds: seconds,
    error_reason: row.error,
    success_rate: percent(row.completedCalls, row.totalCalls),
    ...passRate(row),
    calls: row.totalCalls,
    total_calls: row.totalCalls,
    calls_attempted: attempted,
    connected_calls: connected,
    calls_connected_percentage: percent(connected, attempted),
    completed_calls: row.completedCalls,
    failed_calls: row.failedCalls,
    cancelled_calls: row.cancelledCalls,
    pending_calls: row.pendingCalls,
    passed_calls: row.passedCalls,
    failing_calls: row.failingCalls,
    excluded_calls: row.excludedCalls,
    unscored_calls: row.unscoredCalls,
    total_scenarios: row.scenarioIds.length,
    total_chats: row.totalCalls,
    avg_response_time: row.responseMs === null ? null : row.responseMs / 1000,
    total_agent_turns: row.agentTurns,
    total_number_of_fagi_agent_turns: row.agentTurns,
    agent_version: `v${agent.version}`,
    agent_version_id: row.agentVersionId,
    agent_definition: agent.name,
    agent_definition_used_name: agent.name,
    simulator_agent_name: typeof simulator === "string" ? simulator : null,
    agent_type: agent.type,
    source_type: "agent_definition" as const,
    driver: row.driver,
    settings: runSettings.parse(row.settings),
    ...spentOf(row),
    fingerprint: row.fingerprint,
  };
}

export const listRunTestExecutions: Verb<typeof runContracts.listRunTestExecutions> = async ({ db, caller }, input) => {
  const run = await runTestInWorkspace(db, caller, input.run_test_id);
  const { page, limit, offset } = pageRange(input);
  const named = input.search?.trim()
    ? sql`${testExecutions.scenarioIds} && array(select ${scenarios.id} from ${scenarios} where ${ilike(scenarios.name, contains(input.search.trim()))})`
    : undefined;
  const where = and(
    eq(testExecutions.runTestId, run.id),
    isNull(testExecutions.deletedAt),
    input.status ? eq(testExecutions.status, input.status) : undefined,
    named,
  );
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(testExecutions).where(where),
    db
      .select()
      .from(testExecutions)
      .where(where)
      .orderBy(desc(testExecutions.createdAt), desc(testExecutions.id))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: rows.map(presentExecution) };
};

export const getTestExecution: Verb<typeof contracts.getTestExecution> = async ({ db, caller }, input) => {
  const execution = await executionInWorkspace(db, caller, input.test_execution_id);
  const { page, limit } = input;
  const where = and(
    eq(callExecutions.executionId, execution.id),
    isNull(callExecutions.deletedAt),
    input.status ? eq(callExecutions.status, input.status) : undefined,
    input.verdict ? eq(callExecutions.verdict, input.verdict) : undefined,
    input.fault_side ? eq(callExecutions.faultSide, input.fault_side) : undefined,
    input.scenario_id ? eq(callExecutions.scenarioId, input.scenario_id) : undefined,
    saying(input.search),
    ...(await filtersOf(db, execution, input.filters ?? [])),
  );
  const isWhole =
    !input.filters?.length &&
    !input.status &&
    !input.verdict &&
    !input.fault_side &&
    !input.scenario_id &&
    !input.search?.trim();
  const [[total], calls, columns] = await Promise.all([
    isWhole ? [{ count: execution.totalCalls }] : db.select({ count: count() }).from(callExecutions).where(where),
    db
      .select()
      .from(callExecutions)
      .where(where)
      .orderBy(asc(callExecutions.number))
      .limit(limit)
      .offset((page - 1) * limit),
    columnsOf(db, execution),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  const { provider } = execution.pinned.agent.snapshot;
  return {
    count: all,
    page,
    limit,
    results: await presentCalls(db, execution, calls, { withTranscripts: false }),
    id: execution.id,
    run_test_id: execution.runTestId,
    column_order: columns,
    status: execution.status,
    error_messages: execution.error ? [execution.error] : [],
    provider: typeof provider === "string" ? provider : null,
    agent_type: execution.pinned.agent.type,
  };
};

export const getExecutionTranscripts: Verb<typeof contracts.getExecutionTranscripts> = async (
  { db, caller },
  input,
) => {
  const execution = await executionInWorkspace(db, caller, input.test_execution_id);
  const { page, limit, offset } = pageRange(input);
  const calls = await db
    .select({ id: callExecutions.id, status: callExecutions.status })
    .from(callExecutions)
    .where(and(eq(callExecutions.executionId, execution.id), isNull(callExecutions.deletedAt)))
    .orderBy(asc(callExecutions.number))
    .limit(limit)
    .offset(offset);
  assertPage(page, limit, execution.totalCalls);
  const ids = calls.map(({ id }) => id);
  const turns = await db.select().from(callTurns).where(inArray(callTurns.callId, ids)).orderBy(asc(callTurns.number));
  const byCall = groupBy(turns, ({ callId }) => callId);
  const voices = await voiceCallsOf(db, ids);
  const results = calls.map(({ id, status }) => {
    const transcripts = (byCall.get(id) ?? []).map(presentTurn);
    const phone_number = voices.get(id)?.phoneNumber ?? null;
    return { call_execution_id: id, phone_number, status, transcripts, total_transcripts: transcripts.length };
  });
  return { count: execution.totalCalls, page, limit, results };
};

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
    // Calls on the phone have to hang up.
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
