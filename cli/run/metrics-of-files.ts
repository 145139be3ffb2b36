// The evaluations of a file, bound to their dataset: each once, under a name that tells its settings apart from others.
import { createHash } from "node:crypto";
import { findByIdOrName } from "@/lib/bounds/normal-form";
import { CallError } from "@/lib/client/call-error";
import { addUserEval } from "@/lib/contracts/evaluation/dataset-evals";
import { listDatasetEvals } from "@/lib/contracts/evaluation/evals-list";
import { listEvalTemplateNames } from "@/lib/contracts/evaluation/template-list";
import type { EvaluationEntry } from "@/lib/run-file";
import type { Connection } from "../connection";
import { Problem } from "../verdict";

interface Named {
  id: string;
  name: string;
}

export interface BoundMetric extends Named {
  entry: EvaluationEntry;
}

const findIn = (list: readonly Named[], idOrName: string): Named | undefined => findByIdOrName(list)(idOrName);

const metricsOf = async (connection: Connection, datasetId: string): Promise<Named[]> =>
  (await connection.call(listDatasetEvals, { dataset_id: datasetId, eval_type: "user" }, { retries: true })).evals;

/** Binds what is not bound yet. `name` is what reports call it. */
export async function bindMetrics(
  connection: Connection,
  datasetId: string,
  entries: readonly EvaluationEntry[],
): Promise<BoundMetric[]> {
  const templates = await templatesOf(connection, entries);
  const bound = await metricsOf(connection, datasetId);
  const metrics: BoundMetric[] = [];
  for (const entry of entries) metrics.push(await bindMetric({ connection, datasetId, templates, bound }, entry));
  const twice = metrics.find(({ id }, index) => metrics.findIndex((other) => other.id === id) !== index);
  if (twice) throw new Problem(`The file has the evaluation ${twice.name} twice.`);
  return metrics;
}

/** The templates that the entries name. */
async function templatesOf(connection: Connection, entries: readonly EvaluationEntry[]): Promise<Named[]> {
  const names = new Set(entries.flatMap(({ template }) => template ?? []));
  if (names.size === 0) return [];
  const listed = await connection.call(listEvalTemplateNames, {}, { retries: true });
  const others: Named[] = [];
  for (const name of names) {
    // Lists leave some built-in templates out.
    if (findIn(listed, name)) continue;
    others.push(...(await connection.call(listEvalTemplateNames, { search: name }, { retries: true })));
  }
  return [...listed, ...others];
}

interface Known {
  connection: Connection;
  datasetId: string;
  templates: readonly Named[];
  bound: readonly Named[];
}

async function bindMetric(known: Known, entry: EvaluationEntry): Promise<BoundMetric> {
  const { connection, datasetId, templates, bound } = known;
  if (entry.metric !== undefined) {
    const metric = findIn(bound, entry.metric);
    if (!metric) throw new Problem(`The dataset has no evaluation ${entry.metric}.`);
    return { id: metric.id, name: entry.name ?? metric.name, entry };
  }
  const template = findIn(templates, entry.template ?? "");
  if (!template) throw new Problem(`There is no evaluation template ${entry.template}.`);
  const shown = entry.name ?? template.name;
  const name = `${shown.slice(0, 240)} ${settingsHash(template.id, entry)}`;
  const id = findIn(bound, name)?.id ?? (await bind(known, entry, template.id, name));
  return { id: id ?? (await requireMetric(connection, datasetId, name)), name: shown, entry };
}

const settingsHash = (templateId: string, { inputs, params, version, model, pass_threshold }: EvaluationEntry) =>
  createHash("sha256")
    .update(JSON.stringify([templateId, inputs, params, version, model, pass_threshold]))
    .digest("hex")
    .slice(0, 6);

/** The new metric's id; null if another command has bound it meanwhile. */
async function bind(
  { connection, datasetId }: Known,
  { inputs, params, version, model, pass_threshold }: EvaluationEntry,
  template_id: string,
  name: string,
): Promise<string | null> {
  const run_config = pass_threshold === undefined ? {} : { pass_threshold };
  try {
    const { user_eval_id } = await connection.call(addUserEval, {
      dataset_id: datasetId,
      name,
      template_id,
      config: { mapping: inputs, params, run_config, reason_column: true },
      ...(version === undefined ? {} : { version }),
      ...(model === undefined ? {} : { model }),
    });
    return user_eval_id;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof CallError && cause.fields.name) return null;
    throw error;
  }
}

async function requireMetric(connection: Connection, datasetId: string, name: string): Promise<string> {
  const metric = findIn(await metricsOf(connection, datasetId), name);
  if (!metric) throw new Problem(`The evaluation ${name} could not be added.`);
  return metric.id;
}
