// The evaluations that judge an execution's calls.
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalBindings, evalTemplateVersions, testExecutionEvaluations } from "@/db/schema";

export interface PinnedEvaluation extends Readonly<typeof testExecutionEvaluations.$inferSelect> {
  /** A composite that combines no scores. It has no score by design, so it judges nothing. */
  keepsPartsApart: boolean;
}

const definition = evalTemplateVersions.definition;

/** The last pinned evaluation of each binding that is not deleted. */
export async function currentEvaluations(db: Database, executionId: string): Promise<PinnedEvaluation[]> {
  const rows = await db
    .select({
      evaluation: testExecutionEvaluations,
      keepsPartsApart: sql<boolean>`coalesce(jsonb_array_length(${definition}->'children') > 0 and ${definition}->>'aggregation' is null, false)`,
    })
    .from(testExecutionEvaluations)
    .innerJoin(
      evalBindings,
      and(eq(evalBindings.id, testExecutionEvaluations.bindingId), isNull(evalBindings.deletedAt)),
    )
    .leftJoin(
      evalTemplateVersions,
      and(
        eq(evalTemplateVersions.templateId, testExecutionEvaluations.templateId),
        eq(evalTemplateVersions.number, testExecutionEvaluations.versionNumber),
      ),
    )
    .where(eq(testExecutionEvaluations.executionId, executionId))
    .orderBy(asc(testExecutionEvaluations.generation), asc(evalBindings.createdAt), asc(evalBindings.id));
  return [
    ...new Map(
      rows.map(({ evaluation, keepsPartsApart }) => [evaluation.bindingId, { ...evaluation, keepsPartsApart }]),
    ).values(),
  ];
}
