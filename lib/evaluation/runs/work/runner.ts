// What runs on each row: a pinned evaluation, or a prompt.
import type { Database } from "@/db/client";
import { Failure } from "@/lib/errors";
import { templateInVersion } from "../../templates/loaders";
import { unscoredIfRefused } from "../../templates/refused-input";
import { type Evaluation, logOf, prepareEvaluation, runEvaluation } from "../../templates/run-evaluation";
import type { EvaluationRow, RunRow } from "../loaders";
import { type ColumnNames, contextOfRow, inputsOfRow, type RowCells } from "../rules/row-inputs";
import { answerAgent, type OpenAgent } from "./agent";
import { type CellResult, failed, judgedBy, nothing, requestPrefixOf, unscored } from "./cell-result";
import type { OpenCell } from "./open-cells";
import { answerPrompt } from "./prompt";

export interface Runner {
  evaluation: EvaluationRow;
  /** Whether it is computed here, without cost and without waiting for another service. */
  isComputed: boolean;
  run(cell: Pick<OpenCell, "rowId" | "repeat" | "cells" | "lacksOutput">): Promise<CellResult>;
}

const ROW_GONE = "The row is deleted.";
const NO_OUTPUT = "The task has no output for this row.";

interface Own extends Pick<Runner, "isComputed"> {
  run(rowId: string, cells: RowCells, repeat: number): Promise<CellResult>;
}

/** Prepares what a run has pinned. If that fails, each of its cells gets the reason. */
export async function runnerOf(
  db: Database,
  run: RunRow,
  evaluation: EvaluationRow,
  columns: ColumnNames,
  openAgent: OpenAgent | null,
): Promise<Runner> {
  const runnerOf = (of: Own): Runner => ({
    ...of,
    evaluation,
    run: async ({ rowId, repeat, cells, lacksOutput }) =>
      cells === null ? unscored(ROW_GONE) : lacksOutput ? unscored(NO_OUTPUT) : of.run(rowId, cells, repeat),
  });
  if (evaluation.agent) {
    if (!openAgent) throw new Error("nothing opens agents here");
    const answer = answerAgent(db, run, evaluation, evaluation.agent, columns, openAgent);
    return runnerOf({
      isComputed: false,
      run: (rowId, cells, repeat) => answer(cells, `${run.id}:${rowId}:${repeat}`),
    });
  }
  if (evaluation.kind === "prediction") {
    const answer = answerPrompt(db, run, evaluation, columns);
    return runnerOf({ isComputed: false, run: async (_, cells) => ({ ...nothing, ...(await answer(cells)) }) });
  }
  try {
    const prepared = await preparedEvaluation(db, run, evaluation);
    const isComputed = prepared.template.evalType === "code" && prepared.model === null;
    return runnerOf({
      isComputed,
      run: (rowId, cells) => evaluateRow(prepared, run, evaluation, columns, rowId, cells),
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return runnerOf({ isComputed: true, run: async () => failed(error.message) });
  }
}

async function preparedEvaluation(db: Database, run: RunRow, evaluation: EvaluationRow): Promise<Evaluation> {
  const { organizationId, workspaceId, createdBy } = run;
  const { templateId, versionNumber } = evaluation;
  const template = await templateInVersion(db, organizationId, templateId ?? "", versionNumber ?? 0);
  if (!template) throw new Failure("notFound", "The evaluation template is deleted.");
  return prepareEvaluation(db, {
    organizationId,
    workspaceId,
    person: createdBy,
    template,
    params: evaluation.params,
    model: evaluation.model,
    passThreshold: evaluation.passThreshold,
    errorLocalizer: evaluation.errorLocalizer,
    inputs: Object.keys(evaluation.mapping),
    childVersions: evaluation.childVersions,
    calls: { requestPrefix: requestPrefixOf(run) },
  });
}

async function evaluateRow(
  prepared: Evaluation,
  run: RunRow,
  { mapping, bindingId }: EvaluationRow,
  columns: ColumnNames,
  rowId: string,
  cells: RowCells,
): Promise<CellResult> {
  const read = inputsOfRow(mapping, columns, cells);
  if ("problem" in read) return unscored(read.problem);
  const sources = { mapping: read.inputs, contexts: { row: contextOfRow(columns, cells) } };
  const ran = unscoredIfRefused(await runEvaluation(prepared, sources));
  const { result, costMicros, unpriced } = ran;
  const source = run.task === null ? "dataset_evaluation" : "experiment";
  const log = {
    ...logOf(prepared, sources, ran, source),
    datasetId: run.datasetId,
    rowId,
    bindingId,
    prompt: run.prompt,
  };
  const judged = judgedBy(Object.values(mapping), cells);
  const common = { ...nothing, ...judged, reason: result.reason, costMicros, unpriced, log };
  if (result.outcome === "scored") {
    const { score, label, passed, output } = result;
    return { ...common, outcome: "scored", score, label, passed, output };
  }
  if (result.outcome === "unscored") return { ...common, outcome: "unscored" };
  const { mayRetry, retryAfterSeconds, status } = result;
  const stops = status === "insufficient_credits" ? result.reason : null;
  return { ...common, outcome: "error", mayRetry, retryAfterSeconds, stops };
}
