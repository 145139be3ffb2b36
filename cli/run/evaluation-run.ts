// An evaluation run: rows, evaluations and thresholds of a file. Whether it passed, the server's gate decides.
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import { checkEvalGate } from "@/lib/contracts/evaluation/calibrations";
import { getEvalRunSummary } from "@/lib/contracts/evaluation/run-summary";
import { cancelEvalRun, getEvalRun, listEvalRunCells, startEvalRun } from "@/lib/contracts/evaluation/runs";
import type { EvaluationEntry, EvaluationFile } from "@/lib/run-file";
import type { Connection } from "../connection";
import type { Verdict } from "../verdict";
import { datasetOf, requireDataset } from "./datasets-of-files";
import { type BoundMetric, bindMetrics } from "./metrics-of-files";
import type { DataFile } from "./read-file";
import { type Check, type Failing, MAX_SHOWN, type Report } from "./report";
import type { Start, StartedRun } from "./started-run";

const MICROS = 1_000_000;

export async function startEvaluationRun(
  { connection, name, idempotencyKey }: Start,
  file: EvaluationFile,
  data: DataFile | null,
): Promise<StartedRun> {
  const dataset = data ? await datasetOf(connection, data) : await requireDataset(connection, file.dataset ?? "");
  const metrics = await bindMetrics(connection, dataset.id, file.evaluations);
  const started = await connection.call(
    startEvalRun,
    {
      dataset_id: dataset.id,
      user_eval_ids: metrics.map(({ id }) => id),
      name,
      repeats: file.repeats,
      at_once: file.at_once,
      mutation_id: idempotencyKey,
      ...(file.first_rows === undefined ? {} : { first_rows: file.first_rows }),
      ...(file.ceiling_usd === undefined ? {} : { ceiling_micros: Math.round(file.ceiling_usd * MICROS) }),
    },
    { retries: true },
  );
  const run_id = started.run_id;
  const url = `${connection.url}${links.evalRun(dataset.id, run_id)}`;
  return {
    url,
    async look(progress) {
      const { status, total, open } = await connection.call(getEvalRun, { run_id }, { retries: true });
      progress.show("Cells evaluated", total - open, total);
      return status === "pending" || status === "running";
    },
    report: () => reportOf(connection, { run_id, name, url, metrics }),
    cancel: async (signal) => {
      await connection.call(cancelEvalRun, { run_id }, { signal });
    },
  };
}

interface EndedRun {
  run_id: string;
  name: string;
  url: string;
  metrics: readonly BoundMetric[];
}

type Run = Output<typeof getEvalRun>;
type Summary = Output<typeof getEvalRunSummary>;

async function reportOf(connection: Connection, { run_id, name, url, metrics }: EndedRun): Promise<Report> {
  const [run, summary] = await Promise.all([
    connection.call(getEvalRun, { run_id }, { retries: true }),
    connection.call(getEvalRunSummary, { run_id }, { retries: true }),
  ]);
  const checks: Check[] = [];
  for (const metric of metrics) checks.push(await checkOf(connection, metric, run, summary));
  const costUsd = run.spent_micros === null ? null : run.spent_micros / MICROS;
  return { kind: "evaluation", name, runId: run_id, url, checks, costUsd, unpricedCalls: run.unpriced_calls };
}

async function checkOf(
  connection: Connection,
  metric: BoundMetric,
  run: Run,
  { evaluations }: Summary,
): Promise<Check> {
  const evaluation = run.evaluations.find(({ user_eval_id }) => user_eval_id === metric.id);
  const part = evaluations.find(({ evaluation_id }) => evaluation_id === evaluation?.id);
  const rate = part?.pass_rate;
  const gate = await decide(connection, run, evaluation?.id ?? "", metric.entry);
  return {
    name: metric.name,
    ...gate,
    count: part?.rows ?? 0,
    passRate: rate?.mean ?? null,
    interval: rate?.interval ?? null,
    required: metric.entry.pass_rate ?? null,
    failed: evaluation?.failed ?? 0,
    failing: evaluation ? await failingCells(connection, run.id, evaluation.id) : [],
  };
}

const verdicts = { passed: "passed", failed: "failed", undecided: "undecided", refused: "undecided" } as const;

async function decide(
  connection: Connection,
  run: Run,
  evaluation_id: string,
  { pass_rate, coverage }: EvaluationEntry,
): Promise<{ verdict: Verdict; reasons: string[] }> {
  // Why it ended early is the first thing to know.
  const early = run.status === "completed" ? [] : [`The run is ${run.status}. ${run.reason ?? ""}`.trim()];
  if (pass_rate === undefined) return { verdict: early.length > 0 ? "undecided" : "passed", reasons: early };
  const gate = await connection.call(
    checkEvalGate,
    {
      run_id: run.id,
      evaluation_id,
      least_pass_rate: pass_rate,
      ...(coverage === undefined ? {} : { least_coverage: coverage }),
    },
    { retries: true },
  );
  return { verdict: verdicts[gate.verdict], reasons: [...early, ...gate.reasons] };
}

async function failingCells(connection: Connection, run_id: string, evaluation_id: string): Promise<Failing[]> {
  const query = { run_id, evaluation_id, limit: MAX_SHOWN };
  const failed = await connection.call(listEvalRunCells, { ...query, passed: false }, { retries: true });
  const errors = await connection.call(listEvalRunCells, { ...query, outcome: "error" }, { retries: true });
  return [...failed.results, ...errors.results].slice(0, MAX_SHOWN).map(({ row, reason, label, score }) => ({
    name: row === null ? "A deleted row" : `Row ${row}`,
    reason: reason || label || (score === null ? "did not pass" : `score ${score}`),
  }));
}
