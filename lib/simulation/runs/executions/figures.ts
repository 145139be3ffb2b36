// Figures of one execution: KPIs, the performance of its scenarios, and its verdict.
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callExecutions } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/simulation/runs/execution-figures";
import { groupBy } from "@/lib/group-by";
import { meanOf } from "@/lib/mean";
import { reliabilityOf, type Trials } from "../../outcome/rules/reliability";
import { runVerdict } from "../../outcome/rules/run-verdict";
import { speechAverages } from "../../voice/averages";
import { currentEvaluations } from "../analyze/current-evaluations";
import { executionInWorkspace, runTestInWorkspace } from "../loaders";
import { evaluationRates, passRate } from "../rules/pass-rate";
import { asPercent, rounded } from "../rules/percent";
import { scoreKeys } from "../rules/score-keys";
import { spentOf } from "../spent";
import { answerLatency } from "./answer-latency";
import { costOf, coverageOf, type EvaluationResult, evaluationResults } from "./evaluation-results";
import { lostCalls, noScoreReasons } from "./lost-calls";
import { connectedCalls } from "./present-execution";
import { presentPlayed, verdictFacts } from "./verdict-facts";

const live = (executionId: string) =>
  and(eq(callExecutions.executionId, executionId), isNull(callExecutions.deletedAt));

/** Trials of each row that passed or failed. */
async function trialsOf(db: Database, executionId: string): Promise<Trials[]> {
  return db
    .select({
      passed: sql<number>`count(*) filter (where ${callExecutions.verdict} = 'passed')::int`,
      decided: sql<number>`count(*)::int`,
    })
    .from(callExecutions)
    .where(and(live(executionId), inArray(callExecutions.verdict, ["passed", "failed"])))
    .groupBy(callExecutions.scenarioId, callExecutions.rowId);
}

/** Sums and averages over the calls. The driver returns some of them as text. */
async function averagesOf(db: Database, executionId: string) {
  const average = (value: SQL) => sql<number | null>`avg(${value})::float8`;
  const metric = (name: string) => average(sql`(${callExecutions.metrics}->>${name}::text)::float8`);
  const [averages] = await db
    .select({
      score: average(sql`${callExecutions.overallScore}`),
      duration: sql<number>`coalesce(sum(extract(epoch from ${callExecutions.endedAt} - ${callExecutions.startedAt})), 0)::float8`,
      total: metric("total_tokens"),
      input: metric("input_tokens"),
      output: metric("output_tokens"),
      latency: metric("avg_latency_ms"),
      turns: metric("turn_count"),
      csat: metric("csat_score"),
    })
    .from(callExecutions)
    .where(live(executionId));
  if (!averages) throw new Error("an aggregate has one row");
  return averages;
}

/** The average score of each evaluation, by a key of its name that no other figure has. */
function averageScores(
  results: readonly EvaluationResult[],
  figures: Readonly<Record<string, unknown>>,
): Record<string, number | null> {
  const evaluations = [...groupBy(results, ({ bindingId }) => bindingId)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, own]) => own);
  const keys = scoreKeys(
    evaluations.map((own) => own[0]?.name ?? ""),
    new Set(Object.keys(figures)),
  );
  return Object.fromEntries(
    evaluations.map((own, index) => [
      keys[index] ?? "",
      meanOf(own.flatMap(({ outcome, score }) => (outcome === "scored" && score !== null ? [score] : []))),
    ]),
  );
}

export const getExecutionKpis: Verb<typeof contracts.getExecutionKpis> = async (
  { db, caller },
  { test_execution_id },
) => {
  const execution = await executionInWorkspace(db, caller, test_execution_id);
  const [averages, sides, kinds, causes, trials, results, spoken, answers] = await Promise.all([
    averagesOf(db, execution.id),
    countsBy(db, execution.id, "fault_side"),
    countsBy(db, execution.id, "fault_kind"),
    countsBy(db, execution.id, "cause"),
    trialsOf(db, execution.id),
    evaluationResults(db, [execution.id]),
    speechAverages(db, execution),
    answerLatency(db, execution.id),
  ]);
  const figures = {
    total_calls: execution.totalCalls,
    avg_score: averages.score,
    avg_response: averages.latency === null ? null : averages.latency / 1000,
    ...connectedCalls(execution),
    failed_calls: execution.failedCalls,
    total_duration: averages.duration,
    agent_type: execution.pinned.agent.type,
    is_inbound: execution.pinned.agent.snapshot.inbound !== false,
    scenario_graphs: Object.fromEntries(
      Object.entries(execution.pinned.scenarios).map(([id, { graph }]) => [id, graph]),
    ),
    avg_total_tokens: averages.total,
    avg_input_tokens: averages.input,
    avg_output_tokens: averages.output,
    avg_chat_latency_ms: averages.latency,
    p50_chat_latency_ms: answers.p50,
    p95_chat_latency_ms: answers.p95,
    measured_answers: answers.answers,
    avg_turn_count: averages.turns,
    avg_csat_score: averages.csat,
    ...spoken,
    ...passRate(execution),
    faults: { agent: sides.agent ?? 0, simulator: sides.simulator ?? 0, provider: sides.provider ?? 0 },
    fault_kinds: kinds,
    causes,
    reliability: reliabilityOf(trials).map(({ k, value, interval, rows }) => ({
      k,
      pass_hat_k: value,
      interval: interval && { low: interval[0], high: interval[1] },
      rows,
    })),
    ...spentOf(execution),
  };
  return { ...averageScores(results, figures), ...figures };
};

