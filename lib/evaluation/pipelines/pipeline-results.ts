import { asc, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalRunEvaluations, evalRuns } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/sdk/pipelines";
import { MAX_PIPELINE_VERSIONS, type PipelineRun, type PipelineStatus } from "@/lib/contracts/evaluation/sdk/pipelines";
import { invalidField } from "@/lib/errors";
import { type EvaluationRow, isOver, type RunRow } from "../runs/loaders";
import { figuresOf } from "../runs/read/present";
import { newestOfVersions, type PipelineRow, projectByName } from "./loaders";

export const getPipelineResults: Verb<typeof contracts.getPipelineResults> = async ({ db, caller }, input) => {
  const versions = [...new Set(input.versions.split(",").map((version) => version.trim()))].filter(Boolean);
  if (versions.length === 0 || versions.length > MAX_PIPELINE_VERSIONS)
    throw invalidField("versions", `Must name 1 to ${MAX_PIPELINE_VERSIONS} versions.`);
  const project = await projectByName(db, caller.organizationId, input.project_name);
  const pipelines = await newestOfVersions(db, caller.organizationId, project, versions);
  const runs = await runsOf(db, pipelines);
  const shown = pipelines.map((pipeline) => {
    const evaluations = pipeline.runIds.flatMap((id) => runs.get(id) ?? []);
    return {
      evaluation_run_id: pipeline.id,
      version: pipeline.version,
      status: statusOf(evaluations.map(({ status }) => status)),
      created_at: pipeline.createdAt.toISOString(),
      dataset_id: pipeline.datasetId,
      results_summary: Object.fromEntries(
        evaluations.map(({ name, mean_score, passed, failed, total, scored }) => [
          name,
          { mean_score, passed, failed, total, scored },
        ]),
      ),
      evaluations,
    };
  });
  return {
    status: worst(shown.map(({ status }) => status)),
    project_name: project.name,
    evaluation_runs: shown,
  };
};

/** By id. The pipelines are the organization's, and so are their runs. */
async function runsOf(db: Database, pipelines: readonly PipelineRow[]): Promise<Map<string, PipelineRun>> {
  const ids = pipelines.flatMap(({ runIds }) => runIds);
  const [runs, parts] = await Promise.all([
    db.select().from(evalRuns).where(inArray(evalRuns.id, ids)),
    db
      .select()
      .from(evalRunEvaluations)
      .where(inArray(evalRunEvaluations.runId, ids))
      .orderBy(asc(evalRunEvaluations.order)),
  ]);
  return new Map(
    runs.flatMap((run) => {
      const part = parts.find(({ runId }) => runId === run.id);
      return part ? [[run.id, present(run, part)] as const] : [];
    }),
  );
}

function present(run: RunRow, part: EvaluationRow): PipelineRun {
  const { coverage: _, cost_micros: __, unpriced_calls: ___, ...figures } = figuresOf(part);
  return {
    name: part.name,
    run_id: run.id,
    template_id: part.templateId,
    model: part.model,
    status: run.status,
    reason: run.reason,
    ...figures,
  };
}

const statusOf = (statuses: readonly RunRow["status"][]): PipelineStatus =>
  statuses.some((status) => !isOver({ status }))
    ? "processing"
    : statuses.every((status) => status === "completed")
      ? "completed"
      : "failed";

const worst = (statuses: readonly PipelineStatus[]): PipelineStatus =>
  (["processing", "failed"] as const).find((status) => statuses.includes(status)) ?? "completed";
