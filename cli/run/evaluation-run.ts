// An evaluation run: rows, evaluations and thresholds of a file.
import { startEvalRun } from "@/lib/contracts/evaluation/runs";
import type { EvaluationFile, ExperimentFile } from "@/lib/run-file";
import type { Connection } from "../connection";
import { datasetOf, type NamedDataset, requireDataset } from "./datasets-of-files";
import { followRun, MICROS } from "./followed-run";
import { bindMetrics } from "./metrics-of-files";
import type { DataFile } from "./read-file";
import type { Start, StartedRun } from "./started-run";

/** The dataset of a file: of the data beside it, or one of the server. */
export const datasetOfFile = (
  connection: Connection,
  { dataset }: { dataset?: string | undefined },
  data: DataFile | null,
): Promise<NamedDataset> => (data ? datasetOf(connection, data) : requireDataset(connection, dataset ?? ""));

/** What a run and an experiment are started with. */
export const runSettings = (file: EvaluationFile | ExperimentFile) => ({
  repeats: file.repeats,
  at_once: file.at_once,
  ...(file.first_rows === undefined ? {} : { first_rows: file.first_rows }),
  ...(file.ceiling_usd === undefined ? {} : { ceiling_micros: Math.round(file.ceiling_usd * MICROS) }),
});

export async function startEvaluationRun(
  { connection, name, idempotencyKey }: Start,
  file: EvaluationFile,
  data: DataFile | null,
): Promise<StartedRun> {
  const dataset = await datasetOfFile(connection, file, data);
  const metrics = await bindMetrics(connection, dataset.id, file.evaluations);
  const started = await connection.call(
    startEvalRun,
    {
      ...runSettings(file),
      dataset_id: dataset.id,
      user_eval_ids: metrics.map(({ id }) => id),
      name,
      mutation_id: idempotencyKey,
    },
    { retries: true },
  );
  return followRun({ connection, kind: "evaluation", name, datasetId: dataset.id, runId: started.run_id, metrics });
}
