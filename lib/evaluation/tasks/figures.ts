import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Verb } from "@/lib/context";
import type { getEvalTaskFigures as contract } from "@/lib/contracts/evaluation/span-scores";
import { estimateMean, type Sample, type Scale } from "@/lib/estimate";
import { knownCost } from "@/lib/gateway/money/amount";
import { scaleOf } from "../templates/rules/score";
import { evaluationsOf, taskInOrganization } from "./loaders";

const SHOWN_REASONS = 20;
const REASON_CHARACTERS = 200;

const daysFrom = (first: Date, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(first.getTime() + index * 86_400_000).toISOString().slice(0, 10),
  );

interface Row extends Record<string, unknown> {
  evaluation_id: string;
  day: string | null;
  open: number;
  scored: number;
  unscored: number;
  error: number;
  passed: number;
  failed: number;
  cost: string | number;
  unpriced: number;
}

interface SampleRow extends Record<string, unknown> {
  evaluation_id: string;
  /** Empty for all days together. */
  day: string;
  values: number;
  clusters: number;
  mean: number;
  squares: number;
  count_squares: number;
  is_binary: boolean;
  is_share: boolean;
}

const nothing = { values: 0, clusters: 0, mean: 0, squares: 0, isBinary: true, isShare: true };
const none = { open: 0, scored: 0, unscored: 0, error: 0, passed: 0, failed: 0 };

/** The figures of several rows together, with the mean of their scores. */
function figuresOf(rows: readonly Row[], sample: Omit<Sample, "scale"> | undefined, scale: Scale) {
  const total = (name: keyof typeof none) => rows.reduce((sum, row) => sum + row[name], 0);
  const { mean, interval, reason } = estimateMean({ ...(sample ?? nothing), scale });
  const unpriced = rows.reduce((all, row) => all + row.unpriced, 0);
  return {
    open: total("open"),
    scored: total("scored"),
    unscored: total("unscored"),
    error: total("error"),
    passed: total("passed"),
    failed: total("failed"),
    mean,
    interval,
    interval_reason: reason,
    cost_micros: knownCost({ costMicros: rows.reduce((all, row) => all + Number(row.cost), 0), unpriced }),
    unpriced_calls: unpriced,
  };
}

export const getEvalTaskFigures: Verb<typeof contract> = async ({ db, caller, now }, { task_id, days }) => {
  const task = await taskInOrganization(db, caller.organizationId, task_id);
  const today = new Date(`${now().toISOString().slice(0, 10)}T00:00:00.000Z`);
  const since = new Date(today.getTime() - (days - 1) * 86_400_000);
  const [evaluations, rows, samples, reasons] = await Promise.all([
    evaluationsOf(db, [task.id]),
    rowsOf(db, task.id, since),
    samplesOf(db, task.id, since),
    reasonsOf(db, task.id, since),
  ]);
  return {
    since: since.toISOString(),
    evaluations: evaluations.map(({ id, name, template }) => {
      const own = rows.filter(({ evaluation_id }) => evaluation_id === id);
      const { output } = template.version.definition;
      const sample = (day: string) => samples.get(`${id} ${day}`);
      return {
        id,
        name,
        output_type: output,
        total: figuresOf(own, sample(""), scaleOf(output)),
        days: daysFrom(since, days).map((day) => ({
          day,
          ...figuresOf(
            own.filter((row) => row.day === day),
            sample(day),
            scaleOf(output),
          ),
        })),
      };
    }),
    reasons: [...reasons],
  };
};

const rowsOf = (db: Database, taskId: string, since: Date) =>
  db.execute<Row>(sql`
    select evaluation_id, to_char(scored_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      (count(*) filter (where outcome is null))::int as open,
      (count(*) filter (where outcome = 'scored'))::int as scored,
      (count(*) filter (where outcome = 'unscored'))::int as unscored,
      (count(*) filter (where outcome = 'error'))::int as error,
      (count(*) filter (where passed))::int as passed, (count(*) filter (where not passed))::int as failed,
      coalesce(sum(cost_micros), 0) as cost, sum(unpriced)::int as unpriced
    from eval_span_scores
    where task_id = ${taskId}::uuid and (scored_at >= ${since.toISOString()}::timestamptz or scored_at is null)
    group by 1, 2`);

/** The data for means and intervals, by evaluation and day and for all days. Spans of one trace are not independent. */
async function samplesOf(db: Database, taskId: string, since: Date): Promise<Map<string, Omit<Sample, "scale">>> {
  const rows = await db.execute<SampleRow>(sql`
    with scores as (
      select evaluation_id, trace_id, score, to_char(scored_at at time zone 'UTC', 'YYYY-MM-DD') as day from eval_span_scores
      where task_id = ${taskId}::uuid and scored_at >= ${since.toISOString()}::timestamptz and outcome = 'scored'
        and score is not null
    ), clusters as (
      select evaluation_id, coalesce(day, '') as day, count(*)::double precision as n, sum(score) as total,
        bool_and(score in (0, 1)) as bits, bool_and(score between 0 and 1) as shares
      from scores group by grouping sets ((evaluation_id, trace_id, day), (evaluation_id, trace_id))
    ), wholes as (
      select evaluation_id, day, sum(total) / sum(n) as mean from clusters group by evaluation_id, day
    )
    select evaluation_id, day, sum(n) as values, count(*)::int as clusters, max(mean) as mean,
      sum((total - n * mean) ^ 2) as squares, sum(n ^ 2) as count_squares, bool_and(bits) as is_binary, bool_and(shares) as is_share
    from clusters join wholes using (evaluation_id, day) group by evaluation_id, day`);
  return new Map(
    rows.map(({ evaluation_id, day, is_binary, is_share, count_squares, ...sample }) => [
      `${evaluation_id} ${day}`,
      { ...sample, countSquares: count_squares, isBinary: is_binary, isShare: is_share },
    ]),
  );
}

const reasonsOf = (db: Database, taskId: string, since: Date) =>
  db.execute<{ evaluation_id: string; outcome: "unscored" | "error"; reason: string; count: number }>(sql`
    select evaluation_id, outcome, left(reason, ${REASON_CHARACTERS}) as reason, count(*)::int as count
    from eval_span_scores
    where task_id = ${taskId}::uuid and scored_at >= ${since.toISOString()}::timestamptz
      and outcome in ('unscored', 'error') and reason is not null
    group by 1, 2, 3 order by count(*) desc, reason limit ${SHOWN_REASONS}`);
