// Run tests as their contract shows them: many at once, in a few statements.
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { agentDefinitions, agentVersions, runTestScenarios, scenarios, simulatorAgents } from "@/db/schema";
import { runSettings } from "@/lib/contracts/simulation/call-parts";
import { standings } from "../../agents/loaders";
import { presentListed } from "../../agents/present";
import { snapshotOf } from "../../agents/rules/configuration";
import { evaluationsOf, type RunTestRow } from "../loaders";
import { presentBindings } from "./present-bindings";

export const presentRunTest = async (db: Database, run: RunTestRow) => {
  const [shown] = await presentRunTests(db, [run]);
  if (!shown) throw new Error("expected exactly one presented run test");
  return shown;
};

export async function presentRunTests(db: Database, runs: readonly RunTestRow[]) {
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
