import { and, asc, count, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { agentDefinitions, datasetColumns, datasetRows, datasets, simulatorAgents } from "@/db/schema";
import type { ListedScenario, ScenarioDetail } from "@/lib/contracts/simulation/scenarios";
import { groupBy } from "@/lib/group-by";
import { graphsOf, type ScenarioRecord } from "./loaders";

const displays = { dataset: "Dataset", script: "Script", graph: "Graph" };
const sourceDisplays = { agent_definition: "Agent Definition", prompt: "Prompt" };

/** Related data of scenarios, loaded for all at once. */
async function besides(db: Database, rows: readonly ScenarioRecord[]) {
  const idsOf = (key: "datasetId" | "simulatorAgentId" | "agentDefinitionId") => [
    ...new Set(rows.flatMap((row) => row[key] ?? [])),
  ];
  const datasetIds = idsOf("datasetId");
  const [live, columns, sizes, simulators, agents, graphs] = await Promise.all([
    db
      .select({ id: datasets.id })
      .from(datasets)
      .where(and(inArray(datasets.id, datasetIds), isNull(datasets.deletedAt))),
    db
      .select()
      .from(datasetColumns)
      .where(and(inArray(datasetColumns.datasetId, datasetIds), isNull(datasetColumns.deletedAt)))
      .orderBy(asc(datasetColumns.order), asc(datasetColumns.id)),
    db
      .select({ id: datasetRows.datasetId, count: count() })
      .from(datasetRows)
      .where(and(inArray(datasetRows.datasetId, datasetIds), isNull(datasetRows.deletedAt)))
      .groupBy(datasetRows.datasetId),
    db
      .select()
      .from(simulatorAgents)
      .where(inArray(simulatorAgents.id, idsOf("simulatorAgentId"))),
    db
      .select()
      .from(agentDefinitions)
      .where(inArray(agentDefinitions.id, idsOf("agentDefinitionId"))),
    graphsOf(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  return {
    live: new Set(live.map(({ id }) => id)),
    columns: groupBy(columns, ({ datasetId }) => datasetId),
    sizes: new Map(sizes.map(({ id, count: size }) => [id, size])),
    simulators: new Map(simulators.map((simulator) => [simulator.id, simulator])),
    agents: new Map(agents.map((agent) => [agent.id, agent.configuration])),
    graphs,
  };
}
type Besides = Awaited<ReturnType<typeof besides>>;

function common(row: ScenarioRecord, { live, sizes }: Besides) {
  const dataset = row.datasetId && live.has(row.datasetId) ? row.datasetId : null;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    source: row.status === "Processing" ? "Processing..." : row.source,
    scenario_type: row.kind,
    source_type: row.sourceType,
    organization: row.organizationId,
    dataset,
    dataset_rows: dataset ? (sizes.get(dataset) ?? 0) : 0,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    deleted: row.deletedAt !== null,
    deleted_at: row.deletedAt?.toISOString() ?? null,
    status: row.status,
    error: row.error,
    agent_definition_id: row.agentDefinitionId,
    agent_definition_version_id: row.agentVersionId,
  };
}

const configOf = (dataset: string, { columns }: Besides) =>
  Object.fromEntries((columns.get(dataset) ?? []).map(({ id, name, dataType }) => [id, { name, type: dataType }]));

export async function presentListed(db: Database, rows: readonly ScenarioRecord[]): Promise<ListedScenario[]> {
  const beside = await besides(db, rows);
  return rows.map((row) => {
    const shared = common(row, beside);
    const simulator = beside.simulators.get(row.simulatorAgentId ?? "");
    const agent = beside.agents.get(row.agentDefinitionId ?? "");
    const spoken = agent?.inbound ? ("inbound" as const) : ("outbound" as const);
    return {
      ...shared,
      scenario_type_display: displays[row.kind],
      source_type_display: sourceDisplays[row.sourceType],
      dataset_column_config: shared.dataset ? configOf(shared.dataset, beside) : [],
      graph: beside.graphs.get(row.id)?.graph ?? {},
      agent: simulator
        ? { id: simulator.id, name: simulator.name, prompt: simulator.prompt, ...voiceOf(simulator.settings) }
        : null,
      prompt_template: null,
      prompt_template_detail: null,
      prompt_version: null,
      prompt_version_detail: null,
      agent_type:
        row.sourceType === "prompt" ? "prompt" : agent ? (agent.agent_type === "text" ? "chat" : spoken) : null,
    };
  });
}

const voiceOf = ({
  voice_provider,
  voice_name,
  model,
  initial_message,
}: typeof simulatorAgents.$inferSelect.settings) => ({
  voice_provider,
  voice_name,
  model,
  initial_message,
});

export async function presentDetail(db: Database, row: ScenarioRecord): Promise<ScenarioDetail> {
  const beside = await besides(db, [row]);
  const shared = common(row, beside);
  const simulator = beside.simulators.get(row.simulatorAgentId ?? "");
  const agent = beside.agents.get(row.agentDefinitionId ?? "");
  return {
    ...shared,
    dataset_id: shared.dataset,
    dataset_column_config: shared.dataset ? configOf(shared.dataset, beside) : null,
    graph: beside.graphs.get(row.id)?.graph ?? {},
    graph_version: beside.graphs.get(row.id)?.version ?? null,
    prompts: simulator ? [{ role: "system", content: simulator.prompt }] : [],
    agent_type: row.sourceType === "prompt" ? "text" : (agent?.agent_type ?? null),
    simulator_agent: simulator?.id ?? null,
    seed: row.recipe.seed,
  };
}
