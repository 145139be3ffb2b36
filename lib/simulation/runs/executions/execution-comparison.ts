// Compares an execution with a baseline, call by call.
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callExecutions } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type { CallVerdict } from "@/lib/contracts/simulation/call-names";
import type * as contracts from "@/lib/contracts/simulation/runs/execution-comparison";
import { wholeCost } from "@/lib/evaluation/judge/spend";
import { usdOf } from "@/lib/gateway/money/amount";
import { groupBy } from "@/lib/group-by";
import { executionInWorkspace } from "../loaders";
import { cellsOf, customerName } from "../play/customer";
import { type CallFigures, compareFigures } from "../rules/compared-figures";
import { boundsOf, comparedRows, type TrialPair } from "../rules/paired-rows";
import { type AnswerLatency, answerLatency } from "./answer-latency";
import { type EvaluationResult, evaluationResults } from "./evaluation-results";
import { differencesOf } from "./pinned-differences";

const MAX_PAIRS = 500;

interface Side {
  id: string;
  scenarioId: string;
  rowId: string | null;
  repeat: number;
  verdict: CallVerdict | null;
  metrics: Record<string, number | null>;
  costMicros: number;
  unpriced: number;
}

const sidesOf = (db: Database, executionId: string): Promise<Side[]> =>
  db
    .select({
      id: callExecutions.id,
      scenarioId: callExecutions.scenarioId,
      rowId: callExecutions.rowId,
      repeat: callExecutions.repeat,
      verdict: callExecutions.verdict,
      metrics: callExecutions.metrics,
      costMicros: callExecutions.costMicros,
      unpriced: callExecutions.unpriced,
    })
    .from(callExecutions)
    .where(and(eq(callExecutions.executionId, executionId), isNull(callExecutions.deletedAt)))
    .orderBy(asc(callExecutions.number));

const keyOf = ({ scenarioId, rowId, repeat }: Side): string => `${scenarioId} ${rowId ?? ""} ${repeat}`;
const counts = ({ verdict }: Side): boolean => verdict === "passed" || verdict === "failed";

/** The same trial of a row, played in both executions. */
interface Pair {
  twin: Side;
  side: Side;
}

function pairsOf(baseline: readonly Side[], own: readonly Side[]): Pair[] {
  const before = new Map(baseline.map((side) => [keyOf(side), side]));
  return own.flatMap((side) => {
    const twin = before.get(keyOf(side));
    return twin ? [{ twin, side }] : [];
  });
}

const isDecided = ({ twin, side }: Pair): boolean => counts(twin) && counts(side);
const isFlipped = (pair: Pair): boolean => isDecided(pair) && pair.twin.verdict !== pair.side.verdict;

export const compareExecutions: Verb<typeof contracts.compareExecutions> = async ({ db, caller }, input) => {
  const execution = await executionInWorkspace(db, caller, input.test_execution_id);
  const baseline = await executionInWorkspace(db, caller, input.baseline_id);
  const [own, others, results, resultsBefore, latency, latencyBefore] = await Promise.all([
    sidesOf(db, execution.id),
    sidesOf(db, baseline.id),
    evaluationResults(db, [execution.id]),
    evaluationResults(db, [baseline.id]),
    answerLatency(db, execution.id),
    answerLatency(db, baseline.id),
  ]);
  const pairs = pairsOf(others, own);
  const decided = pairs.filter(isDecided);
  const shown = pairs.toSorted((one, other) => Number(isFlipped(other)) - Number(isFlipped(one))).slice(0, MAX_PAIRS);
  const about = await aboutCalls(
    db,
    shown.map(({ side }) => side.id),
  );
  return {
    execution_id: execution.id,
    baseline_id: baseline.id,
    differences: differencesOf(baseline, execution),
    pairs: decided.length,
    unpaired: own.length + others.length - 2 * pairs.length,
    passing: comparedVerdicts(decided),
    evaluations: comparedEvaluations(pairs, resultsBefore, results),
    figures: compareFigures(decided.map(figuresPair)),
    answer_latency: presentLatency(latencyBefore, latency),
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

const trialOf = ({ side: { scenarioId, rowId } }: Pair, first: number, second: number): TrialPair => ({
  scenarioId,
  rowId,
  first,
  second,
});

const figuresOf = ({ metrics, ...spend }: Side): CallFigures => ({
  avg_latency_ms: metrics.avg_latency_ms ?? null,
  turn_count: metrics.turn_count ?? null,
  total_tokens: metrics.total_tokens ?? null,
  cost_usd: usdOf(wholeCost(spend)),
});

const figuresPair = ({ twin, side }: Pair) => ({
  scenarioId: side.scenarioId,
  rowId: side.rowId,
  first: figuresOf(twin),
  second: figuresOf(side),
});

const presentLatency = (baseline: AnswerLatency, own: AnswerLatency) => ({
  baseline_p50_ms: baseline.p50,
  p50_ms: own.p50,
  baseline_p95_ms: baseline.p95,
  p95_ms: own.p95,
});

function comparedVerdicts(decided: readonly Pair[]) {
  const bit = ({ verdict }: Side) => (verdict === "passed" ? 1 : 0);
  const passing = comparedRows(
    decided.map((pair) => trialOf(pair, bit(pair.twin), bit(pair.side))),
    "unit",
  );
  return {
    baseline_rate: passing.first,
    rate: passing.second,
    difference: passing.difference,
    interval: boundsOf(passing.interval),
    improved: passing.rises,
    worsened: passing.falls,
    p_value: passing.test?.p ?? null,
  };
}

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
  pairs: readonly Pair[],
  before: readonly EvaluationResult[],
  after: readonly EvaluationResult[],
) {
  const scoresOf = (results: readonly EvaluationResult[]) =>
    new Map(
      results.flatMap(({ callId, outcome, score }) =>
        outcome === "scored" && score !== null ? [[callId, score] as const] : [],
      ),
    );
  const earlier = groupBy(before, ({ bindingId }) => bindingId);
  return [...groupBy(after, ({ bindingId }) => bindingId)].flatMap(([bindingId, own]) => {
    const theirs = earlier.get(bindingId);
    if (!theirs) return [];
    const scale = [...theirs, ...own].some((one) => one.scale === "number") ? "number" : "unit";
    const [first, second] = [scoresOf(theirs), scoresOf(own)];
    const trials = pairs.flatMap((pair) => {
      const [one, other] = [first.get(pair.twin.id), second.get(pair.side.id)];
      return one === undefined || other === undefined ? [] : [trialOf(pair, one, other)];
    });
    const compared = comparedRows(trials, scale);
    return [
      {
        id: bindingId,
        name: own[0]?.name ?? "",
        pairs: trials.length,
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
