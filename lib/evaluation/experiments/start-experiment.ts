// Starts an experiment: a run whose first part produces outputs, which the others evaluate.
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { cut } from "@/lib/bounds/excerpt";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/experiments/experiments";
import { promptText } from "@/lib/contracts/prompts/names";
import {
  type ColumnRecord,
  columnsInDataset,
  type DatasetRecord,
  lockDatasetInOrganization,
} from "@/lib/datasets/loaders";
import { versionInDataset } from "@/lib/datasets/versions/loaders";
import { rowsOf } from "@/lib/datasets/versions/rows-at";
import { isOwn } from "@/lib/datasets/versions/store-version";
import { versionOfNow } from "@/lib/datasets/versions/version-of-now";
import { invalidField, notFound } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import type { RunRow } from "../runs/loaders";
import { cellsOf, evaluationsOfRun } from "../runs/loaders";
import { presentStarted } from "../runs/read/present";
import { type PinnedEvaluation, startedBefore } from "../runs/start/insert-run";
import { bindingsOnDataset, pinBinding, variablesOf } from "../runs/start/pin";
import { startRun } from "../runs/start/start-run";
import { fingerprintOf } from "../templates/fingerprint";
import { agentTaskOf } from "./agent-task";

type Input = Parameters<Verb<typeof contracts.createExperiment>>[1];

export const createExperiment: Verb<typeof contracts.createExperiment> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, input.dataset_id);
    const before = await startedBefore(inner, dataset, input);
    if (before?.task === null) throw invalidField("mutation_id", "Was already used to start a run.");
    if (before) return present(before, cellsOf(await evaluationsOfRun(db, before)));
    const columns = await columnsInDataset(db, dataset);
    const output = outputColumn(columns, input.output_column_id);
    const prompt = input.task.kind === "prompt" && input.task.prompt ? promptText(input.task.prompt) : null;
    const task = { ...(await pinTask(inner, input, columns, prompt)), id: randomUUID() };
    const evaluations = await pinEvaluations(db, dataset, input.user_eval_ids, output, task.id);
    const run = await startRun(inner, dataset, [task, ...evaluations], {
      name: input.name,
      task: input.task.kind,
      prompt,
      outputColumnId: output.id,
      datasetVersionId: await versionIdOf(inner, dataset, input),
      rowIds: rowIdsOf(input),
      firstRows: input.first_rows ?? null,
      repeats: input.repeats,
      atOnce: input.at_once,
      ceilingMicros: input.ceiling_micros ?? null,
      mutationId: input.mutation_id ?? null,
      fillsColumns: false,
    });
    if (input.task.kind === "column" || input.task.kind === "outputs")
      await storeOutputs(db, dataset, run, task.id, input.task);
    return present(run, run.rowCount * run.repeats * (evaluations.length + 1));
  });

const present = (run: RunRow, cells: number) => ({
  ...presentStarted(run, cells),
  dataset_version_id: run.datasetVersionId ?? "",
});

function outputColumn(columns: readonly ColumnRecord[], id: string): ColumnRecord {
  const column = columns.find((one) => one.id === id.toLowerCase());
  if (!column) throw notFound("Column not found.");
  if (!isOwn(column)) throw invalidField("output_column_id", "The column has the verdicts of an evaluation.");
  return column;
}

async function versionIdOf({ db, caller }: Context, dataset: DatasetRecord, input: Input): Promise<string> {
  if (input.dataset_version_id) return (await versionInDataset(db, dataset, input.dataset_version_id)).version.id;
  const words = { name: "For an experiment", description: `Created when the experiment “${input.name}” started.` };
  return (await versionOfNow(db, caller, dataset, words)).version.id;
}

