// The evaluations of calls in the form of their contract.
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  callEvaluations,
  evalBindings,
  evalLogs,
  evalTemplates,
  evalTemplateVersions,
  testExecutionEvaluations,
} from "@/db/schema";
import { errorDetailsOf } from "@/lib/evaluation/localization/localize";

export async function evaluationsIn(db: Database, callIds: readonly string[]) {
  const rows = await db
    .select({
      result: callEvaluations,
      pinned: testExecutionEvaluations,
      templateType: evalTemplates.templateType,
      evalType: evalTemplates.evalType,
      outputType: sql<string | null>`${evalTemplateVersions.definition}->>'output'`,
      isGone: evalBindings.deletedAt,
      localization: evalLogs.localization,
      // Only the inputs that are shown.
      inputs: sql<Record<
        string,
        unknown
      > | null>`case when ${evalLogs.localization} is not null then ${evalLogs.mapping} end`,
    })
    .from(callEvaluations)
    .innerJoin(testExecutionEvaluations, eq(testExecutionEvaluations.id, callEvaluations.evaluationId))
    .leftJoin(evalBindings, eq(evalBindings.id, testExecutionEvaluations.bindingId))
    .leftJoin(evalTemplates, eq(evalTemplates.id, testExecutionEvaluations.templateId))
    .leftJoin(
      evalTemplateVersions,
      and(
        eq(evalTemplateVersions.templateId, testExecutionEvaluations.templateId),
        eq(evalTemplateVersions.number, testExecutionEvaluations.versionNumber),
      ),
    )
    .leftJoin(evalLogs, eq(evalLogs.id, callEvaluations.logId))
    .where(inArray(callEvaluations.callId, [...callIds]))
    .orderBy(asc(testExecutionEvaluations.generation), asc(evalBindings.createdAt), asc(evalBindings.id));
  return rows.filter(({ isGone }) => isGone === null).map((row) => ({ ...row, callId: row.result.callId }));
}

export type Evaluated = Awaited<ReturnType<typeof evaluationsIn>>[number];

export const presentEvaluation = ({
  result,
  pinned,
  outputType,
  templateType,
  evalType,
  localization,
  inputs,
}: Evaluated) => ({
  id: pinned.bindingId,
  name: pinned.name,
  value: result.output ?? null,
  output: result.output ?? null,
  outcome: result.outcome,
  score: result.score,
  passed: result.passed,
  reason: result.reason,
  type: evalType ?? "",
  output_type: outputType ?? "",
  template_type: templateType ?? "single",
  visible: true,
  error: result.status === "error",
  status: result.status,
  skipped: result.status === "skipped",
  generation: pinned.generation,
  template_id: pinned.templateId,
  template_version: pinned.versionNumber,
  fingerprint: result.fingerprint,
  log_id: result.logId,
  error_localizer: pinned.errorLocalizer,
  error_localizer_status: localization?.status ?? null,
  error_localizer_message: localization?.message ?? null,
  ...errorDetailsOf(localization, inputs ?? {}),
});

export const outputOf = ({ result, pinned, outputType }: Evaluated): Record<string, unknown> => {
  if (result.status === "pending") return { status: "pending" };
  if (result.status === "skipped") return { status: "skipped", skipped: true, reason: result.reason };
  const common = { name: pinned.name, reason: result.reason, outcome: result.outcome, output_type: outputType ?? "" };
  return result.status === "error"
    ? { ...common, output: null, error: "error", timestamp: result.updatedAt.toISOString() }
    : { ...common, output: result.output ?? null };
};
