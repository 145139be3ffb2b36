// Adds evaluations to an experiment that has ended: they evaluate the outputs that are there.
import { sql } from "drizzle-orm";
import { type evalBindings, evalRunEvaluations } from "@/db/schema";
import { textArray } from "@/db/text-array";
import type { Context } from "@/lib/context";
import { MAX_CELLS, MAX_RUN_EVALUATIONS } from "@/lib/contracts/evaluation/runs";
import { columnsInDataset, datasetInOrganization } from "@/lib/datasets/loaders";
import { conflict, invalid, invalidField, notFound } from "@/lib/errors";
import { evaluationsOfRun, isOver, lockRunInOrganization } from "../runs/loaders";
import { existingColumns, pinTemplate } from "../runs/start/pin";
import { resumeRun } from "../runs/start/retry-run";
import { templateInVersion } from "../templates/loaders";

type NewEvaluation = Pick<
  typeof evalBindings.$inferInsert,
  "name" | "templateId" | "versionNumber" | "mapping" | "params" | "model" | "errorLocalizer"
>;

/**
 * Pins the evaluations, gives each a cell for every output, and restarts the run. Must run in a transaction. Throws a
 * 409 while the experiment runs, and a 400 for an evaluation that does not read the output.
 */
export async function addEvaluations(
  context: Context,
  experimentId: string,
  added: readonly NewEvaluation[],
): Promise<void> {
  const { db, caller } = context;
  const run = await lockRunInOrganization(db, caller.organizationId, experimentId);
  if (!isOver(run)) throw conflict("The experiment is still running. Add evaluations after it has ended.");
  const parts = await evaluationsOfRun(db, run);
  const [task] = parts;
  if (!task) throw new Error("the experiment has no task");
  if (parts.length + added.length > MAX_RUN_EVALUATIONS + 1)
    throw invalid(`An experiment has at most ${MAX_RUN_EVALUATIONS} evaluations.`);
  if ((parts.length + added.length) * task.cells > MAX_CELLS)
    throw invalid(`A run has at most ${MAX_CELLS} cells. Apply fewer evaluations.`);
  const dataset = await datasetInOrganization(db, caller.organizationId, run.datasetId);
  const columns = await columnsInDataset(db, dataset);
  const pinned = await Promise.all(
    added.map(async ({ name, templateId, versionNumber, params, model, errorLocalizer, mapping }) => {
      const template = await templateInVersion(db, caller.organizationId, templateId, versionNumber ?? 0);
      if (!template) throw notFound("Evaluation template not found.");
      const byId = existingColumns(mapping, columns, "mapping");
      if (!Object.values(byId).includes(run.outputColumnId ?? ""))
        throw invalidField("mapping", `${template.name} does not read the output, so it would evaluate nothing.`);
      return pinTemplate(db, dataset, template, { name, params, model, errorLocalizer, mapping: byId });
    }),
  );
  const first = Math.max(...parts.map(({ order }) => order)) + 1;
  const stored = await db
    .insert(evalRunEvaluations)
    .values(
      pinned.map((one, index) => ({
        ...one,
        runId: run.id,
        order: first + index,
        cells: task.cells,
        judges: task.id,
      })),
    )
    .returning({ id: evalRunEvaluations.id });
  await db.execute(sql`
    insert into eval_run_cells (evaluation_id, row_id, repeat, run_id, position)
    select added.id, cell.row_id, cell.repeat, ${run.id}::uuid,
      (select max(position) from eval_run_cells where run_id = ${run.id}::uuid)
        + row_number() over (order by cell.position, added.number)
    from eval_run_cells as cell
    cross join unnest(${textArray(stored.map(({ id }) => id))}::uuid[]) with ordinality as added(id, number)
    where cell.evaluation_id = ${task.id}::uuid`);
  await resumeRun(context, run);
}
