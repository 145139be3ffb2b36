import { and, asc, count, desc, eq, ilike, inArray, isNull, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import {
  agentDefinitions,
  agentVersions,
  callExecutions,
  datasetRows,
  evalBindings,
  runTestScenarios,
  runTests,
  scenarios,
  simulatorAgents,
  testExecutions,
} from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import { runSettings } from "@/lib/contracts/simulation/call-parts";
import type * as contracts from "@/lib/contracts/simulation/run-tests";
import { type Failure, invalid, invalidField } from "@/lib/errors";
import { assertPage, contains, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { standings } from "../agents/loaders";
import { presentListed } from "../agents/present";
import { snapshotOf } from "../agents/rules/configuration";
import { copiedBindings, newBindings, presentBindings, storeBindings } from "./eval-configs";
import { definedOf, namedSimulator } from "./given";
import { evaluationsOf, lockRunTest, ownRunTests, type RunTestRow, runTestInWorkspace, type Scope } from "./loaders";

const taken = (name: string): Failure => invalidField("name", `A run test named ${name} already exists.`);

/** Throws a 400 on the field unless the agent, and the version if one is named, are the workspace's. */
async function namedAgent(
  db: Database,
  scope: Scope,
  agentId: string,
  versionId: string | null | undefined,
  field = "agent_version",
) {
  const ofAgent = and(eq(agentVersions.agentId, agentDefinitions.id), isNull(agentVersions.deletedAt));
  const [agent] = await db
    .select({ id: agentDefinitions.id, versionId: agentVersions.id })
    .from(agentDefinitions)
    .leftJoin(agentVersions, and(ofAgent, versionId ? eq(agentVersions.id, versionId) : sql`false`))
    .where(
      and(
        eq(agentDefinitions.id, agentId),
        eq(agentDefinitions.organizationId, scope.organizationId),
        eq(agentDefinitions.workspaceId, scope.workspaceId),
        isNull(agentDefinitions.deletedAt),
      ),
    );
  if (!agent) throw invalidField("agent_definition_id", "There is no such agent.");
  if (versionId && !agent.versionId) throw invalidField(field, "The agent has no such version.");
  return agent;
}

/** Those ids in their order, each once. Throws a 400 that lists what is missing. */
async function scenarioIdsOf(db: Database, scope: Scope, ids: readonly string[], field: string): Promise<string[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  const found = await db
    .select({ id: scenarios.id })
    .from(scenarios)
    .where(
      and(
        inArray(scenarios.id, wanted),
        eq(scenarios.organizationId, scope.organizationId),
        eq(scenarios.workspaceId, scope.workspaceId),
        isNull(scenarios.deletedAt),
      ),
    );
  const known = new Set(found.map(({ id }) => id));
  const missing = wanted.filter((id) => !known.has(id));
  if (missing.length > 0) throw invalidField(field, `There is no such scenario: ${missing.slice(0, 20).join(", ")}.`);
  return wanted;
}

/** The rows that a request names, of any dataset of the organization; a 400 where one is not there. */
async function namedRows(db: Database, { organizationId }: Scope, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (wanted.length === 0) return [];
  const found = await db
    .select({ id: datasetRows.id })
    .from(datasetRows)
    .where(
      and(
        inArray(datasetRows.id, wanted),
        eq(datasetRows.organizationId, organizationId),
        isNull(datasetRows.deletedAt),
      ),
    );
  if (found.length === wanted.length) return wanted;
  const known = new Set(found.map(({ id }) => id));
  throw invalidField("dataset_row_ids", `There is no such row: ${wanted.find((id) => !known.has(id))}.`);
}

async function setScenarios(db: Database, runTestId: string, ids: readonly string[]): Promise<void> {
  await db.delete(runTestScenarios).where(eq(runTestScenarios.runTestId, runTestId));
  await db.insert(runTestScenarios).values(ids.map((scenarioId, place) => ({ runTestId, scenarioId, place })));
}

export const createRunTest: Verb<typeof contracts.createRunTest> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    await namedAgent(db, caller, input.agent_definition_id, input.agent_version);
    await namedSimulator(db, caller, input.simulator_agent_id, "simulator_agent_id");
    const scenarioIds = await scenarioIdsOf(db, caller, input.scenario_ids, "scenario_ids");
    const { organizationId, workspaceId, userId } = caller;
    const [run] = await db
      .insert(runTests)
      .values({
        organizationId,
        workspaceId,
        name: input.name,
        description: input.description,
        agentDefinitionId: input.agent_definition_id,
        agentVersionId: input.agent_version ?? null,
        simulatorAgentId: input.simulator_agent_id ?? null,
        datasetRowIds: await namedRows(db, caller, input.dataset_row_ids),
        enableToolEvaluation: input.enable_tool_evaluation,
        settings: runSettings.parse(definedOf(input.settings)),
        createdBy: userId,
      })
      .onConflictDoNothing()
      .returning();
    if (!run) throw taken(input.name);
    await setScenarios(db, run.id, scenarioIds);
    await storeBindings(db, [
      ...(await copiedBindings(inner, run.id, input.eval_config_ids)),
      ...(await newBindings(inner, run.id, input.evaluations_config)),
    ]);
    return presentRunTest(db, run);
  });

