// Writes many results at once, all or nothing: cells, the run's figures, logs, and the dataset's columns.
import { inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetColumns } from "@/db/schema";
import { textArray } from "@/db/text-array";
import { transaction } from "@/db/transaction";
import { type DomainEvent, sendCommitted, storeEvent } from "@/lib/events";
import type { EvaluationRow, RunRow } from "../loaders";
import { type CellResult, valueText } from "./cell-result";
import { insertLogs } from "./insert-logs";
import { jsonText } from "./json-text";
import type { OpenCell } from "./open-cells";

export interface CompletedCell {
  /** The log's id, if it has one: a repeated write writes one log. */
  logId: string;
  cell: OpenCell;
  evaluation: EvaluationRow;
  result: CellResult;
  /** How many tries it had since it was last written. */
  tries: number;
  /** When an open cell may be retried; null if it has ended. */
  notBefore: Date | null;
}

export interface WriteResult {
  isCancelled: boolean;
  /** Evaluations that were stopped on their own. */
  stopped: ReadonlySet<string>;
}

/** Null if another step has taken the run; then nothing is written. */
export async function writeCells(
  db: Database,
  run: RunRow,
  holder: string,
  ended: readonly CompletedCell[],
): Promise<WriteResult | null> {
  const logs = ended.flatMap(({ logId, result, notBefore }) =>
    result.log && notBefore === null ? [{ ...result.log, id: logId }] : [],
  );
  const events: DomainEvent[] = logs
    .filter(({ localization }) => localization?.status === "pending")
    .map(({ id }) => ({
      id: `evaluation-failed-${id}`,
      name: "evaluation/run.failed",
      data: { logId: id, organizationId: run.organizationId },
    }));
  const written = await transaction(db, async (tx) => {
    const [lockedRun] = await tx.execute<{ cancelled: boolean }>(sql`
      update eval_runs set progressed_at = now()
      where id = ${run.id}::uuid and holder = ${holder} returning cancel_requested_at is not null as cancelled`);
    if (!lockedRun) return null;
    if (ended.length > 0) {
      await keepInputs(tx, run, ended);
      await updateCells(tx, run, ended);
      await insertLogs(tx, logs);
      await fillColumns(tx, ended);
      for (const event of events) await storeEvent(tx, event);
    }
    const stopped = await tx.execute<{ id: string }>(sql`
      select id from eval_run_evaluations where run_id = ${run.id}::uuid and stopped_at is not null`);
    return { isCancelled: lockedRun.cancelled, stopped: new Set(stopped.map(({ id }) => id)) };
  });
  if (written && events.length > 0) await sendCommitted(db, events);
  return written;
}

/**
 * A cell is written once per number of attempts. If the answer to a commit is lost, the repeated write finds the
 * attempts there and adds nothing.
 */
