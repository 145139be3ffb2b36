// Evaluation results of executions, and their summary; each figure states the number of calls behind it.
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  callEvaluations,
  callExecutions,
  evalBindings,
  evalTemplates,
  evalTemplateVersions,
  testExecutionEvaluations,
} from "@/db/schema";
import type { Scale } from "@/lib/estimate";
import { toUsd } from "@/lib/gateway/money/amount";
import { groupBy } from "@/lib/group-by";
import { meanOf } from "@/lib/mean";
import { evaluationRates } from "../rules/pass-rate";
import { asPercent, rounded } from "../rules/percent";

export interface EvaluationResult {
  bindingId: string;
  name: string;
  templateId: string;
  templateName: string;
  outputType: string;
  callId: string;
  /** Identifies the row that the call plays. */
  row: string;
  status: string;
  outcome: string | null;
  passed: boolean | null;
  score: number | null;
  /** The scale of the score. */
  scale: Scale;
  label: string | null;
  /** Null if it is open, or a model has no price. */
  costMicros: number | null;
}

/**
 * The results of each evaluation that is not deleted, for each call, from its last generation; includes pending ones.
 */
export async function evaluationResults(db: Database, executionIds: readonly string[]): Promise<EvaluationResult[]> {
  if (executionIds.length === 0) return [];
  const outputs = await outputTypes(db, executionIds);
  const rows = await db
    .selectDistinctOn([callEvaluations.callId, testExecutionEvaluations.bindingId], {
      bindingId: testExecutionEvaluations.bindingId,
      name: testExecutionEvaluations.name,
      templateId: testExecutionEvaluations.templateId,
      version: testExecutionEvaluations.versionNumber,
      templateName: evalTemplates.name,
      callId: callEvaluations.callId,
      row: sql<string>`concat(${callExecutions.scenarioId}, ' ', ${callExecutions.rowId})`,
      status: callEvaluations.status,
      outcome: callEvaluations.outcome,
      passed: callEvaluations.passed,
      score: callEvaluations.score,
      label: callEvaluations.label,
      costMicros: callEvaluations.costMicros,
    })
    .from(callEvaluations)
    .innerJoin(testExecutionEvaluations, eq(testExecutionEvaluations.id, callEvaluations.evaluationId))
    .innerJoin(
      evalBindings,
      and(eq(evalBindings.id, testExecutionEvaluations.bindingId), isNull(evalBindings.deletedAt)),
    )
    .innerJoin(evalTemplates, eq(evalTemplates.id, testExecutionEvaluations.templateId))
    .innerJoin(callExecutions, and(eq(callExecutions.id, callEvaluations.callId), isNull(callExecutions.deletedAt)))
    .where(inArray(callEvaluations.executionId, [...executionIds]))
    .orderBy(
      callEvaluations.callId,
      testExecutionEvaluations.bindingId,
      sql`${testExecutionEvaluations.generation} desc`,
    );
  return rows
    .filter(({ status }) => status !== "skipped")
    .map(({ version, ...row }) => {
      const output = outputs.get(versionKey(row.templateId, version)) ?? "score";
      const isNumeric = output === "numeric";
      return { ...row, scale: isNumeric ? "number" : "unit", outputType: isNumeric ? "score" : output };
    });
}

const versionKey = (templateId: string, version: number): string => `${templateId} ${version}`;

/** What the pinned versions of templates put out: Pass/Fail, choices, score or, beyond 0 to 1, numeric. */
async function outputTypes(db: Database, executionIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectDistinct({
      templateId: evalTemplateVersions.templateId,
      version: evalTemplateVersions.number,
      output: sql<string>`${evalTemplateVersions.definition}->>'output'`,
    })
    .from(testExecutionEvaluations)
    .innerJoin(
      evalTemplateVersions,
      and(
        eq(evalTemplateVersions.templateId, testExecutionEvaluations.templateId),
        eq(evalTemplateVersions.number, testExecutionEvaluations.versionNumber),
      ),
    )
    .where(inArray(testExecutionEvaluations.executionId, [...executionIds]));
  return new Map(rows.map(({ templateId, version, output }) => [versionKey(templateId, version), output]));
}

export function coverageOf(results: readonly EvaluationResult[]) {
  const of = (outcome: string) => results.filter((one) => one.outcome === outcome).length;
  const pending = results.filter(({ status }) => status === "pending").length;
  return { total_cells: results.length, scored: of("scored"), unscored: of("unscored"), error: of("error"), pending };
}

/** The cost of all in USD; null if it is unknown of one. */
export function costOf(results: readonly EvaluationResult[]): number | null {
  let sum = 0;
  for (const { costMicros } of results) {
    if (costMicros === null) return null;
    sum += costMicros;
  }
  return toUsd(sum);
}

const PERCENTILES = [5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 100];

function outputOf(type: string, scored: readonly EvaluationResult[]): Record<string, unknown> {
  if (type === "Pass/Fail") {
    const passed = scored.filter((one) => one.passed).length;
    const failed = scored.length - passed;
    const share = (count: number) => (scored.length === 0 ? null : asPercent(count / scored.length));
    return { pass: share(passed), fail: share(failed), pass_count: passed, fail_count: failed };
  }
  if (type === "choices") {
    const labels = groupBy(scored, ({ label }) => label ?? "");
    return Object.fromEntries([...labels].map(([label, all]) => [label, asPercent(all.length / scored.length)]));
  }
  const scores = scored.flatMap(({ score }) => score ?? []).toSorted((one, other) => one - other);
  const at = (percentile: number) => scores[Math.max(0, Math.ceil((percentile / 100) * scores.length) - 1)] ?? null;
  const average = meanOf(scores);
  return {
    ...Object.fromEntries(PERCENTILES.map((percentile) => [`p${percentile}`, at(percentile)])),
    avg_score: average === null ? null : asPercent(average),
  };
}

export function summaryOf(results: readonly EvaluationResult[]) {
  return [...groupBy(results, ({ templateId }) => templateId)].map(([templateId, all]) => {
    const type = all[0]?.outputType ?? "score";
    const scored = all.filter(({ outcome }) => outcome === "scored");
    const {
      pass_rate: rate,
      pass_rate_interval: passing,
      average,
      average_interval: interval,
    } = evaluationRates(scored);
    return {
      id: templateId,
      name: all[0]?.templateName ?? "",
      output_type: type,
      result: [...groupBy(all, ({ bindingId }) => bindingId)].map(([bindingId, own]) => ({
        id: bindingId,
        name: own[0]?.name ?? "",
        ...coverageOf(own),
        output: outputOf(
          type,
          own.filter(({ outcome }) => outcome === "scored"),
        ),
      })),
      total_pass_rate: rate === null ? null : asPercent(rate),
      total_pass_rate_interval: passing && { low: asPercent(passing.low), high: asPercent(passing.high) },
      average: average === null ? null : rounded(average),
      average_interval: interval && { low: rounded(interval.low), high: rounded(interval.high) },
    };
  });
}