const presentRunTest = async (db: Database, run: RunTestRow) => {
  const [shown] = await presentRunTests(db, [run]);
  if (!shown) throw new Error("expected exactly one presented run test");
  return shown;
};

async function presentRunTests(db: Database, runs: readonly RunTestRow[]) {
  const ids = runs.map(({ id }) => id);
  const idsOf = (pick: (run: RunTestRow) => string | null) => [...new Set(runs.flatMap((run) => pick(run) ?? []))];
  const agentIds = idsOf((run) => run.agentDefinitionId);
  const [links, agents, currentVersions, versions, simulators, bindings] = await Promise.all([
    db
      .select({ runTestId: runTestScenarios.runTestId, scenario: scenarios })
      .from(runTestScenarios)
      .innerJoin(scenarios, and(eq(scenarios.id, runTestScenarios.scenarioId), isNull(scenarios.deletedAt)))
      .where(inArray(runTestScenarios.runTestId, ids))
      .orderBy(asc(runTestScenarios.place)),
    db.select().from(agentDefinitions).where(inArray(agentDefinitions.id, agentIds)),
    standings(db, agentIds),
    db
      .select()
      .from(agentVersions)
      .where(
        inArray(
          agentVersions.id,
          idsOf((run) => run.agentVersionId),
        ),
      ),
    db
      .select()
      .from(simulatorAgents)
      .where(
        inArray(
          simulatorAgents.id,
          idsOf((run) => run.simulatorAgentId),
        ),
      ),
    Promise.all(ids.map((id) => evaluationsOf(db, id))),
  ]);
  const [first] = runs;
  const shown = first ? await presentBindings(db, first.organizationId, bindings.flat()) : [];
  const byBinding = new Map(shown.map((binding) => [binding.id, binding]));
  return runs.map((run, index) => {
    const own = links.filter(({ runTestId }) => runTestId === run.id).map(({ scenario }) => scenario);
    const evaluations = (bindings[index] ?? []).flatMap(({ id }) => byBinding.get(id) ?? []);
    const agent = agents.find(({ id }) => id === run.agentDefinitionId);
    // One that is deleted has none.
    const current = currentVersions.get(run.agentDefinitionId);
    const version = versions.find(({ id }) => id === run.agentVersionId);
    const simulator = simulators.find(({ id }) => id === run.simulatorAgentId);
    return {
      id: run.id,
      name: run.name,
      description: run.description,
      agent_definition: run.agentDefinitionId,
      agent_version: version
        ? {
            id: version.id,
            name: `v${version.number}`,
            configuration_snapshot: snapshotOf(version.configuration, version.commitMessage),
          }
        : null,
      agent_definition_detail: agent && current ? presentListed(agent, current) : null,
      source_type: "agent_definition" as const,
      source_type_display: "Agent Definition",
      prompt_template: null,
      prompt_template_detail: null,
      prompt_version: null,
      prompt_version_detail: null,
      scenarios: own.map(({ id }) => id),
      scenarios_detail: own.map(({ id, name, status, kind, datasetId, description }) => ({
        id,
        name,
        description,
        status,
        scenario_type: kind,
        dataset: datasetId,
      })),
      dataset_row_ids: run.datasetRowIds,
      simulator_agent: run.simulatorAgentId,
      simulator_agent_detail: simulator
        ? { id: simulator.id, name: simulator.name, prompt: simulator.prompt, ...simulator.settings }
        : null,
      simulate_eval_configs: evaluations.map(({ id }) => id),
      simulate_eval_configs_detail: evaluations,
      evals_detail: evaluations,
      evals: evaluations,
      organization: run.organizationId,
      workspace: run.workspaceId,
      enable_tool_evaluation: run.enableToolEvaluation,
      settings: runSettings.parse(run.settings),
      created_at: run.createdAt.toISOString(),
      updated_at: run.updatedAt.toISOString(),
      last_run_at: run.lastRunAt?.toISOString() ?? null,
      deleted: false,
      deleted_at: null,
    };
  });
}

