// The only ways to load a run: each names the organization that it must belong to.
import { and, asc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetVersions, evalRunEvaluations, evalRuns } from "@/db/schema";
import { notFound } from "@/lib/errors";

export type { AgentTask } from "@/lib/contracts/evaluation/shapes/run-shapes";
export type RunRow = typeof evalRuns.$inferSelect;
export type EvaluationRow = typeof evalRunEvaluations.$inferSelect;

const own = (organizationId: string, id: string) =>
  and(eq(evalRuns.id, id), eq(evalRuns.organizationId, organizationId));

export async function runInOrganization(db: Database, organizationId: string, id: string): Promise<RunRow> {
  const [row] = await db.select().from(evalRuns).where(own(organizationId, id));
  if (!row) throw notFound("Evaluation run not found.");
  return row;
}

/** The run, locked until the transaction ends. */
export async function lockRunInOrganization(db: Database, organizationId: string, id: string): Promise<RunRow> {
  const [row] = await db.select().from(evalRuns).where(own(organizationId, id)).for("update");
  if (!row) throw notFound("Evaluation run not found.");
  return row;
}

export const evaluationsOfRun = (db: Database, run: Pick<RunRow, "id">): Promise<EvaluationRow[]> =>
  db
    .select()
    .from(evalRunEvaluations)
    .where(eq(evalRunEvaluations.runId, run.id))
    .orderBy(asc(evalRunEvaluations.order));

/** The version whose rows the run works on; a run keeps it from being deleted. */
export async function versionOfRun(
  db: Database,
  { datasetVersionId }: Pick<RunRow, "datasetVersionId">,
): Promise<{ id: string; number: number; name: string } | null> {
  if (datasetVersionId === null) return null;
  const [version] = await db
    .select({ id: datasetVersions.id, number: datasetVersions.number, name: datasetVersions.name })
    .from(datasetVersions)
    .where(eq(datasetVersions.id, datasetVersionId));
  return version ?? null;
}

export const cellsOf = (evaluations: readonly EvaluationRow[]): number =>
  evaluations.reduce((all, { cells }) => all + cells, 0);

export const isOver = ({ status }: Pick<RunRow, "status">): boolean => status !== "pending" && status !== "running";
