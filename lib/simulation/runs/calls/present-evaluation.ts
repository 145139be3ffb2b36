// The evaluations of calls as their contract shows them.
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
      said: callEvaluations,
      pinned: testExecutionEvaluations,
      templateType: evalTemplates.templateType,
      evalType: evalTemplates.evalType,
      outputType: sql<string | null>`${evalTemplateVersions.definition}->>'output'`,
      isGone: evalBindings.deletedAt,
      localization: evalLogs.localization,
      // Of the inputs only those that are shown.
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
  return rows.filter(({ isGone }) => isGone === null).map((row) => ({ ...row, callId: row.said.callId }));
}

export type Evaluated = Awaited<ReturnType<typeof evaluationsIn>>[number];

export const presentEvaluation = ({
  said,
  pinned,
  outputType,
  templateType,
  evalType,
  localization,
  inputs,
}: Evaluated) => ({
  id: pinned.bindingId,
  name: pinned.name,
  value: said.output ?? null,
  output: said.output ?? null,
  outcome: said.outcome,
  score: said.score,
  passed: said.passed,
  reason: said.reason,
  type: evalType ?? "",
  output_type: outputType ?? "",
  template_type: templateType ?? "single",
  visible: true,
  error: said.status === "error",
  status: said.status,
  skipped: said.status === "skipped",
  generation: pinned.generation,
  template_id: pinned.templateId,
  template_version: pinned.versionNumber,
  fingerprint: said.fingerprint,
  log_id: said.logId,
  error_localizer: pinned.errorLocalizer,
  error_localizer_status: localization?.status ?? null,
  error_localizer_message: localization?.message ?? null,
  ...errorDetailsOf(localization, inputs ?? {}),
});

export const outputOf = ({ said, pinned, outputType }: Evaluated): Record<string, unknown> => {
  if (said.status === "pending") return { status: "pending" };
  if (said.status === "skipped") return { status: "skipped", skipped: true, reason: said.reason };
  const common = { name: pinned.name, reason: said.reason, outcome: said.outcome, output_type: outputType ?? "" };
  return said.status === "error"
    ? { ...common, output: null, error: "error", timestamp: said.updatedAt.toISOString() }
    : { ...common, output: said.output ?? null };
};
