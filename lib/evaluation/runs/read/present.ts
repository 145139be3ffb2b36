import type { evalRunCells } from "@/db/schema";
import type { ListedRun, RunDetail } from "@/lib/contracts/evaluation/shapes/run-shapes";
import { promptOf } from "@/lib/contracts/prompts/names";
import { rowNumber } from "@/lib/datasets/rules/row-number";
import { knownCost } from "@/lib/gateway/money/amount";
import type { EvaluationRow, RunRow } from "../loaders";
import { isSpent, partCost } from "../rules/output-costs";
import type { Judged } from "./judged-inputs";

const sum = (evaluations: readonly EvaluationRow[], of: (one: EvaluationRow) => number): number =>
  evaluations.reduce((all, one) => all + of(one), 0);

const endedOf = ({ scored, unscored, errors, answered }: EvaluationRow): number =>
  scored + unscored + errors + answered;

const countsOf = (evaluations: readonly EvaluationRow[]) => ({
  total: sum(evaluations, ({ cells }) => cells),
  open: sum(evaluations, (one) => one.cells - endedOf(one)),
  scored: sum(evaluations, ({ scored }) => scored),
  unscored: sum(evaluations, ({ unscored }) => unscored),
  error: sum(evaluations, ({ errors }) => errors),
  answered: sum(evaluations, ({ answered }) => answered),
});

/** `maker` is the name of the person who started it. */
export function presentRun(run: RunRow, evaluations: readonly EvaluationRow[], maker: string | null): ListedRun {
  const unpriced = sum(
    evaluations.filter((one) => isSpent(run.task, one)),
    (one) => one.unpriced,
  );
  return {
    id: run.id,
    dataset_id: run.datasetId,
    name: run.name,
    kind: run.task === null ? (evaluations[0]?.kind ?? "evaluation") : "experiment",
    status: run.status,
    reason: run.reason,
    rows: run.rowCount,
    repeats: run.repeats,
    at_once: run.atOnce,
    ...countsOf(evaluations),
    ceiling_micros: run.ceilingMicros,
    estimated_micros: run.estimateMicros,
    spent_micros: knownCost({ costMicros: run.spentMicros + run.lostMicros, unpriced }),
    unpriced_calls: unpriced,
    dataset_version_id: run.datasetVersionId,
    grades_again: run.gradesAgain,
    created_by: maker,
    created_at: run.createdAt.toISOString(),
    started_at: run.startedAt?.toISOString() ?? null,
    progressed_at: run.progressedAt?.toISOString() ?? null,
    ended_at: run.endedAt?.toISOString() ?? null,
  };
}

/** Mean and coverage are null, not 0, if there is nothing to compute them from. */
export function figuresOf(one: EvaluationRow) {
  return {
    ...countsOf([one]),
    passed: one.passed,
    failed: one.failed,
    mean_score: one.numbers > 0 ? one.scoreSum / one.numbers : null,
    coverage: one.cells > 0 ? one.scored / one.cells : null,
    cost_micros: knownCost(one),
    unpriced_calls: one.unpriced,
  };
}

export const presentAgent = ({ agent }: Pick<EvaluationRow, "agent">): RunDetail["agent"] =>
  agent && { agent_id: agent.agent_id, version_id: agent.version_id, name: agent.name, version: agent.version };

export const presentPrompt = ({ prompt }: Pick<RunRow, "prompt">): RunDetail["prompt"] =>
  prompt === null ? null : promptOf(prompt);

/** What makes outputs is the first part of a run; evaluations make none. */
const presentTask = (run: RunRow, first: EvaluationRow | undefined) => ({
  task: run.task,
  prompt: presentPrompt(run),
  config: first?.prediction ?? null,
  agent: first ? presentAgent(first) : null,
  message: first?.agent?.message ?? null,
  output_column_id: run.outputColumnId,
});

export const presentDetail = (
  run: RunRow,
  evaluations: readonly EvaluationRow[],
  maker: string | null,
  before: RunDetail["run_before"],
  version: RunDetail["dataset_version"],
): RunDetail => ({
  ...presentRun(run, evaluations, maker),
  ...presentTask(run, evaluations[0]),
  dataset_version: version,
  run_before: before,
  evaluations: evaluations.map((one) => ({
    id: one.id,
    kind: one.kind,
    name: one.name,
    user_eval_id: one.bindingId,
    template_id: one.templateId,
    version: one.versionNumber,
    fingerprint: one.fingerprint,
    model: one.model,
    params: one.params,
    mapping: one.mapping,
    column_id: one.columnId,
    reason_column_id: one.reasonColumnId,
    ...figuresOf(one),
    cost_micros: partCost(run.task, one),
  })),
});

export const presentStarted = ({ id, name, status }: RunRow, cells: number) => ({ run_id: id, name, status, cells });

type CellRow = typeof evalRunCells.$inferSelect;

export const presentCell = (judgedIn: (cell: CellRow) => Judged) => (cell: CellRow) => {
  const { order, inputs } = judgedIn(cell);
  return {
    evaluation_id: cell.evaluationId,
    row_id: cell.rowId,
    row: order === null ? null : rowNumber(order),
    inputs,
    repeat: cell.repeat,
    position: cell.position,
    outcome: cell.outcome,
    score: cell.score,
    label: cell.label,
    passed: cell.passed,
    output: cell.output ?? null,
    reason: cell.reason,
    log_id: cell.logId,
    cost_micros: cell.costMicros,
    attempts: cell.attempts,
    ended_at: cell.endedAt?.toISOString() ?? null,
  };
};
