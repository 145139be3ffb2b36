import { and, asc, count, eq, inArray, isNull, sql } from "drizzle-orm";
import { callExecutions, callTurns, scenarios, testExecutions } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/simulation/runs/executions";
import type * as runContracts from "@/lib/contracts/simulation/runs/run-executions";
import { groupBy } from "@/lib/group-by";
import { assertPage, hasText, newestFirst, pageRange } from "@/lib/pages";
import { isNoFork } from "../../agents/forks";
import { voiceCallsOf } from "../../voice/loaders";
import { saying } from "../calls/list-calls";
import { presentCalls } from "../calls/present-call";
import { presentTurn } from "../calls/present-turn";
import { executionInWorkspace, runTestInWorkspace } from "../loaders";
import { percentOf } from "../rules/percent";
import { columnsOf } from "./call-columns";
import { filtersOf } from "./call-filters";
import { faultMessages } from "./lost-calls";
import { presentExecutions } from "./present-execution";

export const getRunTestStatus: Verb<typeof runContracts.getRunTestStatus> = async ({ db, caller }, { run_test_id }) => {
  const run = await runTestInWorkspace(db, caller, run_test_id);
  const [latest] = await db
    .select()
    .from(testExecutions)
    .where(and(eq(testExecutions.runTestId, run.id), isNull(testExecutions.deletedAt), isNoFork()))
    .orderBy(newestFirst(testExecutions.createdAt), testExecutions.id)
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
    success_rate: percentOf(latest.completedCalls, latest.totalCalls),
    start_time: latest.startedAt?.toISOString() ?? null,
    end_time: latest.endedAt?.toISOString() ?? null,
    message: `Test execution is ${latest.status}`,
  };
};

export const listRunTestExecutions: Verb<typeof runContracts.listRunTestExecutions> = async ({ db, caller }, input) => {
  const run = await runTestInWorkspace(db, caller, input.run_test_id);
  const { page, limit, offset } = pageRange(input);
  const named = input.search?.trim()
    ? sql`${testExecutions.scenarioIds} && array(select ${scenarios.id} from ${scenarios} where ${hasText(scenarios.name, input.search.trim())})`
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
      .orderBy(newestFirst(testExecutions.createdAt), testExecutions.id)
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: await presentExecutions(db, rows) };
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
  const [[total], calls, columns, messages] = await Promise.all([
    isWhole ? [{ count: execution.totalCalls }] : db.select({ count: count() }).from(callExecutions).where(where),
    db
      .select()
      .from(callExecutions)
      .where(where)
      .orderBy(asc(callExecutions.number))
      .limit(limit)
      .offset((page - 1) * limit),
    columnsOf(db, execution),
    faultMessages(db, execution.id),
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
    error_messages: [...(execution.error ? [execution.error] : []), ...messages],
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
