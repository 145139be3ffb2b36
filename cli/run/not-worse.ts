// An experiment beside its baseline, evaluation by evaluation.

import { nameKey } from "@/lib/bounds/normal-form";
import type { Output } from "@/lib/contracts/contract";
import { checkExperiment, compareExperimentRows, listExperiments } from "@/lib/contracts/evaluation/experiments";
import type { ExperimentFile } from "@/lib/run-file";
import type { Connection } from "../connection";
import { isId } from "./datasets-of-files";
import type { Run } from "./followed-run";
import type { BoundMetric } from "./metrics-of-files";
import { type Check, type Failing, MAX_SHOWN } from "./report";

const NEWEST = 200;

interface Compared {
  connection: Connection;
  datasetId: string;
  settings: Pick<ExperimentFile, "baseline" | "margin" | "power" | "allow_uncalibrated">;
  run: Run;
  metrics: readonly BoundMetric[];
}

type Metric = Output<typeof checkExperiment>["metrics"][number];

/** One check for each evaluation; none without a baseline in the file. */
export async function compareWithBaseline({
  connection,
  datasetId,
  settings,
  run,
  metrics,
}: Compared): Promise<Check[]> {
  const { baseline, margin, power, allow_uncalibrated } = settings;
  if (baseline === undefined) return [];
  const baselineId = await baselineOf(connection, datasetId, baseline, run.id);
  if (baselineId === null) return [undecided([`There is no completed experiment ${baseline} over this dataset.`])];
  const gate = await connection.call(
    checkExperiment,
    {
      baseline_id: baselineId,
      candidate_id: run.id,
      ...(margin === undefined ? {} : { margin }),
      ...(power === undefined ? {} : { power }),
      ...(allow_uncalibrated === undefined ? {} : { allow_uncalibrated }),
    },
    { retries: true },
  );
  if (gate.reasons.length > 0 || gate.metrics.length === 0) return [undecided(gate.reasons)];
  const nameOf = ({ name, other_evaluation_id }: Metric): string => {
    const part = run.evaluations.find(({ id }) => id === other_evaluation_id);
    return metrics.find(({ id }) => id === part?.user_eval_id)?.name ?? name;
  };
  const checks: Check[] = [];
  for (const [index, metric] of gate.metrics.entries()) {
    const failing = metric.falls > 0 ? await fallenRows(connection, [baselineId, run.id], index) : [];
    checks.push(checkOf(metric, nameOf(metric), baseline, failing));
  }
  return checks;
}

async function baselineOf(
  connection: Connection,
  dataset_id: string,
  idOrName: string,
  ownId: string,
): Promise<string | null> {
  if (isId(idOrName)) return idOrName;
  const { results } = await connection.call(listExperiments, { dataset_id, limit: NEWEST }, { retries: true });
  const isIt = ({ id, name, status }: (typeof results)[number]): boolean =>
    id !== ownId && status === "completed" && nameKey(name) === nameKey(idOrName);
  return results.find(isIt)?.id ?? null;
}

const verdicts = { passed: "passed", failed: "failed", undecided: "undecided", refused: "undecided" } as const;
const noRate = { passRate: null, interval: null, required: null };

const undecided = (reasons: string[]): Check => ({
  name: "Not worse than the baseline",
  verdict: "undecided",
  reasons,
  ...noRate,
  summary: "Not compared",
  count: 0,
  failed: 0,
  failing: [],
});

const points = (value: number): string => `${value > 0 ? "+" : ""}${value.toFixed(4).replace(/\.?0+$/, "")}`;

function checkOf(metric: Metric, name: string, baseline: string, failing: Failing[]): Check {
  const { verdict, reasons, rows, difference, limits, needed_rows, falls, rises } = metric;
  const between = limits ? ` (${points(limits.low)} to ${points(limits.high)})` : "";
  const change = difference === null ? "No difference" : `Difference ${points(difference)}${between}`;
  const missing = needed_rows === null ? [] : [`${needed_rows} rows would decide it.`];
  return {
    name: `${name}, not worse than ${isId(baseline) ? "the baseline" : baseline}`,
    verdict: verdicts[verdict],
    reasons: [...reasons, ...(reasons.some((reason) => reason.includes(String(needed_rows))) ? [] : missing)],
    ...noRate,
    summary: `${change} over ${rows} rows; ${falls} got worse and ${rises} better`,
    count: rows,
    failed: falls,
    failing,
  };
}

async function fallenRows(connection: Connection, experiment_ids: string[], metric: number): Promise<Failing[]> {
  const query = { experiment_ids, metric, change: "falls" as const, limit: MAX_SHOWN };
  const { results } = await connection.call(compareExperimentRows, query, { retries: true });
  return results.map(({ position, values }) => ({
    name: position === null ? "A deleted row" : `Row ${position}`,
    reason: values[1]?.reason ?? values[1]?.output ?? "is worse",
  }));
}