const updateCells = (tx: Database, { id: runId }: Pick<RunRow, "id">, ended: readonly CompletedCell[]) =>
  tx.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${jsonText(ended.map(cellRecord))}::text::jsonb) as given(
        evaluation_id uuid, row_id uuid, repeat int, outcome text, score float8, label text, passed boolean, output jsonb,
        reason text, latency float8, inputs_hash text, log_id uuid, cost bigint, unpriced int, before int, tries int, not_before timestamptz)
    ), written as (
      update eval_run_cells as cell
      set outcome = given.outcome, score = given.score, label = given.label, passed = given.passed, output = given.output,
        reason = given.reason, latency_ms = given.latency, inputs_hash = given.inputs_hash, log_id = given.log_id, attempts = cell.attempts + given.tries,
        cost_micros = case when given.unpriced = 0 then cell.cost_micros + given.cost end, not_before = given.not_before,
        ended_at = case when given.outcome is not null then now() end
      from given
      where cell.evaluation_id = given.evaluation_id and cell.row_id = given.row_id and cell.repeat = given.repeat
        and cell.outcome is null and cell.attempts = given.before
      returning given.*
    ), sums as (
      select evaluation_id, count(*) filter (where outcome = 'scored') as scored,
        count(*) filter (where outcome = 'unscored') as unscored, count(*) filter (where outcome = 'error') as errors,
        count(*) filter (where outcome = 'answered') as answered, count(*) filter (where passed) as passed,
        count(*) filter (where not passed) as failed, count(score) as numbers, coalesce(sum(score), 0) as score_sum,
        coalesce(sum(cost), 0) as cost, coalesce(max(cost), 0) as dearest, coalesce(sum(unpriced), 0) as unpriced
      from written group by evaluation_id
    ), spent as (
      update eval_runs set spent_micros = spent_micros + (select coalesce(sum(cost), 0) from sums) where id = ${runId}::uuid
    )
    update eval_run_evaluations as evaluation
    set scored = evaluation.scored + sums.scored, unscored = evaluation.unscored + sums.unscored,
      errors = evaluation.errors + sums.errors, answered = evaluation.answered + sums.answered,
      passed = evaluation.passed + sums.passed, failed = evaluation.failed + sums.failed,
      numbers = evaluation.numbers + sums.numbers, score_sum = evaluation.score_sum + sums.score_sum, cost_micros = evaluation.cost_micros + sums.cost,
      dearest_micros = greatest(evaluation.dearest_micros, sums.dearest), unpriced = evaluation.unpriced + sums.unpriced
    from sums where evaluation.id = sums.evaluation_id`);

function cellRecord({ logId, cell, result, tries, notBefore }: CompletedCell) {
  const { outcome, score, label, passed, output, reason, latencyMs, inputsHash, costMicros, unpriced } = result;
  return {
    evaluation_id: cell.evaluationId,
    row_id: cell.rowId,
    repeat: cell.repeat,
    outcome: notBefore ? null : outcome,
    score: notBefore ? null : score,
    label,
    passed: notBefore ? null : passed,
    output,
    reason,
    latency: latencyMs,
    inputs_hash: inputsHash,
    log_id: result.log && notBefore === null ? logId : null,
    cost: costMicros,
    unpriced,
    // If a cell was tried several times since it was last written, this counts the earlier tries.
    before: cell.attempts + 1 - tries,
    tries,
    not_before: notBefore?.toISOString() ?? null,
  };
}

/** Writes each text once, in the order of hashes, so that two runs over the same rows never deadlock. */
async function keepInputs(tx: Database, { datasetId }: RunRow, ended: readonly CompletedCell[]): Promise<void> {
  const judged = new Map(
    ended.flatMap(({ result: { inputsHash: hash, texts }, notBefore }) =>
      hash !== null && texts !== null && notBefore === null ? [[hash, { hash, texts }] as const] : [],
    ),
  );
  if (judged.size === 0) return;
  await tx.execute(sql`
    insert into eval_run_inputs (dataset_id, hash, texts)
    select ${datasetId}::uuid, hash, texts
    from jsonb_to_recordset(${jsonText([...judged.values()])}::text::jsonb) as judged(hash text, texts jsonb)
    order by hash on conflict do nothing`);
}

/** Fills the columns that show this run; the later run of an evaluation wins. The first trial represents the others. */
async function fillColumns(tx: Database, ended: readonly CompletedCell[]): Promise<void> {
  const first = ended.filter(({ cell, notBefore }) => cell.repeat === 0 && notBefore === null && cell.cells !== null);
  const columnIds = first.flatMap(({ evaluation: { columnId, reasonColumnId } }) =>
    [columnId ?? [], reasonColumnId ?? []].flat(),
  );
  if (columnIds.length === 0) return;
  const columns = await tx
    .select({ id: datasetColumns.id, shown: datasetColumns.shownEvaluationId })
    .from(datasetColumns)
    .where(inArray(datasetColumns.id, [...new Set(columnIds)]));
  const shown = new Map(columns.map(({ id, shown }) => [id, shown]));
  const patches = new Map<string, { id: string; set: Record<string, string>; unset: string[] }>();
  for (const { cell, evaluation, result } of first) {
    const patch = patches.get(cell.rowId) ?? { id: cell.rowId, set: {}, unset: [] };
    const values: [columnId: string | null, text: string | null][] = [
      [evaluation.columnId, valueText(result)],
      [evaluation.reasonColumnId, result.outcome === "scored" ? result.reason : null],
    ];
    for (const [columnId, text] of values) {
      if (columnId === null || shown.get(columnId) !== evaluation.id) continue;
      if (text === null || text === "") patch.unset.push(columnId);
      else patch.set[columnId] = text;
    }
    patches.set(cell.rowId, patch);
  }
  // Locks rows in the order of ids first, so that two runs that fill the same rows never deadlock.
  await tx.execute(sql`
    with held as materialized (
      select id from dataset_rows where id = any(${textArray([...patches.keys()])}::uuid[]) and deleted_at is null
      order by id for update
    )
    update dataset_rows as row
    set cells = (row.cells - array(select jsonb_array_elements_text(patch -> 'unset'))) || (patch -> 'set')
    from held, jsonb_array_elements(${jsonText([...patches.values()])}::text::jsonb) as patch
    where row.id = held.id and held.id = (patch ->> 'id')::uuid`);
}
