// An experiment: outputs for a dataset's rows, and whether they are not worse than another experiment's, which the server decides.
import { z } from "zod";
import { findByIdOrName, nameKey } from "@/lib/bounds/normal-form";
import type { ClientInput } from "@/lib/contracts/contract";
import { getDatasetTable, listRowIds } from "@/lib/contracts/datasets/table";
import { listDatasetVersionRows, listDatasetVersions } from "@/lib/contracts/datasets/versions";
import { createExperiment } from "@/lib/contracts/evaluation/experiments";
import { listAgentDefinitions } from "@/lib/contracts/simulation/agents";
import type { ExperimentFile } from "@/lib/run-file";
import type { Connection } from "../connection";
import { Problem } from "../verdict";
import { datasetOfFile, runSettings } from "./evaluation-run";
import { followRun } from "./followed-run";
import { bindMetrics } from "./metrics-of-files";
import { compareWithBaseline } from "./not-worse";
import { type BroughtOutput, readOutputs } from "./outputs";
import type { DataFile } from "./read-file";
import type { Start, StartedRun } from "./started-run";

const MAX_ROWS = 10_000;
const PAGE_ROWS = 1000;

export async function startExperiment(
  { connection, name, idempotencyKey }: Start,
  file: ExperimentFile,
  data: DataFile | null,
  outputs: DataFile | null,
): Promise<StartedRun> {
  const dataset = await datasetOfFile(connection, file, data);
  const metrics = await bindMetrics(connection, dataset.id, file.evaluations);
  const versionId = file.version === undefined ? null : await versionOf(connection, dataset.id, file.version);
  const started = await connection.call(
    createExperiment,
    {
      ...runSettings(file),
      dataset_id: dataset.id,
      dataset_version_id: versionId,
      name,
      output_column_id: await columnOf(connection, dataset.id, file.output),
      user_eval_ids: metrics.map(({ id }) => id),
      task: await taskOf(connection, file, dataset.id, versionId, outputs),
      mutation_id: idempotencyKey,
    },
    { retries: true },
  );
  const runId = started.run_id;
  return followRun({
    connection,
    kind: "experiment",
    name,
    datasetId: dataset.id,
    runId,
    metrics,
    more: (run) => compareWithBaseline({ connection, datasetId: dataset.id, settings: file, run, metrics }),
  });
}

async function taskOf(
  connection: Connection,
  { prompt, agent }: ExperimentFile,
  datasetId: string,
  versionId: string | null,
  outputs: DataFile | null,
): Promise<ClientInput<typeof createExperiment>["task"]> {
  if (prompt) return { kind: "prompt", config: prompt };
  if (agent) {
    const { version, message } = agent;
    return { kind: "agent", agent_id: await agentOf(connection, agent.agent), version_id: version ?? null, message };
  }
  if (!outputs) return { kind: "column" };
  return { kind: "outputs", outputs: await outputsOf(connection, datasetId, versionId, outputs) };
}

async function agentOf(connection: Connection, idOrName: string): Promise<string> {
  if (z.guid().safeParse(idOrName).success) return idOrName;
  const query = { search: idOrName, agent_type: "text" as const, limit: PAGE_ROWS };
  const { results } = await connection.call(listAgentDefinitions, query, { retries: true });
  const [found, another] = results.filter(({ agent_name }) => nameKey(agent_name) === nameKey(idOrName));
  if (!found) throw new Problem(`agent: Found no text agent named ${idOrName}.`);
  if (another) throw new Problem(`agent: Several agents are named ${idOrName}. Give the id of one.`);
  return found.id;
}

async function columnOf(connection: Connection, dataset_id: string, idOrName: string): Promise<string> {
  const query = { dataset_id, column_config_only: true };
  const { column_config } = await connection.call(getDatasetTable, query, { retries: true });
  const found = findByIdOrName(column_config)(idOrName);
  if (!found) throw new Problem(`output: The dataset has no column ${idOrName}.`);
  return found.id;
}

async function versionOf(connection: Connection, dataset_id: string, idOrName: string): Promise<string> {
  const { results } = await connection.call(listDatasetVersions, { dataset_id, limit: PAGE_ROWS }, { retries: true });
  const found = findByIdOrName(results)(idOrName);
  if (!found) throw new Problem(`version: The dataset has no version ${idOrName}.`);
  return found.id;
}

/** The outputs of a file with their rows: named ones, or the rows in their order. */
async function outputsOf(
  connection: Connection,
  dataset_id: string,
  version_id: string | null,
  file: DataFile,
): Promise<(BroughtOutput & { row_id: string })[]> {
  const outputs = await readOutputs(file.path);
  if (outputs.every(({ row_id }) => row_id !== undefined))
    return outputs.map((output) => ({ ...output, row_id: output.row_id ?? "" }));
  const rows = await rowIdsOf(connection, dataset_id, version_id);
  if (rows.length !== outputs.length)
    throw new Problem(`outputs: ${outputs.length} outputs for ${rows.length} rows. Name their rows with row_id.`);
  return outputs.map((output, index) => ({ ...output, row_id: output.row_id ?? rows[index] ?? "" }));
}

async function rowIdsOf(connection: Connection, dataset_id: string, version_id: string | null): Promise<string[]> {
  if (version_id === null)
    return (await connection.call(listRowIds, { dataset_id, limit: MAX_ROWS }, { retries: true })).results;
  const rows: string[] = [];
  for (let page = 1; page * PAGE_ROWS <= MAX_ROWS; page += 1) {
    const query = { dataset_id, version_id, page, limit: PAGE_ROWS };
    const { results, count } = await connection.call(listDatasetVersionRows, query, { retries: true });
    rows.push(...results.map(({ row_id }) => row_id));
    if (rows.length >= count) break;
  }
  return rows;
}
