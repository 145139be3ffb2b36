// Evaluates a version of an application: its outputs become rows, and each evaluation of them is a run.
import { evalPipelines } from "@/db/schema";
import { cut } from "@/lib/bounds/excerpt";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/sdk/pipelines";
import { MAX_PIPELINE_CASES } from "@/lib/contracts/evaluation/sdk/pipelines";
import type { DatasetRecord } from "@/lib/datasets/loaders";
import type { VersionRecord } from "@/lib/datasets/versions/loaders";
import { versionOfNow } from "@/lib/datasets/versions/version-of-now";
import { invalidField } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { casesOf, templateNamed } from "../playground/named";
import { paramsOf } from "../playground/run";
import { pinTemplate } from "../runs/start/pin";
import { startRun } from "../runs/start/start-run";
import type { Template } from "../templates/loaders";
import { lockProjectByName } from "./loaders";
import { type CaseTable, caseTable, distinctNames } from "./rules/case-table";
import { lockCaseDataset, storeCases } from "./store-cases";

type Input = Parameters<Verb<typeof contracts.evaluatePipeline>>[1];

export const evaluatePipeline: Verb<typeof contracts.evaluatePipeline> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const project = await lockProjectByName(db, caller.organizationId, input.project_name);
    const evaluations = await namedEvaluations(inner, input);
    const dataset = await lockCaseDataset(db, caller, project);
    const table = caseTable(evaluations);
    const columns = await storeCases(db, dataset, table);
    const { version } = await versionOfNow(db, caller, dataset, {
      name: input.version,
      description: `The cases of ${project.name} ${input.version}.`,
      prefersBareName: true,
    });
    const runIds = await startRuns(inner, dataset, version, { evaluations, table, columns, of: input.version });
    const [pipeline] = await db
      .insert(evalPipelines)
      .values({
        organizationId: caller.organizationId,
        projectId: project.id,
        version: input.version,
        datasetId: dataset.id,
        runIds,
        createdBy: caller.userId,
      })
      .returning({ id: evalPipelines.id });
    return {
      message: `The evaluation of ${input.version} has started.`,
      evaluation_run_id: pipeline?.id ?? "",
      project_name: project.name,
      version: input.version,
      dataset_id: dataset.id,
      run_ids: runIds,
    };
  });

interface Cases {
  evaluations: Awaited<ReturnType<typeof namedEvaluations>>;
  table: CaseTable;
  columns: Awaited<ReturnType<typeof storeCases>>;
  /** The application's version. */
  of: string;
}

/** One run for each evaluation, over the first rows: as many as it has cases. */
async function startRuns(
  context: Context,
  dataset: DatasetRecord,
  { id: datasetVersionId }: VersionRecord,
  { evaluations, table, columns, of }: Cases,
): Promise<string[]> {
  const runIds: string[] = [];
  for (const [index, { name, template, cases, model, params }] of evaluations.entries()) {
    const columnIds = Object.entries(table.mappings[index] ?? {}).map(([key, column]) => [
      key,
      columns.get(column)?.id,
    ]);
    const mapping = Object.fromEntries(columnIds);
    const pinned = await pinTemplate(context.db, dataset, template, { name, params, model, mapping });
    const run = await startRun(context, dataset, [pinned], {
      name: cut(`${of}: ${name}`, 255),
      datasetVersionId,
      firstRows: cases.length,
      fillsColumns: false,
    });
    runIds.push(run.id);
  }
  return runIds;
}

/** The entries with their templates and cases. Throws a 400 for one that could evaluate nothing. */
async function namedEvaluations(context: Context, { eval_data: entries }: Input) {
  const evaluations = [];
  for (const [index, entry] of entries.entries()) {
    const template = await templateNamed(context, entry.eval_template, `eval_data.${index}.eval_template`);
    const cases = casesOf(entry.inputs, MAX_PIPELINE_CASES, `eval_data.${index}.inputs`);
    assertHasInputs(template, entry.inputs, `eval_data.${index}.inputs`);
    evaluations.push({
      template,
      cases,
      model: entry.model_name?.trim() || null,
      params: paramsOf(entry.config, null),
    });
  }
  const names = distinctNames(evaluations.map(({ template }) => template.name));
  return evaluations.map((evaluation, index) => ({ ...evaluation, name: names[index] ?? evaluation.template.name }));
}

/** Empty is a value: what it means is the template's to decide. */
function assertHasInputs({ name, version }: Template, inputs: Readonly<Record<string, unknown>>, field: string): void {
  const { required_keys: required, optional_keys: optional } = version.definition;
  const missing = required.find((key) => !optional.includes(key) && inputs[key] === undefined);
  if (missing) throw invalidField(`${field}.${missing}`, `${name} needs ${missing}.`);
}
