// The rows of two runs, the most changed first.
import { type SQL, sql } from "drizzle-orm";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/comparison";
import type { CellOutcome } from "@/lib/contracts/evaluation/names";
import { rowNumber } from "@/lib/datasets/rules/row-number";
import { assertPage, pageRange } from "@/lib/pages";
import { inputsJson } from "../runs/read/judged-inputs";
import { LEAST_CHANGE } from "../statistics/difference";
import { rowValues, twoRuns } from "./compare";
import { evaluationOf, type RunEvaluationRow, type RunRow } from "./loaders";

interface Side {
  score: number | null;
  passes: number | null;
  label: string | null;
  outcome: CellOutcome | null;
  reason: string | null;
  log_id: string | null;
  inputs: Record<string, string> | null;
}

interface Row extends Record<string, unknown> {
  row_id: string;
  order: number | null;
  inputs_differ: boolean | null;
  first: Side;
  second: Side;
  difference: number | null;
  flipped: boolean;
}

type Change = Parameters<Verb<typeof contracts.compareEvalRunRows>>[1]["change"];

const conditions: Record<Change, SQL> = {
  all: sql`true`,
  flipped: sql`flipped`,
  rises: sql`difference > ${LEAST_CHANGE}`,
  falls: sql`difference < ${-LEAST_CHANGE}`,
  incomplete: sql`difference is null`,
};

export const compareEvalRunRows: Verb<typeof contracts.compareEvalRunRows> = async ({ db, caller }, input) => {
  const [one, other] = await twoRuns(db, caller.organizationId, input.run_id, input.other_id);
  const first = evaluationOf(one, input.evaluation_id, "evaluation_id");
  const second = evaluationOf(other, input.other_evaluation_id, "other_evaluation_id");
  const { page, limit, offset } = pageRange(input);
  const changed = sql`
    select row_id, one.value as first_value, other.value as second_value, one.passes as first_passes,
      other.passes as second_passes, (other.value - one.value)::double precision as difference,
      coalesce((nullif(one.passes, 0.5) > 0.5) <> (nullif(other.passes, 0.5) > 0.5), false) as flipped
    from (${rowValues(first.id)}) as one full join (${rowValues(second.id)}) as other using (row_id)`;
  const [[total], rows] = await Promise.all([
    db.execute<{ count: number }>(
      sql`select count(*)::int as count from (${changed}) as changed where ${conditions[input.change]}`,
    ),
    db.execute<Row>(sql`
      with shown as (
        select changed.*, case when dataset_row.deleted_at is null then dataset_row."order" end as "order", row_number() over (
          order by flipped desc, abs(difference) desc nulls last, dataset_row."order", row_id) as place
        from (${changed}) as changed left join dataset_rows as dataset_row on dataset_row.id = changed.row_id
        where ${conditions[input.change]} order by place limit ${limit} offset ${offset}
      )
      select row_id, "order", difference, flipped, ${judged(first)} <> ${judged(second)} as inputs_differ,
        ${sideJson(one.run, first, sql`first_value`, sql`first_passes`)} as first,
        ${sideJson(other.run, second, sql`second_value`, sql`second_passes`)} as second
      from shown order by place`),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  const results = rows.map(({ flipped, order, ...row }) => ({
    ...row,
    position: order === null ? null : rowNumber(order),
    first: presentSide(row.first),
    second: presentSide(row.second),
    is_flipped: flipped,
  }));
  return { count: all, page, limit, results };
};

/** The row's values, with the reason and the inputs of its first trial. */
const sideJson = (run: RunRow, { id, mapping }: RunEvaluationRow, value: SQL, passes: SQL) => sql`(
  select json_build_object('score', ${value}::double precision, 'passes', ${passes}::double precision, 'label', cell.label,
    'outcome', cell.outcome, 'reason', left(cell.reason, 2000), 'log_id', cell.log_id,
    'inputs', case when cell.inputs_hash is null then '{}' else ${inputsJson(sql`${JSON.stringify(mapping)}::jsonb`, sql`kept.texts`)} end)
  from (select 1) as always left join eval_run_cells as cell
    on cell.evaluation_id = ${id} and cell.row_id = shown.row_id and cell.repeat = 0
  left join eval_run_inputs as kept on kept.dataset_id = ${run.datasetId}::uuid and kept.hash = cell.inputs_hash)`;

/** The inputs of the first trial, by their hash. */
const judged = ({ id }: RunEvaluationRow) => sql`(
  select inputs_hash from eval_run_cells where evaluation_id = ${id} and row_id = shown.row_id and repeat = 0)`;

const presentSide = ({ passes, ...side }: Side) => ({
  ...side,
  passed: passes === null || passes === 0.5 ? null : passes > 0.5,
});
