// Templates and runs that tests start from.
import { evalLogs, evalRunCells, evalRunEvaluations, evalRuns, evalTemplates, evalTemplateVersions } from "@/db/schema";
import type { Context } from "@/lib/context";
import type { TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import { plainDefinition } from "./templates/catalogue";
import { fingerprintOf } from "./templates/fingerprint";

/** A template in the caller's organization with inputs `input` and `output`, judged by the sandbox. Returns its id. */
export async function createTestTemplate(
  { db, caller }: Context,
  change: Partial<TemplateDefinition> = {},
  name = `own-${crypto.randomUUID()}`,
) {
  const { organizationId, workspaceId } = caller;
  const own = {
    instructions: "Does {{output}} answer {{input}}?",
    required_keys: ["input", "output"],
    model: "sandbox/judge",
  };
  const aggregation = change.children ? ("weighted_avg" as const) : null;
  const definition = { ...plainDefinition, ...own, aggregation, ...change };
  const [template] = await db
    .insert(evalTemplates)
    .values({ organizationId, workspaceId, name, evalType: "llm" })
    .returning();
  if (!template) throw new Error("the template was not stored");
  const version = { templateId: template.id, number: 1, definition, fingerprint: fingerprintOf(definition) };
  await db.insert(evalTemplateVersions).values(version);
  return template.id;
}

type Log = typeof evalLogs.$inferInsert;

/** Writes runs of a template as if they had been logged. Returns their ids in order. */
export async function createTestLogs({ db, caller }: Context, templateId: string, logs: readonly Partial<Log>[]) {
  const { organizationId, workspaceId } = caller;
  const plain = {
    organizationId,
    workspaceId,
    templateId,
    versionNumber: 1,
    source: "eval_playground",
    status: "success",
    outcome: "scored",
    mapping: {},
    fingerprint: "f",
    executionMs: 1,
  } as const;
  const rows = await db
    .insert(evalLogs)
    .values(logs.map((log) => ({ ...plain, ...log })))
    .returning({ id: evalLogs.id });
  return rows.map(({ id }) => id);
}

type Cell = Partial<typeof evalRunCells.$inferInsert> & { rowId: string };

/** Writes a completed run of one evaluation with these cells. Returns its ids. */
export async function createTestRun(
  { db, caller }: Context,
  datasetId: string,
  cells: readonly Cell[],
  pinned: Partial<typeof evalRunEvaluations.$inferInsert> = {},
) {
  const { organizationId, workspaceId } = caller;
  const rowCount = new Set(cells.map(({ rowId }) => rowId)).size;
  const name = `Run ${crypto.randomUUID()}`;
  const [run] = await db
    .insert(evalRuns)
    .values({ organizationId, workspaceId, datasetId, name, status: "completed", rowCount, atOnce: 1 })
    .returning();
  if (!run) throw new Error("the run was not stored");
  const withOutcome = (outcome: Cell["outcome"]) =>
    cells.filter((cell) => (cell.outcome ?? "scored") === outcome).length;
  const [evaluation] = await db
    .insert(evalRunEvaluations)
    .values({
      runId: run.id,
      kind: "evaluation",
      order: 0,
      name: "Right",
      fingerprint: "f",
      cells: cells.length,
      scored: withOutcome("scored"),
      unscored: withOutcome("unscored"),
      errors: withOutcome("error"),
      ...pinned,
    })
    .returning();
  if (!evaluation) throw new Error("the evaluation was not stored");
  const { id } = evaluation;
  if (cells.length > 0)
    await db.insert(evalRunCells).values(
      cells.map((cell, position) => ({
        outcome: "scored" as const,
        ...cell,
        evaluationId: id,
        runId: run.id,
        position,
      })),
    );
  return { run_id: run.id, evaluation_id: id };
}
