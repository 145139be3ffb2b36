// Compares experiments side by side: each with the first, evaluation by evaluation.
import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetVersions } from "@/db/schema";
import { textArray } from "@/db/text-array";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/experiments/comparison";
import { comparePart, pinnedOf, presentCompared } from "../comparison/compare";
import { holm } from "../comparison/rules/holm";
import { figuresOf, presentAgent, presentPrompt } from "../runs/read/present";
import { partCost } from "../runs/rules/output-costs";
import { type Experiment, experimentsInOrganization } from "./loaders";
import { type Metric, metricsOf } from "./metrics";

export const compareExperiments: Verb<typeof contracts.compareExperiments> = async ({ db, caller }, input) => {
  const experiments = await experimentsInOrganization(db, caller.organizationId, input.experiment_ids);
  const [columns, latencies, metrics] = await Promise.all([
    columnsOf(db, experiments[0]),
    latenciesOf(db, experiments),
    compareMetrics(db, experiments, metricsOf(experiments)),
  ]);
  return {
    experiments: experiments.map((experiment) => presentSide(experiment, latencies.get(experiment.task.id))),
    columns,
    has_same_rows: new Set(experiments.map(({ run }) => run.datasetVersionId)).size === 1,
    metrics,
  };
};

async function columnsOf(db: Database, { run }: Experiment) {
  const [version] = await db
    .select({ columns: datasetVersions.columns })
    .from(datasetVersions)
    .where(eq(datasetVersions.id, run.datasetVersionId ?? ""));
  return (version?.columns ?? []).flatMap(({ id, name }) => (id === run.outputColumnId ? [] : { id, name }));
}

interface Latency extends Record<string, unknown> {
  task_id: string;
  p50: number | null;
  p95: number | null;
}

async function latenciesOf(db: Database, experiments: readonly Experiment[]): Promise<Map<string, Latency>> {
  const rows = await db.execute<Latency>(sql`
    select evaluation_id as task_id, percentile_cont(0.5) within group (order by latency_ms) as p50,
      percentile_cont(0.95) within group (order by latency_ms) as p95
    from eval_run_cells
    where evaluation_id = any(${textArray(experiments.map(({ task }) => task.id))}::uuid[]) and outcome = 'answered'
    group by evaluation_id`);
  return new Map(rows.map((row) => [row.task_id, row]));
}

const presentSide = ({ run, task }: Experiment, latency: Latency | undefined) => ({
  id: run.id,
  dataset_id: run.datasetId,
  name: run.name,
  status: run.status,
  task: run.task,
  prompt: presentPrompt(run),
  agent: presentAgent(task),
  model: task.model,
  dataset_version_id: run.datasetVersionId,
  outputs: task.answered,
  missing: task.cells - task.answered,
  cost_micros: partCost(run.task, task),
  unpriced_calls: task.unpriced,
  latency_p50_ms: latency?.p50 ?? null,
  latency_p95_ms: latency?.p95 ?? null,
});

async function compareMetrics(db: Database, experiments: readonly Experiment[], metrics: readonly Metric[]) {
  const pinned = await pinnedOf(
    db,
    experiments.flatMap(({ evaluations }) => evaluations),
  );
  const compared = [];
  // One at a time: each may read a hundred thousand rows.
  for (const metric of metrics) {
    const [first, ...others] = metric.evaluations;
    const parts = [];
    for (const other of others)
      parts.push(await comparePart(db, { first: first ?? null, second: other }, pinned, false));
    compared.push({ metric, parts });
  }
  const tested = compared.flatMap(({ parts }) => parts.flatMap((part) => part.compared?.test?.p ?? []));
  const adjusted = holm(tested);
  return compared.map(({ metric, parts }) => ({
    name: metric.name,
    user_eval_id: metric.bindingId,
    values: metric.evaluations.map((evaluation, index) => {
      const part = parts[index - 1];
      return {
        experiment_id: experiments[index]?.run.id ?? "",
        evaluation_id: evaluation?.id ?? null,
        mean: evaluation && figuresOf(evaluation).mean_score,
        rows: evaluation?.scored ?? 0,
        differences: part?.differences ?? [],
        compared: part?.compared ? presentCompared(part.compared, adjusted) : null,
        refused: part?.refused ?? null,
      };
    }),
  }));
}
