import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Verb } from "@/lib/context";
import type { getEvalTaskFigures as contract } from "@/lib/contracts/evaluation/tasks";
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
  sum: number | null;
  numbers: number;
  cost: string | number;
}

const none = { open: 0, scored: 0, unscored: 0, error: 0, passed: 0, failed: 0 };

/** Of rows together; the mean is that of all their numbers. */
function figuresOf(rows: readonly Row[]) {
  const total = (name: keyof typeof none | "numbers") => rows.reduce((sum, row) => sum + row[name], 0);
  const numbers = total("numbers");
  const sum = rows.reduce((all, row) => all + (row.sum ?? 0), 0);
  return {
    open: total("open"),
    scored: total("scored"),
    unscored: total("unscored"),
    error: total("error"),
    passed: total("passed"),
    failed: total("failed"),
    mean: numbers > 0 ? sum / numbers : null,
    cost_micros: rows.reduce((all, row) => all + Number(row.cost), 0),
  };
}

export const getEvalTaskFigures: Verb<typeof contract> = async ({ db, caller, now }, { task_id, days }) => {
  const task = await taskInOrganization(db, caller.organizationId, task_id);
  const today = new Date(`${now().toISOString().slice(0, 10)}T00:00:00.000Z`);
  const since = new Date(today.getTime() - (days - 1) * 86_400_000);
  const [evaluations, rows, reasons] = await Promise.all([
    evaluationsOf(db, [task.id]),
    rowsOf(db, task.id, since),
    reasonsOf(db, task.id, since),
  ]);
  return {
    since: since.toISOString(),
    evaluations: evaluations.map(({ id, name, template }) => {
      const own = rows.filter(({ evaluation_id }) => evaluation_id === id);
      return {
        id,
        name,
        output_type: template.version.definition.output,
        total: figuresOf(own),
        days: daysFrom(since, days).map((day) => ({ day, ...figuresOf(own.filter((row) => row.day === day)) })),
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
      sum(score) filter (where outcome = 'scored') as sum, (count(score) filter (where outcome = 'scored'))::int as numbers,
      coalesce(sum(cost_micros), 0) as cost
    from eval_span_scores
    where task_id = ${taskId}::uuid and (scored_at >= ${since.toISOString()}::timestamptz or scored_at is null)
    group by 1, 2`);

const reasonsOf = (db: Database, taskId: string, since: Date) =>
  db.execute<{ evaluation_id: string; outcome: "unscored" | "error"; reason: string; count: number }>(sql`
    select evaluation_id, outcome, left(reason, ${REASON_CHARACTERS}) as reason, count(*)::int as count
    from eval_span_scores
    where task_id = ${taskId}::uuid and scored_at >= ${since.toISOString()}::timestamptz
      and outcome in ('unscored', 'error') and reason is not null
    group by 1, 2, 3 order by count(*) desc, reason limit ${SHOWN_REASONS}`);
