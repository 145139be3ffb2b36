// Runs for the published clients: found by a run test's name, with the data of other operations.

import { and, asc, eq, isNull } from "drizzle-orm";
import { callExecutions, testExecutions } from "@/db/schema";
import { nameKey } from "@/lib/bounds/normal-form";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/simulation/runs/sdk";
import { invalidField, notFound } from "@/lib/errors";
import { assertPage, newestFirst, pageRange } from "@/lib/pages";
import { isNoFork } from "../../agents/forks";
import { presentCalls } from "../calls/present-call";
import { type ExecutionRow, executionInWorkspace, type RunTestRow, runTestInWorkspace } from "../loaders";
import { runTestNamed } from "../run-tests/run-tests";
import { getEvalSummary } from "./eval-summaries";
import { listRunTestExecutions } from "./executions";
import { getExecutionKpis, getExecutionVerdict, getPerformanceSummary } from "./figures";
import { presentExecutions } from "./present-execution";

interface RunTestRef {
  run_test_name?: string | undefined;
  execution_id?: string | undefined;
}

/**
 * The named run test and execution. Throws for an unknown name or id, for neither, and for two that do not belong
 * together.
 */
async function found(context: Context, { run_test_name, execution_id }: RunTestRef) {
  const { db, caller } = context;
  const execution = execution_id ? await executionInWorkspace(db, caller, execution_id) : null;
  if (run_test_name === undefined && !execution)
    throw invalidField("run_test_name", "Send run_test_name or execution_id.");
  const run =
    run_test_name === undefined
      ? await runTestInWorkspace(db, caller, execution?.runTestId ?? "")
      : await runTestNamed(db, caller, run_test_name, "run_test_name");
  if (execution && execution.runTestId !== run.id) throw notFound("Test execution not found.");
  return { run, execution, of: { run_test_id: run.id, run_test_name: run.name } };
}

async function newestOf({ db }: Context, run: RunTestRow): Promise<ExecutionRow> {
  const [newest] = await db
    .select()
    .from(testExecutions)
    .where(and(eq(testExecutions.runTestId, run.id), isNull(testExecutions.deletedAt), isNoFork()))
    .orderBy(newestFirst(testExecutions.createdAt), testExecutions.id)
    .limit(1);
  if (!newest) throw notFound("The run test was never executed.");
  return newest;
}

const isNamed = (evalName: string | undefined, ...names: readonly string[]): boolean =>
  evalName === undefined || names.some((name) => nameKey(name) === nameKey(evalName));

/** An execution's evaluation results, optionally only of those with that name or template. */
async function saidOf(
  context: Context,
  execution: Pick<ExecutionRow, "id" | "runTestId">,
  evalName: string | undefined,
) {
  const input = { run_test_id: execution.runTestId, execution_id: execution.id };
  return (await getEvalSummary(context, input)).flatMap(({ result, ...template }) => {
    const own = result.filter(({ name }) => isNamed(evalName, name, template.name));
    return own.length > 0 ? [{ ...template, result: own }] : [];
  });
}

export const listSdkRuns: Verb<typeof contracts.listSdkRuns> = async (context, input) => {
  const { run, execution, of } = await found(context, input);
  const resultsOf = async (id: string) =>
    input.summary ? [] : saidOf(context, { id, runTestId: run.id }, input.eval_name);
  if (!execution) {
    const { results, ...listed } = await listRunTestExecutions(context, { ...pagesOf(input), run_test_id: run.id });
    const runs = await Promise.all(results.map(async (one) => ({ ...one, evaluations: await resultsOf(one.id) })));
    return { ...of, ...listed, runs, calls: [] };
  }
  const { page, limit } = pageRange(input);
  assertPage(page, limit, execution.totalCalls);
  const shown = await presentExecutions(context.db, [execution]);
  const evaluations = await resultsOf(execution.id);
  return {
    ...of,
    count: execution.totalCalls,
    page,
    limit,
    runs: shown.map((one) => ({ ...one, evaluations })),
    calls: input.summary ? [] : await callsOf(context, execution, input),
  };
};

type Paged = Parameters<typeof pageRange>[0];
const pagesOf = ({ page, limit, page_size }: Paged): Paged => ({ page, limit, page_size });

async function callsOf({ db }: Context, execution: ExecutionRow, input: Paged & { eval_name?: string | undefined }) {
  const { limit, offset } = pageRange(input);
  const calls = await db
    .select()
    .from(callExecutions)
    .where(and(eq(callExecutions.executionId, execution.id), isNull(callExecutions.deletedAt)))
    .orderBy(asc(callExecutions.number))
    .limit(limit)
    .offset(offset);
  const shown = await presentCalls(db, execution, calls, { withTranscripts: false });
  return shown.map((call) => ({
    call_execution_id: call.id,
    test_execution_id: call.test_execution_id,
    scenario: call.scenario,
    scenario_id: call.scenario_id,
    row_id: call.row_id,
    repeat: call.repeat,
    status: call.status,
    verdict: call.verdict,
    fault_side: call.fault_side,
    fault_kind: call.fault_kind,
    overall_score: call.overall_score,
    turn_count: call.turn_count,
    avg_latency_ms: call.avg_latency_ms,
    total_tokens: call.total_tokens,
    cost_usd: call.cost_usd,
    evaluations: Object.values(call.eval_metrics).filter(({ name }) => isNamed(input.eval_name, name)),
  }));
}

export const getSdkMetrics: Verb<typeof contracts.getSdkMetrics> = async (context, input) => {
  const { run, execution, of } = await found(context, input);
  const { id } = execution ?? (await newestOf(context, run));
  return { ...of, execution_id: id, metrics: await getExecutionKpis(context, { test_execution_id: id }) };
};

export const getSdkAnalytics: Verb<typeof contracts.getSdkAnalytics> = async (context, input) => {
  const { run, execution, of } = await found(context, input);
  const chosen = execution ?? (await newestOf(context, run));
  const test_execution_id = chosen.id;
  const [verdict, evaluations, performance] = await Promise.all([
    getExecutionVerdict(context, { test_execution_id }),
    saidOf(context, chosen, input.eval_name),
    input.summary ? null : getPerformanceSummary(context, { test_execution_id }),
  ]);
  return { ...of, execution_id: chosen.id, verdict, evaluations, performance };
};
