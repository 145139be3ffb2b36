// The only ways to load a scenario: each names the organization that it must belong to, and most its workspace.
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type scenarioGenerations, scenarioGraphs, scenarios } from "@/db/schema";
import type { GivenGraph } from "@/lib/contracts/simulation/graph";
import { notFound } from "@/lib/errors";
import { inOrganization, inWorkspace, type Workspace } from "@/lib/owned-rows";

export type ScenarioRecord = typeof scenarios.$inferSelect;
export type GenerationRecord = typeof scenarioGenerations.$inferSelect;

/** Whether a job creates its first rows. Rows of tasks, calls and traces are known, and their recipe asks for none. */
export const isBuilt = ({ recipe }: Pick<ScenarioRecord, "recipe">): boolean => recipe.rows > 0;
export const isBuiltSql = sql<boolean>`coalesce((${scenarios.recipe}->>'rows')::int, 0) > 0`;

export async function scenarioInWorkspace(db: Database, workspace: Workspace, id: string): Promise<ScenarioRecord> {
  const [row] = await db
    .select()
    .from(scenarios)
    .where(and(inWorkspace(scenarios, workspace), eq(scenarios.id, id)));
  if (!row) throw notFound("Scenario not found.");
  return row;
}

/** The scenario, locked until the transaction ends: changes and requests for rows take turns. */
export async function lockScenario(db: Database, workspace: Workspace, id: string): Promise<ScenarioRecord> {
  const [row] = await db
    .select()
    .from(scenarios)
    .where(and(inWorkspace(scenarios, workspace), eq(scenarios.id, id)))
    .for("update");
  if (!row) throw notFound("Scenario not found.");
  return row;
}

/** For jobs, which have no caller: the scenario, locked; null if it was deleted. */
export async function holdScenario(db: Database, organizationId: string, id: string): Promise<ScenarioRecord | null> {
  const own = and(eq(scenarios.id, id), inOrganization(scenarios, organizationId));
  const [row] = await db.select().from(scenarios).where(own).for("update");
  return row ?? null;
}

export interface StandingGraph {
  graph: GivenGraph;
  /** From 1. */
  version: number;
}

/** The newest graph of each scenario that has one. */
export async function graphsOf(db: Database, scenarioIds: readonly string[]): Promise<Map<string, StandingGraph>> {
  if (scenarioIds.length === 0) return new Map();
  const newest = db
    .select({ graph: scenarioGraphs.graph, version: scenarioGraphs.version })
    .from(scenarioGraphs)
    .where(and(eq(scenarioGraphs.scenarioId, scenarios.id), isNull(scenarioGraphs.deletedAt)))
    .orderBy(desc(scenarioGraphs.version))
    .limit(1)
    .as("newest");
  const rows = await db
    .select({ id: scenarios.id, graph: newest.graph, version: newest.version })
    .from(scenarios)
    .innerJoinLateral(newest, sql`true`)
    .where(inArray(scenarios.id, [...scenarioIds]));
  return new Map(rows.map(({ id, ...status }) => [id, status]));
}
