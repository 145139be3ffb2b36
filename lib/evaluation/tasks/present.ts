import type { evalBackfills } from "@/db/schema";
import type { Backfill, EvaluationTask } from "@/lib/contracts/evaluation/shapes/task-shapes";
import { knownCost } from "@/lib/gateway/money/amount";
import type { EvaluationRow, TaskRow } from "./loaders";

const presentEvaluation = (row: EvaluationRow) => ({
  id: row.id,
  binding_id: row.bindingId,
  name: row.name,
  template_id: row.templateId,
  template_name: row.template.name,
  template_version: `V${row.versionNumber}`,
  output_type: row.template.version.definition.output,
  mapping: row.mapping,
  params: row.params,
  model: row.model,
  fingerprint: row.fingerprint,
});

export const presentTask = (
  row: TaskRow,
  evaluations: readonly EvaluationRow[],
  projects: ReadonlyMap<string, string>,
  makers: ReadonlyMap<string, string>,
): EvaluationTask => ({
  id: row.id,
  name: row.name,
  project_id: row.projectId,
  project_name: projects.get(row.projectId) ?? "",
  status: row.status,
  continuous: row.continuous,
  filters: row.filters,
  sampling_rate: row.samplingRate,
  sampling_unit: row.samplingUnit,
  evaluations: evaluations.filter(({ taskId }) => taskId === row.id).map(presentEvaluation),
  created_by: makers.get(row.createdBy ?? "") ?? null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

export const presentBackfill = (row: typeof evalBackfills.$inferSelect, open: number): Backfill => ({
  id: row.id,
  status: row.status,
  since: row.since?.toISOString() ?? null,
  until: row.until?.toISOString() ?? null,
  traces: row.traces && { trace_ids: row.traces.trace_ids ?? null, filters: row.traces.filters ?? null },
  traces_seen: row.tracesSeen,
  max_spans: row.maxSpans,
  ceiling_micros: row.ceilingMicros,
  spent_micros: knownCost({ costMicros: row.spentMicros, unpriced: row.unpriced }),
  unpriced_calls: row.unpriced,
  seen: row.seen,
  taken: row.taken,
  open,
  message: row.message,
  created_at: row.createdAt.toISOString(),
  ended_at: row.endedAt?.toISOString() ?? null,
});
