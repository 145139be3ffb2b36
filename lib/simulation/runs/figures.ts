// Figures of executions; each states the number of calls behind it.

import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  callEvaluations,
  callExecutions,
  evalBindings,
  evalTemplates,
  testExecutionEvaluations,
  testExecutions,
} from "@/db/schema";
import type { Verb } from "@/lib/context";
import { id as uuid } from "@/lib/contracts/shapes";
import type * as agentContracts from "@/lib/contracts/simulation/agents";
import type { CallVerdict } from "@/lib/contracts/simulation/call-names";
import { runSettings } from "@/lib/contracts/simulation/call-parts";
import type * as contracts from "@/lib/contracts/simulation/executions";
import type * as runContracts from "@/lib/contracts/simulation/run-tests";
import { invalidField, notFound } from "@/lib/errors";
import { comparePairs } from "@/lib/evaluation/statistics/compare-pairs";
import { groupBy } from "@/lib/group-by";
import { agentInWorkspace, versionOfAgent } from "../agents/loaders";
import { reliabilityOf, type Trials } from "../outcome/rules/reliability";
import { runVerdict } from "../outcome/rules/verdict";
import { speechAverages } from "../voice/averages";
import { type ExecutionRow, executionInWorkspace, ownExecutions, runTestInWorkspace } from "./loaders";
import { cellsOf, customerName } from "./play";
import { evaluationRates, passRate } from "./rules/pass-rate";
import { isExecutionOver } from "./rules/status";
import { spentOf } from "./spent";

const live = (executionIds: readonly string[]) =>
  and(inArray(callExecutions.executionId, [...executionIds]), isNull(callExecutions.deletedAt));

const rounded = (value: number): number => Math.round(value * 100) / 100;
const asPercent = (share: number): number => rounded(share * 100);
const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

interface EvaluationResult {
  bindingId: string;
  name: string;
  templateId: string;
  templateName: string;
  outputType: string;
  callId: string;
  /** Identifies the row that the call plays. */
  row: string;
  status: string;
  outcome: string | null;
  passed: boolean | null;
  score: number | null;
  label: string | null;
}

/** Results of each evaluation that is not deleted for each call, from its last generation; also pending ones. */
async function toldIn(db: Database, executionIds: readonly string[]): Promise<EvaluationResult[]> {
  if (executionIds.length === 0) return [];
  const rows = await db
    .selectDistinctOn([callEvaluations.callId, testExecutionEvaluations.bindingId], {
      bindingId: testExecutionEvaluations.bindingId,
      name: testExecutionEvaluations.name,
      templateId: testExecutionEvaluations.templateId,
      templateName: evalTemplates.name,
      callId: callEvaluations.callId,
      row: sql<string>`concat(${callExecutions.scenarioId}, ' ', ${callExecutions.rowId})`,
      status: callEvaluations.status,
      outcome: callEvaluations.outcome,
      passed: callEvaluations.passed,
      score: callEvaluations.score,
      label: callEvaluations.label,
      output: callEvaluations.output,
    })
    .from(callEvaluations)
    .innerJoin(testExecutionEvaluations, eq(testExecutionEvaluations.id, callEvaluations.evaluationId))
    .innerJoin(
      evalBindings,
      and(eq(evalBindings.id, testExecutionEvaluations.bindingId), isNull(evalBindings.deletedAt)),
    )
    .innerJoin(evalTemplates, eq(evalTemplates.id, testExecutionEvaluations.templateId))
    .innerJoin(callExecutions, and(eq(callExecutions.id, callEvaluations.callId), isNull(callExecutions.deletedAt)))
    .where(inArray(callEvaluations.executionId, [...executionIds]))
    .orderBy(
      callEvaluations.callId,
      testExecutionEvaluations.bindingId,
      sql`${testExecutionEvaluations.generation} desc`,
    );
  return rows
    .filter(({ status }) => status !== "skipped")
    .map(({ output, ...row }) => ({
      ...row,
      outputType:
        output === "Passed" || output === "Failed"
          ? "Pass/Fail"
          : typeof output === "number"
            ? "score"
            : row.label === null
              ? ""
              : "choices",
    }));
}

