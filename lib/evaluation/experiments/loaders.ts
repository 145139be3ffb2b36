// The only ways to load experiments: each names the organization that they must belong to.
import { and, asc, eq, inArray, isNotNull, type SQL } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalRunEvaluations, evalRuns } from "@/db/schema";
import { invalid, notFound } from "@/lib/errors";
import type { EvaluationRow, RunRow } from "../runs/loaders";

type Task = NonNullable<RunRow["task"]>;

export interface Experiment {
  run: RunRow & { task: Task };
  /** The part that has the outputs. */
  task: EvaluationRow;
  evaluations: EvaluationRow[];
}

export const experimentsOf = (organizationId: string): SQL | undefined =>
  and(eq(evalRuns.organizationId, organizationId), isNotNull(evalRuns.task));

const isExperiment = (run: RunRow): run is Experiment["run"] => run.task !== null;

/** The runs with their parts, in the order of the runs. */
export async function withParts(db: Database, runs: readonly RunRow[]): Promise<Experiment[]> {
  if (runs.length === 0) return [];
  const parts = await db
    .select()
    .from(evalRunEvaluations)
    .where(
      inArray(
        evalRunEvaluations.runId,
        runs.map(({ id }) => id),
      ),
    )
    .orderBy(asc(evalRunEvaluations.order));
  return runs.filter(isExperiment).flatMap((run) => {
    const [task, ...evaluations] = parts.filter(({ runId }) => runId === run.id);
    return task ? [{ run, task, evaluations }] : [];
  });
}

/** The experiment's run, locked until the transaction ends. */
export async function lockExperimentInOrganization(
  db: Database,
  organizationId: string,
  id: string,
): Promise<Experiment["run"]> {
  const [run] = await db
    .select()
    .from(evalRuns)
    .where(and(experimentsOf(organizationId), eq(evalRuns.id, id)))
    .for("update");
  if (!run || !isExperiment(run)) throw notFound("Experiment not found.");
  return run;
}

/** In the order of the ids. Throws a 404 if one is missing, a 400 if they are over different datasets or named twice. */
export async function experimentsInOrganization(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<[Experiment, ...Experiment[]]> {
  const lowered = ids.map((id) => id.toLowerCase());
  if (new Set(lowered).size < lowered.length) throw invalid("An experiment is named twice.");
  const runs = await db
    .select()
    .from(evalRuns)
    .where(and(experimentsOf(organizationId), inArray(evalRuns.id, lowered)));
  const found = await withParts(db, runs);
  const [first, ...others] = lowered.map((id) => {
    const experiment = found.find(({ run }) => run.id === id);
    if (!experiment) throw notFound("Experiment not found.");
    return experiment;
  });
  if (!first) throw notFound("Experiment not found.");
  if (others.some(({ run }) => run.datasetId !== first.run.datasetId))
    throw invalid("The experiments use different datasets, so they have no rows in common.");
  return [first, ...others];
}
