// A request to write rows or columns: how it begins, and how it ends.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { scenarioGenerations, scenarios } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { seededRandom } from "@/lib/annotation/agreement/random";
import type { TraceChoice } from "@/lib/contracts/traces/trace-choice";
import type { DomainEvent } from "@/lib/events";
import { type GenerationRecord, graphsOf, isBuiltSql, type ScenarioRecord } from "./loaders";
import { assignedBranches, branchesOf } from "./rules/branches";
import { readGraph } from "./rules/graph";

interface GenerationRequest {
  kind: GenerationRecord["kind"];
  /** In writing order. */
  rowIds: readonly string[];
  columnIds: readonly string[];
  guidance: string;
  model: string | null;
  traces?: TraceChoice;
  mutationId?: string | null;
  createdBy?: string | null;
}

/** Stores the request with its rows, each with its branch. The event starts the work. The scenario must be locked. */
export async function startGeneration(
  tx: Database,
  scenario: ScenarioRecord,
  request: GenerationRequest,
): Promise<DomainEvent> {
  if (!scenario.datasetId) throw new Error("the scenario has a dataset");
  const { kind, columnIds, guidance, model } = request;
  const [generation] = await tx
    .insert(scenarioGenerations)
    .values({
      organizationId: scenario.organizationId,
      scenarioId: scenario.id,
      datasetId: scenario.datasetId,
      kind,
      columnIds: [...columnIds],
      guidance,
      model,
      traces: request.traces ?? null,
      seed: scenario.recipe.seed,
      mutationId: request.mutationId ?? null,
      createdBy: request.createdBy ?? scenario.createdBy,
    })
    .returning();
  if (!generation) throw new Error("the request was not stored");
  const graph = (await graphsOf(tx, [scenario.id])).get(scenario.id)?.graph;
  const { branches } = branchesOf(readGraph(graph ?? {}).graph);
  // Each request has its own seed, so that a request for more rows does not begin with the same branches.
  const random = seededRandom(`${scenario.recipe.seed} branches ${generation.kind === "create" ? "" : generation.id}`);
  const assigned = assignedBranches(branches, request.rowIds.length, random);
  const rows = request.rowIds.map((rowId, position) => ({
    row_id: rowId,
    place: position,
    branch: assigned[position]?.path ?? [],
  }));
  await tx.execute(sql`
    insert into generated_rows (generation_id, row_id, place, branch)
    select ${generation.id}::uuid, given.row_id, given.place,
      array(select jsonb_array_elements_text(given.branch))
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given(row_id uuid, place int, branch jsonb)`);
  return requested(generation);
}

export const requested = ({
  id,
  organizationId,
  round,
}: Pick<GenerationRecord, "id" | "organizationId" | "round">): DomainEvent => ({
  id: `scenario-rows-${id}-${round}`,
  name: "simulation/rows.requested",
  data: { generationId: id, organizationId, round },
});

/** How many rows of a generation are in each state, without rows that were deleted since. */
async function countsOf(db: Database, generationId: string) {
  const [counts] = await db.execute<{ total: number; done: number; failed: number; pending: number }>(sql`
    select count(*)::int as total, count(*) filter (where g.status = 'done')::int as done,
      count(*) filter (where g.status = 'failed')::int as failed, count(*) filter (where g.status = 'pending')::int as pending
    from generated_rows g join dataset_rows r on r.id = g.row_id and r.deleted_at is null
    where g.generation_id = ${generationId}`);
  return counts ?? { total: 0, done: 0, failed: 0, pending: 0 };
}

/** Ends a generation, with `left` as the reason for its open rows, and updates the scenario's status. */
export const endGeneration = (
  db: Database,
  organizationId: string,
  generationId: string,
  left: string | null,
): Promise<void> =>
  transaction(db, async (tx) => {
    const own = and(eq(scenarioGenerations.id, generationId), eq(scenarioGenerations.organizationId, organizationId));
    const [generation] = await tx.select().from(scenarioGenerations).where(own).for("update");
    if (generation?.status !== "running") return;
    if (left !== null)
      await tx.execute(sql`
        update generated_rows set status = 'failed', reason = ${left}, updated_at = now()
        where generation_id = ${generationId} and status = 'pending'`);
    const { pending, failed, total } = await countsOf(tx, generationId);
    if (pending > 0) return;
    const rows = failed === 1 ? "1 row" : `${failed} rows`;
    await tx
      .update(scenarioGenerations)
      .set({
        status: failed > 0 ? "failed" : "completed",
        error: failed > 0 ? `${rows} of ${total} could not be written.` : null,
        finishedAt: sql`now()`,
      })
      .where(own);
    await settleScenario(tx, generation.scenarioId);
  });

/**
 * The scenario's status by its rows: complete, partly failed, or failed. Unchanged until its first rows are written, if
 * a job writes them.
 */
export async function settleScenario(tx: Database, scenarioId: string): Promise<void> {
  const own = and(eq(scenarios.id, scenarioId), isNull(scenarios.deletedAt));
  const isCreate = sql`select from scenario_generations c where c.scenario_id = ${scenarioId} and c.kind = 'create'`;
  const [scenario] = await tx
    .select({
      waits: sql<boolean>`exists (${isCreate} and c.status = 'running') or ${isBuiltSql} and not exists (${isCreate})`,
      hasKnownRows: sql<boolean>`not (${isBuiltSql}) and exists (
        select from dataset_rows r where r.dataset_id = ${scenarios.datasetId} and r.deleted_at is null and not exists (
          select from generated_rows g join scenario_generations n on n.id = g.generation_id
          where g.row_id = r.id and n.scenario_id = ${scenarioId}))`,
    })
    .from(scenarios)
    .where(own);
  if (!scenario || scenario.waits) return;
  const [counts] = await tx.execute<{ failed: number; done: number; first: string | null }>(sql`
    select count(*) filter (where g.status = 'failed')::int as failed, count(*) filter (where g.status = 'done')::int as done,
      min(g.reason) filter (where g.status = 'failed') as first
    from scenario_generations n join generated_rows g on g.generation_id = n.id
    join dataset_rows r on r.id = g.row_id and r.deleted_at is null
    where n.scenario_id = ${scenarioId}`);
  const { failed, done, first } = counts ?? { failed: 0, done: 0, first: null };
  const hasRows = done > 0 || scenario.hasKnownRows;
  const status = failed === 0 ? "Completed" : hasRows ? "PartialCompleted" : "Failed";
  const error =
    failed === 0 ? null : `${failed === 1 ? "1 row" : `${failed} rows`} could not be written: ${first ?? ""}`;
  await tx.update(scenarios).set({ status, error }).where(own);
}