function coverageOf(told: readonly EvaluationResult[]) {
  const of = (outcome: string) => told.filter((one) => one.outcome === outcome).length;
  const pending = told.filter(({ status }) => status === "pending").length;
  return { total_cells: told.length, scored: of("scored"), unscored: of("unscored"), error: of("error"), pending };
}

const PERCENTILES = [5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 100];

function outputOf(type: string, scored: readonly EvaluationResult[]): Record<string, unknown> {
  if (type === "Pass/Fail") {
    const passed = scored.filter((one) => one.passed).length;
    const failed = scored.length - passed;
    const share = (count: number) => (scored.length === 0 ? null : asPercent(count / scored.length));
    return { pass: share(passed), fail: share(failed), pass_count: passed, fail_count: failed };
  }
  if (type === "choices") {
    const labels = groupBy(scored, ({ label }) => label ?? "");
    return Object.fromEntries([...labels].map(([label, all]) => [label, asPercent(all.length / scored.length)]));
  }
  const scores = scored.flatMap(({ score }) => score ?? []).toSorted((one, other) => one - other);
  const at = (percentile: number) => scores[Math.max(0, Math.ceil((percentile / 100) * scores.length) - 1)] ?? null;
  const average = meanOf(scores);
  return {
    ...Object.fromEntries(PERCENTILES.map((percentile) => [`p${percentile}`, at(percentile)])),
    avg_score: average === null ? null : asPercent(average),
  };
}

const typeOf = (told: readonly EvaluationResult[]): string =>
  told.find(({ outputType }) => outputType !== "")?.outputType ?? "score";

function summaryOf(told: readonly EvaluationResult[]) {
  return [...groupBy(told, ({ templateId }) => templateId)].map(([templateId, all]) => {
    const type = typeOf(all);
    const scored = all.filter(({ outcome }) => outcome === "scored");
    const {
      pass_rate: rate,
      pass_rate_interval: passing,
      average,
      average_interval: interval,
    } = evaluationRates(scored);
    return {
      id: templateId,
      name: all[0]?.templateName ?? "",
      output_type: type,
      result: [...groupBy(all, ({ bindingId }) => bindingId)].map(([bindingId, own]) => ({
        id: bindingId,
        name: own[0]?.name ?? "",
        ...coverageOf(own),
        output: outputOf(
          type,
          own.filter(({ outcome }) => outcome === "scored"),
        ),
      })),
      total_pass_rate: rate === null ? null : asPercent(rate),
      total_pass_rate_interval: passing && { low: asPercent(passing.low), high: asPercent(passing.high) },
      average: average === null ? null : rounded(average),
      average_interval: interval && { low: rounded(interval.low), high: rounded(interval.high) },
    };
  });
}

/** Executions of a run test, optionally by the client's ids. Throws `not_found` for an unknown id. */
async function executionsOf(
  db: Database,
  scope: Parameters<typeof ownExecutions>[0],
  runTestId: string,
  ids: readonly string[] | null,
): Promise<string[]> {
  const rows = await db
    .select({ id: testExecutions.id })
    .from(testExecutions)
    .where(
      and(
        ownExecutions(scope),
        eq(testExecutions.runTestId, runTestId),
        ids ? inArray(testExecutions.id, [...ids]) : undefined,
      ),
    );
  if (ids && rows.length < new Set(ids).size) throw notFound("Test execution not found.");
  return rows.map(({ id }) => id);
}

export const getEvalSummary: Verb<typeof runContracts.getEvalSummary> = async ({ db, caller }, input) => {
  const run = await runTestInWorkspace(db, caller, input.run_test_id);
  const ids = await executionsOf(db, caller, run.id, input.execution_id ? [input.execution_id.toLowerCase()] : null);
  return summaryOf(await toldIn(db, ids));
};

const MAX_OF_VERSION = 20;

export const getVersionEvalSummary: Verb<typeof agentContracts.getVersionEvalSummary> = async (
  { db, caller },
  input,
) => {
  const version = await versionOfAgent(db, await agentInWorkspace(db, caller, input.agent_id), input.version_id);
  const newest = await db
    .select({ id: testExecutions.id })
    .from(testExecutions)
    .where(and(ownExecutions(caller), eq(testExecutions.agentVersionId, version.id)))
    .orderBy(desc(testExecutions.createdAt), desc(testExecutions.id))
    .limit(MAX_OF_VERSION);
  return summaryOf(
    await toldIn(
      db,
      newest.map(({ id }) => id),
    ),
  );
};

