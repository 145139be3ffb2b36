// The inputs that a run's cells were judged by, as stored with the run: the dataset's rows may have changed since.
import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetRows, type evalRunCells } from "@/db/schema";
import { textArray } from "@/db/text-array";
import type { RunRow } from "../loaders";

type CellRow = typeof evalRunCells.$inferSelect;

/** By input name, the first 300 characters of each text; null without `texts`. */
export const inputsJson = (mapping: SQL, texts: SQL): SQL => sql`
  case when ${texts} is not null then (
    select coalesce(jsonb_object_agg(input.key, left(coalesce(${texts} ->> input.value, ''), 300)), '{}')
    from jsonb_each_text(${mapping}) as input) end`;

export interface Judged {
  /** The row's order in the dataset; null if it was deleted. */
  order: number | null;
  /** Empty if nothing was judged, null if the inputs were not stored. */
  inputs: Record<string, string> | null;
}

/** The rows and inputs of a page's cells. A separate query, so that the pages before it cost nothing. */
export async function judgedIn(
  db: Database,
  { datasetId }: Pick<RunRow, "datasetId">,
  cells: readonly CellRow[],
): Promise<(cell: CellRow) => Judged> {
  const judged = cells.flatMap(({ evaluationId, inputsHash }) =>
    inputsHash === null ? [] : { evaluationId, inputsHash },
  );
  const rowIds = [...new Set(cells.map(({ rowId }) => rowId))];
  const [kept, rows] = await Promise.all([
    db.execute<{ evaluation_id: string; hash: string; inputs: Record<string, string> }>(sql`
      select evaluation.id as evaluation_id, kept.hash, ${inputsJson(sql`evaluation.mapping`, sql`kept.texts`)} as inputs
      from (
        select distinct * from unnest(${textArray(judged.map(({ evaluationId }) => evaluationId))}::uuid[],
          ${textArray(judged.map(({ inputsHash }) => inputsHash))}) as pair(evaluation_id, hash)
      ) as pair
      join eval_run_evaluations as evaluation on evaluation.id = pair.evaluation_id
      join eval_run_inputs as kept on kept.dataset_id = ${datasetId}::uuid and kept.hash = pair.hash`),
    db
      .select({ id: datasetRows.id, order: datasetRows.order })
      .from(datasetRows)
      .where(and(inArray(datasetRows.id, rowIds), isNull(datasetRows.deletedAt))),
  ]);
  const inputs = new Map(kept.map(({ evaluation_id, hash, inputs }) => [`${evaluation_id} ${hash}`, inputs]));
  const orders = new Map(rows.map(({ id, order }) => [id, order]));
  return ({ evaluationId, rowId, inputsHash }) => ({
    order: orders.get(rowId) ?? null,
    inputs: inputsHash === null ? {} : (inputs.get(`${evaluationId} ${inputsHash}`) ?? null),
  });
}
