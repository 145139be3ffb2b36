// Lists of the scores that tasks have given.
import { and, count, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalSpanScores, evalTaskEvaluations, evalTemplateVersions } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/span-scores";
import type { SpanScore } from "@/lib/contracts/evaluation/span-scores";
import { assertPage, pageRange } from "@/lib/pages";
import { traceInOrganization } from "@/lib/traces/traces";
import { taskInOrganization } from "./loaders";

const MAX_TRACE_SCORES = 1000;

type Verdict = NonNullable<Parameters<Verb<typeof contracts.listSpanScores>>[1]["verdict"]>;

const verdicts: Record<Verdict, SQL | undefined> = {
  passed: eq(evalSpanScores.passed, true),
  failed: eq(evalSpanScores.passed, false),
  scored: eq(evalSpanScores.outcome, "scored"),
  unscored: eq(evalSpanScores.outcome, "unscored"),
  error: eq(evalSpanScores.outcome, "error"),
  open: isNull(evalSpanScores.outcome),
};

const selectScores = (db: Database) =>
  db
    .select({ score: evalSpanScores, evaluation: evalTaskEvaluations, definition: evalTemplateVersions.definition })
    .from(evalSpanScores)
    .innerJoin(evalTaskEvaluations, eq(evalTaskEvaluations.id, evalSpanScores.evaluationId))
    .innerJoin(
      evalTemplateVersions,
      and(
        eq(evalTemplateVersions.templateId, evalTaskEvaluations.templateId),
        eq(evalTemplateVersions.number, evalTaskEvaluations.versionNumber),
      ),
    );

type Row = Awaited<ReturnType<typeof selectScores>>[number];

const present = ({ score, evaluation, definition }: Row): SpanScore => ({
  evaluation_id: evaluation.id,
  evaluation: evaluation.name,
  task_id: score.taskId,
  template_id: evaluation.templateId,
  template_version: `V${evaluation.versionNumber}`,
  output_type: definition.output,
  model: evaluation.model ?? definition.model,
  fingerprint: evaluation.fingerprint,
  span_id: score.spanId,
  trace_id: score.traceId,
  outcome: score.outcome,
  output: score.output ?? null,
  score: score.score,
  label: score.label,
  passed: score.passed,
  reason: score.reason,
  log_id: score.logId,
  cost_micros: score.unpriced > 0 ? null : score.costMicros,
  scored_at: score.scoredAt?.toISOString() ?? null,
});

export const listSpanScores: Verb<typeof contracts.listSpanScores> = async ({ db, caller }, input) => {
  const task = await taskInOrganization(db, caller.organizationId, input.task_id);
  const { page, limit, offset } = pageRange(input);
  const where = and(
    eq(evalSpanScores.taskId, task.id),
    input.evaluation_id ? eq(evalSpanScores.evaluationId, input.evaluation_id) : undefined,
    input.verdict ? verdicts[input.verdict] : undefined,
    input.reason ? sql`starts_with(${evalSpanScores.reason}, ${input.reason})` : undefined,
  );
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(evalSpanScores).where(where),
    selectScores(db)
      .where(where)
      .orderBy(sql`${evalSpanScores.scoredAt} desc nulls last`, evalSpanScores.evaluationId, evalSpanScores.spanId)
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: rows.map(present) };
};

export const listTraceScores: Verb<typeof contracts.listTraceScores> = async ({ db, caller }, { trace_id }) => {
  const trace = await traceInOrganization(db, caller.organizationId, trace_id);
  const rows = await selectScores(db)
    .where(and(eq(evalSpanScores.projectId, trace.projectId), eq(evalSpanScores.traceId, trace.traceId)))
    .orderBy(desc(evalSpanScores.createdAt), evalSpanScores.evaluationId, evalSpanScores.spanId)
    .limit(MAX_TRACE_SCORES);
  return rows.map(present);
};
