// A run over a dataset's rows: how far it is, and what its evaluations have shown. Whether they passed, the server's gate decides.
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import { checkEvalGate } from "@/lib/contracts/evaluation/calibrations";
import { getEvalRunSummary } from "@/lib/contracts/evaluation/run-summary";
import { cancelEvalRun, getEvalRun, listEvalRunCells } from "@/lib/contracts/evaluation/runs";
import type { EvaluationEntry } from "@/lib/run-file";
import type { Connection } from "../connection";
import type { Verdict } from "../verdict";
import type { BoundMetric } from "./metrics-of-files";
import { type Check, type Failing, MAX_SHOWN, type Report } from "./report";
import { withoutRequirement } from "./requirement";
import type { StartedRun } from "./started-run";

export const MICROS = 1_000_000;

interface Followed {
  connection: Connection;
  kind: Report["kind"];
  name: string;
  datasetId: string;
  runId: string;
  metrics: readonly BoundMetric[];
  /** Further checks, once it has ended. */
  more?: (run: Run) => Promise<Check[]>;
}

export type Run = Output<typeof getEvalRun>;
type Summary = Output<typeof getEvalRunSummary>;

export function followRun(followed: Followed): StartedRun {
  const { connection, datasetId, runId: run_id } = followed;
  const url = `${connection.url}${links.evalRun(datasetId, run_id)}`;
  return {
    url,
    async look(progress) {
      const { status, total, open } = await connection.call(getEvalRun, { run_id }, { retries: true });
      progress.show("Cells evaluated", total - open, total);
      return status === "pending" || status === "running";
    },
    report: () => reportOf(followed, url),
    cancel: async (signal) => {
      await connection.call(cancelEvalRun, { run_id }, { signal });
    },
  };
}

async function reportOf({ connection, kind, name, runId, metrics, more }: Followed, url: string): Promise<Report> {
  const [run, summary] = await Promise.all([
    connection.call(getEvalRun, { run_id: runId }, { retries: true }),
    connection.call(getEvalRunSummary, { run_id: runId }, { retries: true }),
  ]);
  const checks: Check[] = [];
  for (const metric of metrics) checks.push(await checkOf(connection, metric, run, summary));
  checks.push(...((await more?.(run)) ?? []));
  const costUsd = run.spent_micros === null ? null : run.spent_micros / MICROS;
  return { kind, name, runId, url, checks, costUsd, unpricedCalls: run.unpriced_calls };
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
  const gate = await decide(connection, run, evaluation?.id ?? "", metric.entry, part?.coverage);
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
  reached: Summary["evaluations"][number]["coverage"] | undefined,
): Promise<{ verdict: Verdict; reasons: string[] }> {
  // Why it ended early is the first thing to know.
  const early = run.status === "completed" ? [] : [`The run is ${run.status}. ${run.reason ?? ""}`.trim()];
  if (pass_rate === undefined) return withoutRequirement(early, reached);
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
