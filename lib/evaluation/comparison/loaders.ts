// The only ways to load a run's evaluations.
import { and, asc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalRunEvaluations, evalRuns } from "@/db/schema";
import { invalidField, notFound } from "@/lib/errors";

export type RunRow = typeof evalRuns.$inferSelect;
export type RunEvaluationRow = typeof evalRunEvaluations.$inferSelect;
export interface RunWithEvaluations {
  run: RunRow;
  evaluations: RunEvaluationRow[];
}

/** A run with its evaluations in order, without prompts, which have no scores. Throws `not_found`. */
export async function runWithEvaluations(
  db: Database,
  organizationId: string,
  runId: string,
): Promise<RunWithEvaluations> {
  const [run] = await db
    .select()
    .from(evalRuns)
    .where(and(eq(evalRuns.id, runId), eq(evalRuns.organizationId, organizationId)));
  if (!run) throw notFound("Evaluation run not found.");
  const evaluations = await db
    .select()
    .from(evalRunEvaluations)
    .where(and(eq(evalRunEvaluations.runId, run.id), eq(evalRunEvaluations.kind, "evaluation")))
    .orderBy(asc(evalRunEvaluations.order));
  return { run, evaluations };
}

/** One of a run's evaluations. Throws a 400 that names the field. */
export function evaluationOf({ evaluations }: RunWithEvaluations, id: string, field: string): RunEvaluationRow {
  const found = evaluations.find((evaluation) => evaluation.id === id.toLowerCase());
  if (!found) throw invalidField(field, "The run has no such evaluation.");
  return found;
}