export const listRunTests: Verb<typeof contracts.listRunTests> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(input);
  const isPrompt = input.simulation_type === "prompt" || input.prompt_template_id !== undefined;
  const part = input.search?.trim() ? contains(input.search.trim()) : null;
  const where = and(
    ownRunTests(caller),
    isPrompt ? sql`false` : undefined,
    part ? or(ilike(runTests.name, part), ilike(agentDefinitions.name, part)) : undefined,
  );
  const joined = eq(agentDefinitions.id, runTests.agentDefinitionId);
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(runTests).leftJoin(agentDefinitions, joined).where(where),
    db
      .select({ run: runTests })
      .from(runTests)
      .leftJoin(agentDefinitions, joined)
      .where(where)
      .orderBy(desc(runTests.createdAt), desc(runTests.id))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  const results = await presentRunTests(
    db,
    rows.map(({ run }) => run),
  );
  return { count: all, page, limit, results };
};

export const getRunTest: Verb<typeof contracts.getRunTest> = async ({ db, caller }, { run_test_id }) =>
  presentRunTest(db, await runTestInWorkspace(db, caller, run_test_id));

async function changeRunTest(db: Database, run: RunTestRow, change: Partial<typeof runTests.$inferInsert>) {
  try {
    const [changed] = await db
      .update(runTests)
      .set({ ...change, updatedAt: sql`now()` })
      .where(eq(runTests.id, run.id))
      .returning();
    return await presentRunTest(db, changed ?? run);
  } catch (error) {
    throw databaseErrorCode(error) === "23505" ? taken(change.name ?? "") : error;
  }
}

export const updateRunTest: Verb<typeof contracts.updateRunTest> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const run = await lockRunTest(db, caller, input.run_test_id);
    return changeRunTest(db, run, {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.description === undefined ? {} : { description: input.description }),
      ...(input.enable_tool_evaluation === undefined ? {} : { enableToolEvaluation: input.enable_tool_evaluation }),
      ...(input.dataset_row_ids ? { datasetRowIds: await namedRows(db, caller, input.dataset_row_ids) } : {}),
      ...(input.settings ? { settings: runSettings.parse({ ...run.settings, ...definedOf(input.settings) }) } : {}),
    });
  });

