// Run tests in the form of their contract: many at once, in a few statements.
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { agentDefinitions, agentVersions, runTestScenarios, scenarios, simulatorAgents } from "@/db/schema";
import { runSettings } from "@/lib/contracts/simulation/call-parts";
import { standings } from "../../agents/loaders";
import { presentListed } from "../../agents/present";
import { snapshotOf } from "../../agents/rules/configuration";
import { evaluationsOf, type RunTestRow } from "../loaders";
import { lastExecutions } from "./last-executions";
import { presentBindings } from "./present-bindings";

export const presentRunTest = async (db: Database, run: RunTestRow) => {
  const [shown] = await presentRunTests(db, [run]);
  if (!shown) throw new Error("expected exactly one presented run test");
  return shown;
};

export async function presentRunTests(db: Database, runs: readonly RunTestRow[]) {
  const parts = await partsOf(db, runs);
  return runs.map((run) => present(run, parts));
}

type Parts = Awaited<ReturnType<typeof partsOf>>;

/** The objects that the run tests refer to. */
async function partsOf(db: Database, runs: readonly RunTestRow[]) {
  const ids = runs.map(({ id }) => id);
  const idsOf = (pick: (run: RunTestRow) => string | null) => [...new Set(runs.flatMap((run) => pick(run) ?? []))];
  const agentIds = idsOf((run) => run.agentDefinitionId);
  const versionIds = idsOf((run) => run.agentVersionId);
  const simulatorIds = idsOf((run) => run.simulatorAgentId);
  const [links, agents, currentVersions, versions, simulators, bindings, last] = await Promise.all([
    db
      .select({ runTestId: runTestScenarios.runTestId, scenario: scenarios })
      .from(runTestScenarios)
      .innerJoin(scenarios, and(eq(scenarios.id, runTestScenarios.scenarioId), isNull(scenarios.deletedAt)))
      .where(inArray(runTestScenarios.runTestId, ids))
      .orderBy(asc(runTestScenarios.place)),
    db.select().from(agentDefinitions).where(inArray(agentDefinitions.id, agentIds)),
    standings(db, agentIds),
    db.select().from(agentVersions).where(inArray(agentVersions.id, versionIds)),
    db.select().from(simulatorAgents).where(inArray(simulatorAgents.id, simulatorIds)),
    Promise.all(ids.map((id) => evaluationsOf(db, id))),
    lastExecutions(db, ids),
  ]);
  const [first] = runs;
  const presented = first ? await presentBindings(db, first.organizationId, bindings.flat()) : [];
  const byBinding = new Map(presented.map((binding) => [binding.id, binding]));
  const evaluations = new Map(
    ids.map((id, index) => [id, (bindings[index] ?? []).flatMap((binding) => byBinding.get(binding.id) ?? [])]),
  );
  return { links, agents, currentVersions, versions, simulators, evaluations, last };
}

function present(run: RunTestRow, parts: Parts) {
  return {
    id: run.id,
    name: run.name,
    description: run.description,
    ...agentMembers(run, parts),
    source_type: "agent_definition" as const,
    source_type_display: "Agent Definition",
    prompt_template: null,
    prompt_template_detail: null,
    prompt_version: null,
    prompt_version_detail: null,
    ...scenarioMembers(run, parts),
    dataset_row_ids: run.datasetRowIds,
    ...evaluationMembers(run, parts),
    organization: run.organizationId,
    workspace: run.workspaceId,
    enable_tool_evaluation: run.enableToolEvaluation,
    settings: runSettings.parse(run.settings),
    created_at: run.createdAt.toISOString(),
    updated_at: run.updatedAt.toISOString(),
    last_run_at: run.lastRunAt?.toISOString() ?? null,
    last_execution: parts.last.get(run.id) ?? null,
    deleted: false,
    deleted_at: null,
  };
}

/** The agent, and the simulator that talks to it. */
function agentMembers(run: RunTestRow, { agents, currentVersions, versions, simulators }: Parts) {
  const agent = agents.find(({ id }) => id === run.agentDefinitionId);
  // A deleted agent has none.
  const current = currentVersions.get(run.agentDefinitionId);
  const version = versions.find(({ id }) => id === run.agentVersionId);
  const simulator = simulators.find(({ id }) => id === run.simulatorAgentId);
  return {
    agent_definition: run.agentDefinitionId,
    agent_version: version
      ? {
          id: version.id,
          name: `v${version.number}`,
          configuration_snapshot: snapshotOf(version.configuration, version.commitMessage),
        }
      : null,
    agent_definition_detail: agent && current ? presentListed(agent, current) : null,
    simulator_agent: run.simulatorAgentId,
    simulator_agent_detail: simulator
      ? { id: simulator.id, name: simulator.name, prompt: simulator.prompt, ...simulator.settings }
      : null,
  };
}

function scenarioMembers(run: RunTestRow, { links }: Parts) {
  const own = links.filter(({ runTestId }) => runTestId === run.id).map(({ scenario }) => scenario);
  return {
    scenarios: own.map(({ id }) => id),
    scenarios_detail: own.map(({ id, name, status, kind, datasetId, description }) => ({
      id,
      name,
      description,
      status,
      scenario_type: kind,
      dataset: datasetId,
    })),
  };
}

function evaluationMembers(run: RunTestRow, { evaluations }: Parts) {
  const own = evaluations.get(run.id) ?? [];
  return {
    simulate_eval_configs: own.map(({ id }) => id),
    simulate_eval_configs_detail: own,
    evals_detail: own,
    evals: own,
  };
}
