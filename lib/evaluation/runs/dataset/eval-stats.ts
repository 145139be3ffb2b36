// Statistics of a dataset's evaluations, from the newest run of each. Experiments do not count: their outputs are no part
// of the dataset.
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalBindings, evalRunEvaluations, evalRuns } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/dataset-evals";
import { columnsInDataset, type DatasetRecord, datasetInOrganization } from "@/lib/datasets/loaders";
import { estimateMean } from "@/lib/estimate";
import { newestFirst } from "@/lib/pages";
import { momentsOf } from "../../comparison/moments";
import { templatesInOrganization } from "../../templates/loaders";
import { outputTypeOf } from "../../templates/rules/score";
import { figuresOf } from "../read/present";

export const getEvalStats: Verb<typeof contracts.getEvalStats> = async ({ db, caller }, { dataset_id: id }) => {
  const dataset = await datasetInOrganization(db, caller.organizationId, id);
  const bindings = await db
    .select()
    .from(evalBindings)
    .where(
      and(eq(evalBindings.target, "DATASET"), eq(evalBindings.targetId, dataset.id), isNull(evalBindings.deletedAt)),
    )
    .orderBy(evalBindings.createdAt, evalBindings.name);
  const templates = await templatesInOrganization(db, caller.organizationId, [
    ...new Set(bindings.map(({ templateId }) => templateId)),
  ]);
  const byId = new Map(templates.map((template) => [template.id, template]));
  const columns = await columnsInDataset(db, dataset);
  const newest = await newestEvaluations(db, dataset);
  const moments = await momentsOf(
    db,
    [...newest.values()].map((evaluation) => evaluation.id),
  );
  return bindings.flatMap((binding) => {
    const template = byId.get(binding.templateId);
    if (!template) return [];
    const shown = newest.get(binding.id);
    const figures = shown ? figuresOf(shown) : noFigures;
    const judged = figures.passed + figures.failed;
    return {
      id: binding.id,
      name: binding.name,
      template_id: template.id,
      column_id: columns.find(({ sourceId, origin }) => sourceId === binding.id && origin === "evaluation")?.id ?? null,
      output_type: outputTypeOf(template.version.definition.output),
      status: binding.status,
      run_id: shown?.runId ?? null,
      version: shown?.versionNumber ?? null,
      fingerprint: shown?.fingerprint ?? null,
      ...figures,
      mean_interval: shown ? estimateMean(moments(shown.id).score).interval : null,
      pass_rate: judged > 0 ? figures.passed / judged : null,
      pass_rate_interval: shown ? estimateMean(moments(shown.id).pass).interval : null,
    };
  });
};

const noFigures = {
  total: 0,
  open: 0,
  scored: 0,
  unscored: 0,
  error: 0,
  answered: 0,
  passed: 0,
  failed: 0,
  mean_score: null,
  coverage: null,
  cost_micros: 0,
  unpriced_calls: 0,
};

async function newestEvaluations(db: Database, dataset: DatasetRecord) {
  const own = and(eq(evalRuns.datasetId, dataset.id), eq(evalRuns.organizationId, dataset.organizationId));
  const rows = await db
    .selectDistinctOn([evalRunEvaluations.bindingId], { evaluation: evalRunEvaluations })
    .from(evalRunEvaluations)
    .innerJoin(evalRuns, eq(evalRuns.id, evalRunEvaluations.runId))
    .where(and(own, isNull(evalRuns.task)))
    .orderBy(evalRunEvaluations.bindingId, newestFirst(evalRuns.createdAt));
  return new Map(rows.map(({ evaluation }) => [evaluation.bindingId ?? "", evaluation]));
}
