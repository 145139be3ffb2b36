import { and, count, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { agentDefinitions, scenarioGraphs, scenarios, simulatorAgents } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as scenarioRowsContracts from "@/lib/contracts/simulation/scenario-rows";
import type * as contracts from "@/lib/contracts/simulation/scenarios";
import { conflict, invalid, invalidField } from "@/lib/errors";
import { inOrganization, inWorkspace } from "@/lib/owned-rows";
import { assertPage, hasText, newestFirst, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { assertGraph } from "./graphs";
import { lockScenario, type ScenarioRecord, scenarioInWorkspace } from "./loaders";
import { presentDetail, presentListed } from "./present";

export const listScenarios: Verb<typeof contracts.listScenarios> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(input);
  const { search, agent_definition_id: agentId, agent_type: type } = input;
  const where = and(
    inWorkspace(scenarios, caller),
    search ? or(hasText(scenarios.name, search), hasText(scenarios.source, search)) : undefined,
    agentId ? eq(scenarios.agentDefinitionId, agentId) : undefined,
    type ? ofType(type) : undefined,
  );
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(scenarios).where(where),
    db
      .select()
      .from(scenarios)
      .where(where)
      .orderBy(newestFirst(scenarios.createdAt), scenarios.id)
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: await presentListed(db, rows) };
};

/** Scenarios for prompts are text. */
function ofType(type: "voice" | "text"): SQL | undefined {
  const agents = sql`exists (select 1 from ${agentDefinitions} where ${agentDefinitions.id} = ${scenarios.agentDefinitionId} and ${agentDefinitions.agentType} = ${type})`;
  return type === "text"
    ? or(eq(scenarios.sourceType, "prompt"), agents)
    : and(eq(scenarios.sourceType, "agent_definition"), agents);
}

export const getScenario: Verb<typeof contracts.getScenario> = async ({ db, caller }, { scenario_id: id }) =>
  presentDetail(db, await scenarioInWorkspace(db, caller, id));

export const editScenario: Verb<typeof contracts.editScenario> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const scenario = await lockScenario(db, caller, input.scenario_id);
    if (input.prompt !== undefined) await writePrompt(inner, scenario, input.prompt, "prompt", input.base_prompt);
    if (input.graph) await addGraph(inner, scenario, assertGraph(input.graph, "graph"), input.base_graph_version);
    const { name = scenario.name, description = scenario.description } = input;
    const [changed] = await db
      .update(scenarios)
      .set({ name, description })
      .where(eq(scenarios.id, scenario.id))
      .returning();
    const [presented] = await presentListed(db, changed ? [changed] : []);
    if (!presented) throw new Error("the locked scenario no longer exists");
    return { message: "Scenario updated successfully", scenario: presented };
  });

/** Throws a 409 if the prompt is no longer `base`. The scenario must be locked. */
async function writePrompt(
  { db, caller }: Context,
  scenario: ScenarioRecord,
  prompt: string,
  field: string,
  base?: string,
) {
  const own = and(
    eq(simulatorAgents.id, scenario.simulatorAgentId ?? sql`null`),
    inOrganization(simulatorAgents, caller.organizationId),
  );
  const [simulator] = await db
    .select({ prompt: simulatorAgents.prompt })
    .from(simulatorAgents)
    .where(own)
    .for("update");
  if (!simulator) throw invalidField(field, "The scenario has no simulator agent.");
  if (base !== undefined && base !== simulator.prompt) throw conflict("The prompt has changed since you loaded it.");
  await db.update(simulatorAgents).set({ prompt }).where(own);
}

/**
 * Stores the graph as the scenario's newest version. The scenario must be locked. Throws a 409 if the newest is not
 * version `base`.
 */
async function addGraph(
  { db, caller }: Context,
  scenario: ScenarioRecord,
  graph: Record<string, unknown>,
  base?: number,
) {
  const [newest] = await db
    .select({ version: sql<number>`coalesce(max(${scenarioGraphs.version}), 0)` })
    .from(scenarioGraphs)
    .where(eq(scenarioGraphs.scenarioId, scenario.id));
  const currentVersion = newest?.version ?? 0;
  if (base !== undefined && base !== currentVersion) {
    throw conflict(`The graph has changed since you loaded it. Its version is now ${currentVersion}.`);
  }
  await db.insert(scenarioGraphs).values({
    scenarioId: scenario.id,
    version: currentVersion + 1,
    graph,
    source: "edited",
    createdBy: caller.userId,
  });
}

export const updateScenarioPrompts: Verb<typeof contracts.updateScenarioPrompts> = (context, input) =>
  inTransaction(context, async (inner) => {
    const scenario = await lockScenario(inner.db, inner.caller, input.scenario_id);
    await writePrompt(inner, scenario, input.prompts, "prompts");
    return { message: "Prompts updated successfully", prompts: input.prompts };
  });

export const deleteScenario: Verb<typeof contracts.deleteScenario> = (context, input) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const scenario = await lockScenario(db, caller, input.scenario_id);
    const deletedAt = now();
    await db.update(scenarios).set({ deletedAt }).where(eq(scenarios.id, scenario.id));
    await db.update(scenarioGraphs).set({ deletedAt }).where(eq(scenarioGraphs.scenarioId, scenario.id));
    return { message: "Scenario deleted successfully" };
  });

const MAX_NAMED = 100;
const givenIds = z.array(z.guid()).max(MAX_NAMED);

export const getScenarioColumns: Verb<typeof scenarioRowsContracts.getScenarioColumns> = async (
  { db, caller },
  input,
) => {
  const ids = readIds(input.scenarios);
  const rows =
    ids.length > 0
      ? await db
          .select()
          .from(scenarios)
          .where(and(inWorkspace(scenarios, caller), inArray(scenarios.id, ids)))
          .orderBy(newestFirst(scenarios.createdAt), scenarios.id)
      : [];
  return { column_configs: await presentListed(db, rows) };
};

function readIds(text: string): string[] {
  try {
    return givenIds.parse(JSON.parse(text));
  } catch (cause) {
    const message = `Must be a JSON list of at most ${MAX_NAMED} ids.`;
    throw invalid(`scenarios: ${message}`, { fields: { scenarios: [message] }, cause });
  }
}