async function countsBy(
  db: Database,
  executionId: string,
  column: "fault_side" | "fault_kind" | "cause",
): Promise<Record<string, number>> {
  const rows = await db.execute<{ name: string; count: number }>(sql`
    select ${sql.identifier(column)} as name, count(*)::int as count from call_executions
    where execution_id = ${executionId} and deleted_at is null and ${sql.identifier(column)} is not null
    group by 1 order by 1`);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

export const getPerformanceSummary: Verb<typeof contracts.getPerformanceSummary> = async (
  { db, caller },
  { test_execution_id },
) => {
  const execution = await executionInWorkspace(db, caller, test_execution_id);
  const rows = await db
    .select({
      scenarioId: callExecutions.scenarioId,
      passed: sql<number>`count(*) filter (where ${callExecutions.verdict} = 'passed')::int`,
      counted: sql<number>`count(*) filter (where ${callExecutions.verdict} in ('passed', 'failed'))::int`,
      total: sql<number>`count(*)::int`,
    })
    .from(callExecutions)
    .where(live(execution.id))
    .groupBy(callExecutions.scenarioId);
  const countedCalls = execution.passedCalls + execution.failingCalls;
  const rate = countedCalls === 0 ? null : asPercent(execution.passedCalls / countedCalls);
  const scenarios = rows
    .map(({ scenarioId, passed, counted: of, total }) => ({
      scenario_name: execution.pinned.scenarios[scenarioId]?.name ?? "",
      test_count: total,
      performance_score: of === 0 ? null : asPercent(passed / of),
    }))
    .toSorted((one, other) => (other.performance_score ?? -1) - (one.performance_score ?? -1));
  return {
    test_run_performance_metrics: {
      pass_rate: rate,
      total_test_runs: execution.totalCalls,
      latest_fail_rate: rate === null ? null : rounded(100 - rate),
    },
    top_performing_scenarios: scenarios.slice(0, 4),
  };
};

export const getExecutionVerdict: Verb<typeof contracts.getExecutionVerdict> = async (
  { db, caller },
  { test_execution_id },
) => {
  const execution = await executionInWorkspace(db, caller, test_execution_id);
  const run = await runTestInWorkspace(db, caller, execution.runTestId);
  const facts = verdictFacts(execution);
  const [results, pinned, lost, reasons] = await Promise.all([
    evaluationResults(db, [execution.id]),
    currentEvaluations(db, execution.id),
    facts.isOver ? lostCalls(db, execution.id) : {},
    facts.isOver ? noScoreReasons(db, execution.id) : new Map<string, string>(),
  ]);
  const evaluations = [...groupBy(results, ({ bindingId }) => bindingId)].map(([bindingId, own]) => ({
    id: bindingId,
    name: own[0]?.name ?? "",
    ...evaluationRates(own.filter(({ outcome }) => outcome === "scored")),
    ...coverageOf(own),
    cost_usd: costOf(own),
    no_score_reason: reasons.get(bindingId) ?? null,
  }));
  const apart = new Set(pinned.flatMap(({ bindingId, keepsPartsApart }) => (keepsPartsApart ? bindingId : [])));
  const verdict = runVerdict({ ...facts, evaluations: evaluations.filter(({ id }) => !apart.has(id)), ...lost });
  return {
    execution_id: execution.id,
    run_test_id: execution.runTestId,
    status: execution.status,
    done: facts.isOver,
    passed: verdict.passed,
    reason: verdict.reason,
    ...passRate(execution),
    coverage: verdict.coverage,
    thresholds: { pass_rate: facts.thresholds.passRate, coverage: facts.thresholds.coverage },
    calls: facts.counts,
    evaluations,
    run: presentPlayed(execution, run),
    ...spentOf(execution),
  };
};