const MAX_COMPARED = 20;

export const compareEvalSummaries: Verb<typeof runContracts.compareEvalSummaries> = async ({ db, caller }, input) => {
  const run = await runTestInWorkspace(db, caller, input.run_test_id);
  const ids = [...new Set(input.execution_ids.match(/[0-9a-fA-F-]{36}/g)?.map((id) => id.toLowerCase()) ?? [])];
  if (ids.length === 0 || ids.length > MAX_COMPARED || ids.some((id) => !uuid.safeParse(id).success))
    throw invalidField("execution_ids", `Must name 1 to ${MAX_COMPARED} executions by their ids.`);
  await executionsOf(db, caller, run.id, ids);
  const summaries = await Promise.all(ids.map(async (id) => [id, summaryOf(await toldIn(db, [id]))] as const));
  return Object.fromEntries(summaries);
};

/** Trials of each row that count. */
async function trialsOf(db: Database, executionId: string): Promise<Trials[]> {
  return db
    .select({
      passed: sql<number>`count(*) filter (where ${callExecutions.verdict} = 'passed')::int`,
      counted: sql<number>`count(*)::int`,
    })
    .from(callExecutions)
    .where(and(live([executionId]), inArray(callExecutions.verdict, ["passed", "failed"])))
    .groupBy(callExecutions.scenarioId, callExecutions.rowId);
}

export const getExecutionKpis: Verb<typeof contracts.getExecutionKpis> = async (
  { db, caller },
  { test_execution_id },
) => {
  const execution = await executionInWorkspace(db, caller, test_execution_id);
  const metric = (name: string) => sql<number | null>`avg((${callExecutions.metrics}->>${name}::text)::float8)`;
  const [[figures], sides, kinds, causes, trials, told, spoken] = await Promise.all([
    db
      .select({
        score: sql<number | null>`avg(${callExecutions.overallScore})`,
        duration: sql<number>`coalesce(sum(extract(epoch from ${callExecutions.endedAt} - ${callExecutions.startedAt})), 0)::float8`,
        total: metric("total_tokens"),
        input: metric("input_tokens"),
        output: metric("output_tokens"),
        latency: metric("avg_latency_ms"),
        turns: metric("turn_count"),
        csat: metric("csat_score"),
      })
      .from(callExecutions)
      .where(live([execution.id])),
    countsBy(db, execution.id, "fault_side"),
    countsBy(db, execution.id, "fault_kind"),
    countsBy(db, execution.id, "cause"),
    trialsOf(db, execution.id),
    toldIn(db, [execution.id]),
    speechAverages(db, execution),
  ]);
  const attempted = execution.totalCalls - execution.pendingCalls;
  const connected = execution.ongoingCalls + execution.analyzingCalls + execution.completedCalls;
  const averages = [...groupBy(told, ({ bindingId }) => bindingId)].map(([, own]) => [
    `avg_${(own[0]?.name ?? "").toLowerCase().replaceAll(/\W+/g, "_")}`,
    meanOf(own.flatMap(({ outcome, score }) => (outcome === "scored" && score !== null ? [score] : []))),
  ]);
  const number = (value: number | null | undefined) => (value == null ? null : Number(value));
  return {
    total_calls: execution.totalCalls,
    avg_score: number(figures?.score),
    avg_response: figures?.latency == null ? null : Number(figures.latency) / 1000,
    calls_attempted: attempted,
    connected_calls: connected,
    calls_connected_percentage: attempted === 0 ? 0 : asPercent(connected / attempted),
    failed_calls: execution.failedCalls,
    total_duration: Number(figures?.duration ?? 0),
    agent_type: execution.pinned.agent.type,
    is_inbound: execution.pinned.agent.snapshot.inbound !== false,
    scenario_graphs: Object.fromEntries(
      Object.entries(execution.pinned.scenarios).map(([id, { graph }]) => [id, graph]),
    ),
    avg_total_tokens: number(figures?.total),
    avg_input_tokens: number(figures?.input),
    avg_output_tokens: number(figures?.output),
    avg_chat_latency_ms: number(figures?.latency),
    avg_turn_count: number(figures?.turns),
    avg_csat_score: number(figures?.csat),
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
    ...Object.fromEntries(averages),
  };
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
    .where(live([execution.id]))
    .groupBy(callExecutions.scenarioId);
  const counted = execution.passedCalls + execution.failingCalls;
  const rate = counted === 0 ? null : asPercent(execution.passedCalls / counted);
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
  const settings = runSettings.parse(execution.settings);
  const counts = {
    total: execution.totalCalls,
    open: execution.pendingCalls + execution.ongoingCalls + execution.analyzingCalls,
    passed: execution.passedCalls,
    failed: execution.failingCalls,
    excluded: execution.excludedCalls,
    unscored: execution.unscoredCalls,
  };
  const isOver = isExecutionOver(execution.status);
  const verdict = runVerdict(counts, { passRate: settings.pass_rate, coverage: settings.coverage }, isOver);
  const told = await toldIn(db, [execution.id]);
  return {
    execution_id: execution.id,
    run_test_id: execution.runTestId,
    status: execution.status,
    done: isOver,
    passed: verdict.passed,
    reason: verdict.reason,
    ...passRate(execution),
    coverage: verdict.coverage,
    thresholds: { pass_rate: settings.pass_rate, coverage: settings.coverage },
    calls: counts,
    evaluations: [...groupBy(told, ({ bindingId }) => bindingId)].map(([bindingId, own]) => {
      return {
        id: bindingId,
        name: own[0]?.name ?? "",
        ...evaluationRates(own.filter(({ outcome }) => outcome === "scored")),
        ...coverageOf(own),
      };
    }),
    ...spentOf(execution),
  };
};