export const updateRunTestComponents: Verb<typeof contracts.updateRunTestComponents> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const run = await lockRunTest(db, caller, input.run_test_id);
    const agentDefinitionId = input.agent_definition_id?.toLowerCase() ?? run.agentDefinitionId;
    // Another agent has no versions of this one.
    const kept = agentDefinitionId === run.agentDefinitionId ? run.agentVersionId : null;
    const agentVersionId = input.version === undefined ? kept : input.version;
    await namedAgent(db, caller, agentDefinitionId, agentVersionId, "version");
    await namedSimulator(db, caller, input.simulator_agent_id, "simulator_agent_id");
    if (input.scenarios) await setScenarios(db, run.id, await scenarioIdsOf(db, caller, input.scenarios, "scenarios"));
    return changeRunTest(db, run, {
      agentDefinitionId,
      agentVersionId,
      ...(input.simulator_agent_id === undefined ? {} : { simulatorAgentId: input.simulator_agent_id }),
      ...(input.enable_tool_evaluation === undefined ? {} : { enableToolEvaluation: input.enable_tool_evaluation }),
    });
  });

export const deleteRunTest: Verb<typeof contracts.deleteRunTest> = (context, { run_test_id }) =>
  inTransaction(context, async (inner) => {
    const { db, caller, now } = inner;
    const run = await lockRunTest(db, caller, run_test_id);
    await db.update(runTests).set({ deletedAt: now() }).where(eq(runTests.id, run.id));
    await db
      .update(evalBindings)
      .set({ deletedAt: now() })
      .where(
        and(eq(evalBindings.target, "SIMULATE"), eq(evalBindings.targetId, run.id), isNull(evalBindings.deletedAt)),
      );
    await deleteExecutions(inner, and(eq(testExecutions.runTestId, run.id), isNull(testExecutions.deletedAt)));
    return { message: "Run test deleted successfully" };
  });
export const deleteRunTestByName: Verb<typeof contracts.deleteRunTestByName> = deleteRunTest;

/** Deletes executions with their calls, which stops their jobs; returns how many. Locks calls before their execution. */
export async function deleteExecutions({ db, now }: Context, where: ReturnType<typeof and>): Promise<number> {
  const chosen = await db.select({ id: testExecutions.id }).from(testExecutions).where(where);
  const ids = chosen.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await db
    .update(callExecutions)
    .set({ deletedAt: now() })
    .where(and(inArray(callExecutions.executionId, ids), isNull(callExecutions.deletedAt)));
  await db.update(testExecutions).set({ deletedAt: now() }).where(inArray(testExecutions.id, ids));
  return ids.length;
}

/** The workspace's run test with this name, ignoring case. Throws a 400 on the field, as published clients expect. */
export async function runTestNamed(db: Database, scope: Scope, name: string, field: string): Promise<RunTestRow> {
  const [run] = await db
    .select()
    .from(runTests)
    .where(and(ownRunTests(scope), sql`lower(${runTests.name}) = lower(${name.trim()})`));
  if (!run) throw invalid("Run test not found", { fields: { [field]: ["Run test not found"] } });
  return run;
}

export const getRunTestIdByName: Verb<typeof contracts.getRunTestIdByName> = async ({ db, caller }, { name }) => {
  const run = await runTestNamed(db, caller, name, "name");
  return { run_test_id: run.id, run_test_name: run.name };
};

export const listRunTestScenarios: Verb<typeof contracts.listRunTestScenarios> = async ({ db, caller }, input) => {
  const run = await runTestInWorkspace(db, caller, input.run_test_id);
  const { page, limit, offset } = pageRange(input);
  const live = and(eq(scenarios.id, runTestScenarios.scenarioId), isNull(scenarios.deletedAt));
  const where = eq(runTestScenarios.runTestId, run.id);
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(runTestScenarios).innerJoin(scenarios, live).where(where),
    db
      .select({
        id: scenarios.id,
        name: scenarios.name,
        status: scenarios.status,
        row_count: sql<number>`(select count(*)::int from ${datasetRows}
          where ${datasetRows.datasetId} = ${scenarios.datasetId} and ${datasetRows.deletedAt} is null)`,
      })
      .from(runTestScenarios)
      .innerJoin(scenarios, live)
      .where(where)
      .orderBy(asc(runTestScenarios.place))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: rows };
};
