// The rows of experiments side by side, those that got worse first.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/experiments/comparison";
import type { CellOutcome } from "@/lib/contracts/evaluation/names";
import { rowNumber } from "@/lib/datasets/rules/row-number";
import { columnIdsOf, rowsOf } from "@/lib/datasets/versions/rows-at";
import { invalidField } from "@/lib/errors";
import { assertPage, pageRange } from "@/lib/pages";
import { hasCost } from "../runs/rules/output-costs";
import { differenceOf, LEAST_CHANGE } from "../statistics/difference";
import { type Experiment, experimentsInOrganization } from "./loaders";
import { metricsOf } from "./metrics";

type Change = Parameters<Verb<typeof contracts.compareExperimentRows>>[1]["change"];

/** `worst` and `best` are the smallest and greatest difference of a row from the first experiment. */
const conditions: Record<Change, SQL> = {
  all: sql`true`,
  falls: sql`worst < ${-LEAST_CHANGE}`,
  rises: sql`best > ${LEAST_CHANGE}`,
};

interface FoundRow extends Record<string, unknown> {
  row_id: string;
  order: number | null;
  cells: Record<string, string> | null;
  all: number;
}

export const compareExperimentRows: Verb<typeof contracts.compareExperimentRows> = async ({ db, caller }, input) => {
  const experiments = await experimentsInOrganization(db, caller.organizationId, input.experiment_ids);
  const metrics = metricsOf(experiments);
  const metric = metrics[input.metric];
  if (!metric) throw invalidField("metric", `The experiments have ${metrics.length} evaluations.`);
  const sides = experiments.map((experiment, index) => ({
    experiment,
    evaluationId: metric.evaluations[index]?.id ?? null,
  }));
  const { page, limit, offset } = pageRange(input);
  const rows = await foundRows(db, sides, conditions[input.change], { limit, offset });
  const count = rows[0]?.all ?? 0;
  assertPage(page, limit, page > 1 && rows.length === 0 ? 0 : count);
  const values = await valuesOf(
    db,
    sides,
    rows.map(({ row_id }) => row_id),
  );
  const results = rows.map(({ row_id, order, cells }) => {
    const own = sides.map((side) => values.get(`${side.experiment.task.id} ${row_id}`));
    const base = own[0]?.score ?? null;
    return {
      row_id,
      position: order === null ? null : rowNumber(order),
      cells: cells ?? {},
      values: sides.map(({ experiment }, index) => {
        const { passes = null, score = null, cost_micros = null, ...value } = own[index] ?? {};
        return {
          ...nothing,
          ...value,
          experiment_id: experiment.run.id,
          cost_micros: hasCost(experiment.run.task, experiment.task) ? cost_micros : null,
          score,
          passed: passes === null || passes === 0.5 ? null : passes > 0.5,
          difference:
            index === 0 || score === null || base === null ? null : differenceOf({ first: base, second: score }),
        };
      }),
    };
  });
  return { count, page, limit, results };
};

interface Side {
  experiment: Experiment;
  evaluationId: string | null;
}

/** A page of the rows that any of the experiments has. */
async function foundRows(
  db: Database,
  [first, ...others]: readonly Side[],
  condition: SQL,
  { limit, offset }: { limit: number; offset: number },
): Promise<FoundRow[]> {
  if (!first) return [];
  const tasks = textArray([first, ...others].map(({ experiment }) => experiment.task.id));
  const evaluations = textArray(others.flatMap(({ evaluationId }) => evaluationId ?? []));
  const { run } = first.experiment;
  const versionRows = rowsOf({ id: run.datasetId, organizationId: run.organizationId }, run.datasetVersionId);
  const rows = await db.execute<FoundRow>(sql`
    with listed as (select distinct row_id from eval_run_cells where evaluation_id = any(${tasks}::uuid[])),
    scores as (
      select evaluation_id, row_id, avg(coalesce(score, passed::int)) filter (where outcome = 'scored') as value
      from eval_run_cells
      where evaluation_id = any(${evaluations}::uuid[]) or evaluation_id = ${first.evaluationId}::uuid
      group by evaluation_id, row_id
    ),
    differences as (
      select other.row_id, min(other.value - base.value) as worst, max(other.value - base.value) as best
      from scores as other join scores as base on base.row_id = other.row_id
        and base.evaluation_id = ${first.evaluationId}::uuid and other.evaluation_id <> base.evaluation_id
      group by other.row_id
    ),
    page as (
      select listed.row_id, row."order", count(*) over ()::int as all,
        row_number() over (order by worst nulls last, row."order", listed.row_id) as nth
      from listed left join differences using (row_id) left join ${versionRows} as row on row.id = listed.row_id
      where ${condition} order by nth limit ${limit} offset ${offset}
    )
    select page.row_id, page."order", page.all, (
      select jsonb_object_agg(cell.key, left(cell.value, 2000))
      from ${versionRows} as row, jsonb_each_text(row.cells) as cell
      where row.id = page.row_id and cell.key in (${columnIdsOf(run.datasetVersionId)})) as cells
    from page order by nth`);
  return [...rows];
}

const nothing = {
  output: null,
  output_outcome: null,
  output_reason: null,
  latency_ms: null,
  cost_micros: null,
  label: null,
  outcome: null,
  reason: null,
};

interface Value extends Record<string, unknown> {
  output: string | null;
  output_outcome: CellOutcome | null;
  output_reason: string | null;
  latency_ms: number | null;
  cost_micros: number | null;
  score: number | null;
  passes: number | null;
  label: string | null;
  outcome: CellOutcome | null;
  reason: string | null;
}

/** The first trial's output with its result, and the mean of all trials: by the task's id and the row's. */
async function valuesOf(db: Database, sides: readonly Side[], rowIds: readonly string[]): Promise<Map<string, Value>> {
  const found = await Promise.all(
    sides.map(async ({ experiment: { task }, evaluationId }) => {
      const rows = await db.execute<Value & { row_id: string }>(sql`
        select answer.row_id, left(answer.output #>> '{}', 20000) as output, answer.outcome as output_outcome,
          left(answer.reason, 2000) as output_reason, answer.latency_ms, answer.cost_micros::float8 as cost_micros,
          scores.score::float8 as score, scores.passes::float8 as passes, verdict.label, verdict.outcome,
          left(verdict.reason, 2000) as reason
        from eval_run_cells as answer
        left join eval_run_cells as verdict on verdict.evaluation_id = ${evaluationId}::uuid
          and verdict.row_id = answer.row_id and verdict.repeat = 0
        left join lateral (
          select avg(coalesce(cell.score, cell.passed::int)) as score, avg(cell.passed::int) as passes
          from eval_run_cells as cell where cell.evaluation_id = ${evaluationId}::uuid
            and cell.row_id = answer.row_id and cell.outcome = 'scored'
        ) as scores on true
        where answer.evaluation_id = ${task.id}::uuid and answer.repeat = 0
          and answer.row_id = any(${textArray(rowIds)}::uuid[])`);
      return rows.map(({ row_id, ...value }) => [`${task.id} ${row_id}`, value] as const);
    }),
  );
  return new Map(found.flat());
}
