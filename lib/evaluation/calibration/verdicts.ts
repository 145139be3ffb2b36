// What people and the judge said about the items of calibrations, in SQL.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import type { Confusion } from "../statistics/rogan-gladen";

/**
 * Whether a settled value passes, whatever annotators said. The values are the canonical texts of agreement, from
 * `label` and `settled`. The order of a multiple choice does not matter.
 */
const settledPasses = sql`case
  when settled.value is null then null
  when label.type = 'categorical' then exists (
    select 1 from unnest(calibration.pass_values) as pass(value)
    where pass.value::jsonb @> (settled.value -> 'selected') and pass.value::jsonb <@ (settled.value -> 'selected'))
  else coalesce(settled.value ->> 'rating', settled.value ->> 'value', settled.value ->> 'text') = any(calibration.pass_values)
  end`;

/**
 * The newest first-trial cell of each row that meets `fits`: from the calibration's own evaluation, or from one that
 * judged more rows for it.
 */
export const judgedRows = (calibrationIds: readonly string[], fits: SQL): SQL => sql`
  select distinct on (calibration.id, cell.row_id) calibration.id as calibration_id, cell.row_id::text as row_id, cell.passed,
    cell.score, cell.label, cell.reason, cell.log_id
  from eval_calibrations as calibration
  join eval_run_evaluations as evaluation
    on evaluation.id = calibration.evaluation_id or evaluation.continues = calibration.evaluation_id
  join eval_runs as run on run.id = evaluation.run_id
  join eval_run_cells as cell on cell.evaluation_id = evaluation.id and cell.repeat = 0 and ${fits}
  where calibration.id = any(${textArray(calibrationIds)}::uuid[])
  order by calibration.id, cell.row_id, cell.ended_at desc nulls last`;

/** The calibrations' items of this kind. */
const itemsOf = (calibrationIds: readonly string[], type: "observation_span" | "trace"): SQL => sql`
  eval_calibrations as calibration
  join queue_items as item on item.queue_id = calibration.queue_id and item.source_type = ${type} and item.deleted_at is null
  where calibration.id = any(${textArray(calibrationIds)}::uuid[]) and calibration.task_evaluation_id is not null`;

/** What a task said about the spans in the queue. One lookup per span. */
const judgedSpans = (calibrationIds: readonly string[]): SQL => sql`
  select item.id as calibration_id, item.source_id, score.passed, score.score, score.label, score.reason, score.log_id
  from (select calibration.id, calibration.task_evaluation_id, item.source_id from ${itemsOf(calibrationIds, "observation_span")}) as item
  join eval_span_scores as score on score.evaluation_id = item.task_evaluation_id and score.span_id = item.source_id
    and score.outcome = 'scored'`;

/**
 * What a task said about the traces in the queue. A trace passes if all its scored spans pass. It has no verdict while
 * a span is open or has an error. The reason is that of the first failed span, else of the first span.
 */
const judgedTraces = (calibrationIds: readonly string[]): SQL => sql`
  select item.id as calibration_id, item.source_id, bool_and(score.passed) as passed, avg(score.score) as score,
    (array_agg(score.label order by score.passed, score.span_id))[1] as label,
    (array_agg(score.reason order by score.passed, score.span_id))[1] as reason,
    (array_agg(score.log_id order by score.passed, score.span_id))[1] as log_id
  from (select calibration.id, calibration.organization_id, calibration.task_evaluation_id, item.source_id
    from ${itemsOf(calibrationIds, "trace")}) as item
  join traces as trace on trace.id = item.source_id::uuid and trace.organization_id = item.organization_id
  join eval_span_scores as score on score.project_id = trace.project_id and score.trace_id = trace.trace_id
    and score.evaluation_id = item.task_evaluation_id and score.outcome is distinct from 'unscored'
  group by item.id, item.source_id having bool_and(coalesce(score.outcome = 'scored', false))`;

/**
 * The items of calibrations that people have answered, each with the judge's verdict on its source. `people` and
 * `judge` are true for a pass. They are null if people are undecided, or if the judge has not judged.
 */
export const itemVerdicts = (calibrationIds: readonly string[]): SQL => sql`
  with judged as materialized (
    select 'dataset_row' as source_type, cell.calibration_id, cell.row_id as source_id, cell.passed, cell.score, cell.label,
      cell.reason, cell.log_id
    from (${judgedRows(calibrationIds, sql`cell.outcome = 'scored'`)}) as cell
    union all select 'observation_span', span.* from (${judgedSpans(calibrationIds)}) as span
    union all select 'trace', trace.* from (${judgedTraces(calibrationIds)}) as trace)
  select calibration.id as calibration_id, item.id as item_id, item.source_type, item.source_id, item."order", said.passes, said.fails,
    settled.value is not null as is_settled, cell.passed as judge, cell.score, cell.label, cell.reason, cell.log_id,
    coalesce(${settledPasses}, case when said.passes <> said.fails then said.passes > said.fails end) as people
  from eval_calibrations as calibration
  join labels as label on label.id = calibration.label_id
  join queue_items as item on item.queue_id = calibration.queue_id and item.deleted_at is null and item.purpose = 'work'
    and item.source_type = any(case when calibration.task_evaluation_id is null then '{dataset_row}'::text[]
      else '{observation_span,trace}'::text[] end)
  left join adjudications as settled on settled.item_id = item.id and settled.label_id = calibration.label_id
    and settled.value is not null
  cross join lateral (
    select count(*) filter (where answer.value = any(calibration.pass_values))::int as passes,
      count(*) filter (where answer.value <> all(calibration.pass_values))::int as fails
    from agreement_items as answered cross join lateral jsonb_each_text(answered.answers) as answer
    where answered.item_id = item.id and answered.label_id = calibration.label_id) as said
  left join judged as cell on cell.calibration_id = calibration.id and cell.source_type = item.source_type
    and cell.source_id = item.source_id
  where calibration.id = any(${textArray(calibrationIds)}::uuid[])
    and (said.passes + said.fails > 0 or settled.value is not null)`;

export interface VerdictTally extends Confusion {
  undecided: number;
  unjudged: number;
}

const nothing: VerdictTally = { truePass: 0, falsePass: 0, trueFail: 0, falseFail: 0, undecided: 0, unjudged: 0 };

export async function countVerdicts(db: Database, ids: readonly string[]): Promise<(id: string) => VerdictTally> {
  if (ids.length === 0) return () => nothing;
  const rows = await db.execute<{
    calibration_id: string;
    people: boolean | null;
    judge: boolean | null;
    items: number;
  }>(
    sql`select calibration_id, people, judge, count(*)::int as items from (${itemVerdicts(ids)}) as verdict
      group by calibration_id, people, judge`,
  );
  return (id) => {
    const count = (is: (people: boolean | null, judge: boolean | null) => boolean) =>
      rows.reduce((sum, row) => (row.calibration_id === id && is(row.people, row.judge) ? sum + row.items : sum), 0);
    return {
      truePass: count((people, judge) => people === true && judge === true),
      falsePass: count((people, judge) => people === false && judge === true),
      trueFail: count((people, judge) => people === false && judge === false),
      falseFail: count((people, judge) => people === true && judge === false),
      undecided: count((people) => people === null),
      unjudged: count((people, judge) => people !== null && judge === null),
    };
  };
}
