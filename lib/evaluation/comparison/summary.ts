// The results of a run: every figure with the data behind it.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/run-summary";
import { estimateMean } from "@/lib/estimate";
import { knownCost } from "@/lib/gateway/money/amount";
import { groupBy } from "@/lib/group-by";
import { type Calibrated, calibratedJudges, gateOf, presentCorrected } from "../calibration/corrected";
import { readableOf } from "../calibration/loaders";
import { type RunRow, runWithEvaluations } from "./loaders";
import { type Moments, momentsOf } from "./moments";
import { presentCoverage, presentEstimate, presentPinned } from "./present";

const MOST_LISTED = 20;
const BINS = 10;

export const getEvalRunSummary: Verb<typeof contracts.getEvalRunSummary> = async ({ db, caller }, { run_id: id }) => {
  const { run, evaluations } = await runWithEvaluations(db, caller.organizationId, id);
  const ids = evaluations.map((evaluation) => evaluation.id);
  const [moments, bins, labels, problems, repeats, judges] = await Promise.all([
    momentsOf(db, ids),
    distributionsOf(db, ids),
    labelsOf(db, ids),
    problemsOf(db, ids),
    repeatsOf(db, ids),
    calibratedJudges(db, caller.organizationId, evaluations),
  ]);
  const unnumbered = evaluations
    .filter(({ id, scored }) => scored > 0 && rowsIn(moments(id)) === 0)
    .map(({ id }) => id);
  const rows = await rowsOf(db, unnumbered);
  const calibrationOf = hasEnded(run) ? await gatesOf(db, caller, [...judges.values()]) : () => null;
  return {
    run_id: run.id,
    status: run.status,
    evaluations: evaluations.map((evaluation) => {
      const { score, pass } = moments(evaluation.id);
      const passed = estimateMean(pass);
      const judge = judges.get(evaluation.id);
      return {
        ...presentPinned(evaluation),
        is_judged: judge !== undefined,
        coverage: presentCoverage(evaluation),
        rows: rows.get(evaluation.id) ?? rowsIn({ score, pass }),
        score: presentEstimate(estimateMean(score)),
        pass_rate: presentEstimate(passed),
        corrected: judge === undefined ? null : presentCorrected(judge, passed, pass),
        calibration: judge ? calibrationOf(judge) : null,
        distribution: presentBins(bins.get(evaluation.id) ?? []),
        labels: (labels.get(evaluation.id) ?? []).map(({ label, cells }) => ({ label, cells })),
        problems: (problems.get(evaluation.id) ?? []).map(({ outcome, reason, cells }) => ({ outcome, reason, cells })),
        repeats: repeats(evaluation.id),
        cost_micros: knownCost(evaluation),
        unpriced_calls: evaluation.unpriced,
      };
    }),
  };
};

const rowsIn = ({ score, pass }: Moments): number => Math.max(score.clusters, pass.clusters);

/** How many rows have labels without a score; these have no moments. */
async function rowsOf(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db.execute<{ evaluation_id: string; rows: number }>(sql`
    select evaluation_id, count(distinct row_id)::int as rows from eval_run_cells
    where ${ofThese(ids)} and outcome = 'scored' group by evaluation_id`);
  return new Map(rows.map((row) => [row.evaluation_id, row.rows]));
}

const hasEnded = ({ status }: RunRow): boolean => status !== "pending" && status !== "running";

/**
 * Each calibration's gate, for callers who can read it. Left out while a run is in progress, because its summary is
 * polled.
 */
async function gatesOf(db: Database, caller: Caller, judges: readonly (Calibrated | null)[]) {
  const ids = judges.flatMap((judge) => judge?.calibration.id ?? []);
  const readable = await readableOf(db, caller, ids);
  return (judge: Calibrated) => {
    const { id, createdAt } = judge.calibration;
    return readable.has(id) ? { id, created_at: createdAt.toISOString(), ...gateOf(judge) } : null;
  };
}

const ofThese = (ids: readonly string[]) => sql`evaluation_id = any(${textArray(ids)}::uuid[])`;

interface Bin extends Record<string, unknown> {
  evaluation_id: string;
  low: number;
  high: number;
  bin: number;
  cells: number;
}