const MAX_PAIRS = 500;

interface Side {
  id: string;
  scenarioId: string;
  rowId: string | null;
  repeat: number;
  verdict: CallVerdict | null;
}

const sidesOf = (db: Database, executionId: string): Promise<Side[]> =>
  db
    .select({
      id: callExecutions.id,
      scenarioId: callExecutions.scenarioId,
      rowId: callExecutions.rowId,
      repeat: callExecutions.repeat,
      verdict: callExecutions.verdict,
    })
    .from(callExecutions)
    .where(live([executionId]))
    .orderBy(asc(callExecutions.number));

const keyOf = ({ scenarioId, rowId, repeat }: Side): string => `${scenarioId} ${rowId ?? ""} ${repeat}`;
const counts = (verdict: CallVerdict | null): boolean => verdict === "passed" || verdict === "failed";
const boundsOf = (interval: { low: number; high: number } | null) =>
  interval && { low: interval.low, high: interval.high };

export const compareExecutions: Verb<typeof contracts.compareExecutions> = async ({ db, caller }, input) => {
  const execution = await executionInWorkspace(db, caller, input.test_execution_id);
  const baseline = await executionInWorkspace(db, caller, input.baseline_id);
  const [own, others, told, toldBefore] = await Promise.all([
    sidesOf(db, execution.id),
    sidesOf(db, baseline.id),
    toldIn(db, [execution.id]),
    toldIn(db, [baseline.id]),
  ]);
  const before = new Map(others.map((side) => [keyOf(side), side]));
  const pairs = own.flatMap((side) => {
    const twin = before.get(keyOf(side));
    return twin ? [{ twin, side }] : [];
  });
  const counted = pairs.filter(({ twin, side }) => counts(twin.verdict) && counts(side.verdict));
  const bit = ({ verdict }: Side) => (verdict === "passed" ? 1 : 0);
  const seed = `${baseline.id} ${execution.id}`;
  const passing = comparePairs(
    counted.map(({ twin, side }) => ({ pairs: 1, first: bit(twin), second: bit(side) })),
    seed,
  );
  const isFlipped = ({ twin, side }: (typeof pairs)[number]) =>
    counts(twin.verdict) && counts(side.verdict) && twin.verdict !== side.verdict;
  const shown = pairs.toSorted((one, other) => Number(isFlipped(other)) - Number(isFlipped(one))).slice(0, MAX_PAIRS);
  const about = await aboutCalls(
    db,
    shown.map(({ side }) => side.id),
  );
  return {
    execution_id: execution.id,
    baseline_id: baseline.id,
    differences: differencesOf(baseline, execution),
    pairs: counted.length,
    unpaired: own.length + others.length - 2 * pairs.length,
    passing: {
      baseline_rate: passing.first,
      rate: passing.second,
      difference: passing.difference,
      interval: boundsOf(passing.interval),
      improved: passing.rises,
      worsened: passing.falls,
      p_value: passing.test?.p ?? null,
    },
    evaluations: comparedEvaluations(pairs, toldBefore, told, seed),
    calls: shown.map((pair) => ({
      scenario: execution.pinned.scenarios[pair.side.scenarioId]?.name ?? "",
      scenario_id: pair.side.scenarioId,
      row_id: pair.side.rowId,
      about: about.get(pair.side.id) ?? "",
      repeat: pair.side.repeat,
      baseline_call_id: pair.twin.id,
      call_id: pair.side.id,
      baseline_verdict: pair.twin.verdict,
      verdict: pair.side.verdict,
      flipped: isFlipped(pair),
    })),
  };
};

