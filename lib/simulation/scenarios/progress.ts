// The progress of writing a scenario's rows, and the retry of failed ones.
import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetRows, generatedRows, scenarioGenerations, scenarios } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/simulation/scenario-rows";
import { quantity } from "@/lib/datasets/present";
import { groupBy } from "@/lib/group-by";
import { inTransaction } from "@/lib/transaction";
import { requested, settleScenario } from "./generation";
import { isBuilt, lockScenario, type ScenarioRecord, scenarioInWorkspace } from "./loaders";

export const retryScenario: Verb<typeof contracts.retryScenario> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller, emit } = inner;
    const scenario = await lockScenario(db, caller, input.scenario_id);
    const model = input.generator_model || null;
    if (scenario.status === "Failed" && isBuilt(scenario) && !(await isPlanned(db, scenario))) {
      const recipe = model ? { ...scenario.recipe, generator_model: model } : scenario.recipe;
      await db
        .update(scenarios)
        .set({ status: "Processing", error: null, recipe })
        .where(eq(scenarios.id, scenario.id));
      await emit({
        id: `scenario-requested-${scenario.id}-${crypto.randomUUID()}`,
        name: "simulation/scenario.requested",
        data: { scenarioId: scenario.id, organizationId: scenario.organizationId },
      });
      return { message: "The scenario is being created again.", rows: 0 };
    }
    const again = await reopened(db, scenario, model);
    for (const generation of again) await emit(requested(generation));
    const rows = again.reduce((sum, { size }) => sum + size, 0);
    if (rows === 0) await settleScenario(db, scenario.id);
    else await db.update(scenarios).set({ status: "Processing", error: null }).where(eq(scenarios.id, scenario.id));
    return { message: rows === 0 ? "Nothing has failed." : `${quantity(rows, "row")} will be written again.`, rows };
  });

async function isPlanned(db: Database, { id }: ScenarioRecord): Promise<boolean> {
  const own = and(eq(scenarioGenerations.scenarioId, id), eq(scenarioGenerations.kind, "create"));
  const [known] = await db.select({ id: scenarioGenerations.id }).from(scenarioGenerations).where(own);
  return known !== undefined;
}

/** Reopens the failed rows and their requests. */
async function reopened(db: Database, scenario: ScenarioRecord, model: string | null) {
  const opened = await db.execute<{ generation_id: string }>(sql`
    update generated_rows g set status = 'pending', attempts = 0, updated_at = now()
    from scenario_generations n, dataset_rows r
    where n.id = g.generation_id and n.scenario_id = ${scenario.id} and n.status <> 'running' and g.status = 'failed'
      and r.id = g.row_id and r.deleted_at is null
    returning g.generation_id`);
  const sizes = groupBy(opened, ({ generation_id: id }) => id);
  if (sizes.size === 0) return [];
  const changed = await db
    .update(scenarioGenerations)
    .set({
      status: "running",
      error: null,
      finishedAt: null,
      round: sql`${scenarioGenerations.round} + 1`,
      ...(model ? { model } : {}),
    })
    .where(inArray(scenarioGenerations.id, [...sizes.keys()]))
    .returning();
  return changed.map((generation) => ({ ...generation, size: sizes.get(generation.id)?.length ?? 0 }));
}

const MAX_GENERATIONS = 20;

/** For all requests that are shown. */
const MAX_FAILURES = 50;

export const getScenarioProgress: Verb<typeof contracts.getScenarioProgress> = async ({ db, caller }, input) => {
  const scenario = await scenarioInWorkspace(db, caller, input.scenario_id);
  const generations = await db
    .select()
    .from(scenarioGenerations)
    .where(eq(scenarioGenerations.scenarioId, scenario.id))
    .orderBy(desc(scenarioGenerations.createdAt), desc(scenarioGenerations.id))
    .limit(MAX_GENERATIONS);
  const ids = generations.map(({ id }) => id);
  const [counts, failures] = ids.length > 0 ? await Promise.all([countsOf(db, ids), failuresOf(db, ids)]) : [[], []];
  return {
    scenario_id: scenario.id,
    status: scenario.status,
    error: scenario.error,
    is_writing: scenario.status === "Processing" || generations.some(({ status }) => status === "running"),
    generations: generations.map((generation) => {
      const own = counts.find(({ id }) => id === generation.id);
      return {
        id: generation.id,
        kind: generation.kind,
        status: generation.status,
        error: generation.error,
        guidance: generation.guidance,
        total: own?.total ?? 0,
        written: own?.done ?? 0,
        failed: own?.failed ?? 0,
        waiting: own?.pending ?? 0,
        traces: generation.traces ? { seen: generation.tracesSeen, left_out: generation.tracesLeftOut } : null,
        writers: own?.writers ?? [],
        created_at: generation.createdAt.toISOString(),
        finished_at: generation.finishedAt?.toISOString() ?? null,
        failures: failures
          .filter(({ id }) => id === generation.id)
          .map(({ rowId, order, reason, attempts }) => ({ row_id: rowId, order, reason: reason ?? "", attempts })),
      };
    }),
  };
};

const countsOf = (db: Database, ids: readonly string[]) =>
  db.execute<{ id: string; total: number; done: number; failed: number; pending: number; writers: string[] }>(sql`
    select g.generation_id as id, count(*)::int as total, count(*) filter (where g.status = 'done')::int as done,
      count(*) filter (where g.status = 'failed')::int as failed, count(*) filter (where g.status = 'pending')::int as pending,
      coalesce(array_agg(distinct g.writer) filter (where g.writer is not null), '{}') as writers
    from generated_rows g join dataset_rows r on r.id = g.row_id and r.deleted_at is null
    where g.generation_id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)::uuid)
    group by g.generation_id`);

const failuresOf = (db: Database, ids: string[]) =>
  db
    .select({
      id: generatedRows.generationId,
      rowId: generatedRows.rowId,
      order: datasetRows.order,
      reason: generatedRows.reason,
      attempts: generatedRows.attempts,
    })
    .from(generatedRows)
    .innerJoin(datasetRows, and(eq(datasetRows.id, generatedRows.rowId), isNull(datasetRows.deletedAt)))
    .where(and(inArray(generatedRows.generationId, ids), eq(generatedRows.status, "failed")))
    .orderBy(asc(datasetRows.order))
    .limit(MAX_FAILURES);