function rowIdsOf({ task, row_ids }: Input): string[] | null {
  if (task.kind !== "outputs") return row_ids ?? null;
  if (row_ids) throw invalidField("row_ids", "The outputs name their rows.");
  const ids = task.outputs.map(({ row_id }) => row_id.toLowerCase());
  const seen = new Set<string>();
  const twice = ids.findIndex((id) => seen.size === seen.add(id).size);
  if (twice >= 0) throw invalidField(`task.outputs.${twice}.row_id`, "Another output has this row.");
  return ids;
}

async function pinTask(
  { db, caller }: Context,
  { task, name }: Input,
  columns: readonly ColumnRecord[],
  prompt: string | null,
): Promise<PinnedEvaluation> {
  const common = { kind: "prediction", name: cut(name, 255) } as const;
  if (task.kind === "agent") {
    const mapping = variablesOf([{ content: task.message }], columns, null, "task.message");
    const agent = await agentTaskOf(db, caller, task);
    return { ...common, agent, mapping, fingerprint: fingerprintOf({ agent, mapping }) };
  }
  if (task.kind !== "prompt") return { ...common, fingerprint: fingerprintOf({ task: task.kind }) };
  const mapping = variablesOf(task.config.messages, columns, null, "task.config.messages", prompt);
  const fingerprint = fingerprintOf({ prediction: task.config, mapping });
  return { ...common, model: task.config.model, prediction: task.config, mapping, fingerprint };
}

/** The evaluations as they are now. Throws a 400 for one that does not read the output. */
async function pinEvaluations(
  db: Database,
  dataset: DatasetRecord,
  ids: readonly string[],
  output: ColumnRecord,
  taskId: string,
): Promise<PinnedEvaluation[]> {
  const bindings = await bindingsOnDataset(db, dataset, ids);
  return Promise.all(
    bindings.map(async (binding, index) => {
      const pinned = await pinBinding(db, dataset, binding);
      if (!Object.values(pinned.mapping ?? {}).includes(output.id))
        throw invalidField(
          `user_eval_ids.${index}`,
          `The evaluation "${binding.name}" does not read the column "${output.name}", so it would evaluate no output.`,
        );
      return { ...pinned, columnId: null, reasonColumnId: null, judges: taskId };
    }),
  );
}

/** Writes outputs that are there already as the answers of the task. Trials share an output, so one has its cost, unless it is unknown. */
async function storeOutputs(
  db: Database,
  dataset: DatasetRecord,
  run: RunRow,
  taskId: string,
  task: Extract<Input["task"], { kind: "column" | "outputs" }>,
): Promise<void> {
  const outputs =
    task.kind === "outputs"
      ? sql`
        select row_id, output, latency_ms, cost_micros from jsonb_to_recordset(${JSON.stringify(task.outputs)}::text::jsonb)
          as brought (row_id uuid, output text, latency_ms float8, cost_micros bigint)`
      : sql`
        select row.id as row_id, row.cells ->> ${run.outputColumnId}::text as output, null::float8 as latency_ms,
          null::bigint as cost_micros
        from ${rowsOf(dataset, run.datasetVersionId)} as row`;
  await db.execute(sql`
    with outputs as (${outputs}),
    written as (
      update eval_run_cells as cell
      set outcome = case when outputs.output is null then 'unscored' else 'answered' end,
        output = to_jsonb(outputs.output), reason = case when outputs.output is null then 'The row has no output.' end,
        latency_ms = outputs.latency_ms, ended_at = now(),
        cost_micros = case when cell.repeat = 0 or outputs.cost_micros is null then outputs.cost_micros else 0 end
      from outputs where cell.evaluation_id = ${taskId}::uuid and cell.row_id = outputs.row_id
      returning cell.outcome, cell.repeat, cell.cost_micros
    )
    update eval_run_evaluations set
      answered = (select count(*) from written where outcome = 'answered'),
      unscored = (select count(*) from written where outcome = 'unscored'),
      cost_micros = (select coalesce(sum(cost_micros), 0) from written),
      unpriced = (select count(*) from written where repeat = 0 and cost_micros is null and ${task.kind === "outputs"})
    where id = ${taskId}::uuid`);
}