const LONGEST_ABOUT = 200;

/** A short text that distinguishes calls of one scenario. */
async function aboutCalls(db: Database, callIds: readonly string[]): Promise<Map<string, string>> {
  if (callIds.length === 0) return new Map();
  const rows = await db
    .select({ id: callExecutions.id, row: callExecutions.row })
    .from(callExecutions)
    .where(inArray(callExecutions.id, [...callIds]));
  return new Map(
    rows.map((call) => {
      const { situation = "" } = cellsOf(call);
      return [call.id, (situation.trim() || customerName(call) || "").slice(0, LONGEST_ABOUT)];
    }),
  );
}

function comparedEvaluations(
  pairs: readonly { twin: Side; side: Side }[],
  before: readonly EvaluationResult[],
  after: readonly EvaluationResult[],
  seed: string,
) {
  const scoresOf = (told: readonly EvaluationResult[]) =>
    new Map(
      told.flatMap(({ callId, outcome, score }) =>
        outcome === "scored" && score !== null ? [[callId, score] as const] : [],
      ),
    );
  const earlier = groupBy(before, ({ bindingId }) => bindingId);
  return [...groupBy(after, ({ bindingId }) => bindingId)].flatMap(([bindingId, own]) => {
    const theirs = earlier.get(bindingId);
    if (!theirs) return [];
    const [first, second] = [scoresOf(theirs), scoresOf(own)];
    const groups = pairs.flatMap(({ twin, side }) => {
      const [one, other] = [first.get(twin.id), second.get(side.id)];
      return one === undefined || other === undefined ? [] : [{ pairs: 1, first: one, second: other }];
    });
    const compared = comparePairs(groups, seed);
    return [
      {
        id: bindingId,
        name: own[0]?.name ?? "",
        pairs: groups.length,
        comparable: theirs[0]?.templateId === own[0]?.templateId,
        baseline_mean: compared.first,
        mean: compared.second,
        difference: compared.difference,
        interval: boundsOf(compared.interval),
        p_value: compared.test?.p ?? null,
      },
    ];
  });
}

function differencesOf(baseline: ExecutionRow, execution: ExecutionRow): string[] {
  const [one, other] = [baseline.pinned.agent, execution.pinned.agent];
  const [before, after] = [baseline, execution].map(
    (row) => new Map<string, unknown>(Object.entries(runSettings.parse(row.settings))),
  );
  const settings = [...(after ?? [])].flatMap(([name, value]) =>
    JSON.stringify(before?.get(name)) === JSON.stringify(value) ? [] : name,
  );
  return [
    ...(one.id === other.id ? [] : [`agent: ${one.name} and ${other.name}`]),
    ...(one.version_id === other.version_id ? [] : [`agent version: v${one.version} and v${other.version}`]),
    ...settings.map((name) => `settings: ${name}`),
  ];
}