/** From 0 to 1 if all scores lie there, else from the lowest to the highest. */
async function distributionsOf(db: Database, ids: readonly string[]): Promise<Map<string, Bin[]>> {
  const rows = await db.execute<Bin>(sql`
    with scored as (
      select evaluation_id, score from eval_run_cells where ${ofThese(ids)} and outcome = 'scored' and score is not null
    ), ends as (
      select evaluation_id, case when min(score) >= 0 and max(score) <= 1 then 0 else min(score) end as low,
        case when min(score) >= 0 and max(score) <= 1 then 1 else max(score) end as high
      from scored group by evaluation_id
    )
    select evaluation_id, low, high, count(*)::int as cells,
      case when high = low then 0 else least(${BINS - 1}, floor((score - low) / (high - low) * ${BINS}))::int end as bin
    from scored join ends using (evaluation_id) group by evaluation_id, low, high, bin`);
  return groupBy(rows, (row) => row.evaluation_id);
}

function presentBins(bins: readonly Bin[]) {
  const [any] = bins;
  if (!any) return [];
  const { low, high } = any;
  if (low === high) return [{ from: low, to: high, cells: any.cells }];
  return Array.from({ length: BINS }, (_, bin) => ({
    from: low + ((high - low) * bin) / BINS,
    to: low + ((high - low) * (bin + 1)) / BINS,
    cells: bins.find((one) => one.bin === bin)?.cells ?? 0,
  }));
}

interface Label extends Record<string, unknown> {
  evaluation_id: string;
  label: string;
  cells: number;
}

async function labelsOf(db: Database, ids: readonly string[]): Promise<Map<string, Label[]>> {
  const rows = await db.execute<Label>(sql`
    select evaluation_id, label, cells from (
      select evaluation_id, left(label, 200) as label, count(*)::int as cells,
        row_number() over (partition by evaluation_id order by count(*) desc, left(label, 200)) as place
      from eval_run_cells where ${ofThese(ids)} and outcome = 'scored' and label is not null
      group by evaluation_id, left(label, 200)) as counted
    where place <= ${MOST_LISTED} order by evaluation_id, place`);
  return groupBy(rows, (row) => row.evaluation_id);
}

interface Problem extends Record<string, unknown> {
  evaluation_id: string;
  outcome: "unscored" | "error";
  reason: string;
  cells: number;
}

async function problemsOf(db: Database, ids: readonly string[]): Promise<Map<string, Problem[]>> {
  const rows = await db.execute<Problem>(sql`
    select evaluation_id, outcome, reason, cells from (
      select evaluation_id, outcome, left(coalesce(reason, ''), 300) as reason, count(*)::int as cells,
        row_number() over (partition by evaluation_id order by count(*) desc, left(coalesce(reason, ''), 300)) as place
      from eval_run_cells where ${ofThese(ids)} and outcome in ('unscored', 'error')
      group by evaluation_id, outcome, left(coalesce(reason, ''), 300)) as counted
    where place <= ${MOST_LISTED} order by evaluation_id, place`);
  return groupBy(rows, (row) => row.evaluation_id);
}

/**
 * How the verdicts (or labels that neither pass nor fail) and scores of one row vary; null if no row was scored twice.
 */
async function repeatsOf(db: Database, ids: readonly string[]) {
  const rows = await db.execute<{ evaluation_id: string; rows: number; flipped: number; deviation: number | null }>(sql`
    select evaluation_id, count(*)::int as rows, count(*) filter (where flipped)::int as flipped,
      sqrt(avg(variance)) as deviation
    from (
      select evaluation_id, row_id, coalesce(bool_or(passed) and not bool_and(passed), count(distinct label) > 1) as flipped, var_samp(score) as variance
      from eval_run_cells where ${ofThese(ids)} and outcome = 'scored'
      group by evaluation_id, row_id having count(*) > 1) as repeated
    group by evaluation_id`);
  return (evaluationId: string) => {
    const row = rows.find((one) => one.evaluation_id === evaluationId);
    return row ? { rows: row.rows, flipped: row.flipped, deviation: row.deviation } : null;
  };
}
