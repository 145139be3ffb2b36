// Agents and scenarios that tests start from, and their jobs, run at once.
import { agentDefinitions, agentVersions } from "@/db/schema";
import type { Context } from "@/lib/context";
import type { AgentConfiguration } from "@/lib/contracts/simulation/configuration";
import { createScenario as contract } from "@/lib/contracts/simulation/scenarios";
import type { AskModel } from "@/lib/evaluation/judge/judge";
import { plainConfiguration } from "../agents/rules/configuration";
import { advanceGeneration } from "./advance";
import { failScenario, planRows, prepareDataset } from "./build";
import { createScenario } from "./create";
import { prepareGraph } from "./draw-graph";
import { endGeneration } from "./generation";

const configuration: AgentConfiguration = {
  ...plainConfiguration("Parcel desk", "text"),
  description: "Answers questions about parcels: where one is, what it costs, and how one is sent back.",
};

export async function createTestAgent(
  { db, caller }: Context,
  change: Partial<AgentConfiguration> = {},
): Promise<string> {
  const { organizationId, workspaceId } = caller;
  const own = { ...configuration, ...change };
  const [agent] = await db
    .insert(agentDefinitions)
    .values({ organizationId, workspaceId, configuration: own })
    .returning({ id: agentDefinitions.id });
  if (!agent) throw new Error("the agent was not stored");
  await db
    .insert(agentVersions)
    .values({ agentId: agent.id, organizationId, number: 1, status: "active", configuration: own });
  return agent.id;
}

/** Parses a client's body as the operation does. */
export const scenarioInput = (body: object) =>
  contract.body.parse({
    name: "Parcels",
    kind: "graph",
    generate_graph: true,
    generator_model: "deterministic",
    seed: 7,
    ...body,
  });

export async function startTestScenario(context: Context, body: object = {}) {
  const agent_definition_id = "agent_definition_id" in body ? undefined : await createTestAgent(context);
  const { scenario } = await createScenario(context, scenarioInput({ agent_definition_id, ...body }));
  return scenario;
}

const nowhere = () => Promise.reject(new Error("no address is asked in this test"));

/** The job that creates a scenario. Returns the generation that it starts, if any. */
export async function build({ db, caller }: Context, id: string, send: Parameters<typeof prepareGraph>[1] = nowhere) {
  const { organizationId } = caller;
  const copied = await prepareDataset(db, organizationId, id);
  const { problem } = copied.problem ? copied : await prepareGraph(db, send, organizationId, id);
  if (problem) return void (await failScenario(db, organizationId, id, problem));
  const event = await planRows(db, organizationId, id);
  return event === null ? undefined : String(event.data.generationId);
}

/** The job that writes rows; `ask` answers for the model. */
export async function write(context: Context, generationId: string, ask?: AskModel): Promise<void> {
  let advanced = await step(context, generationId, ask);
  while (!advanced.done) advanced = await step(context, generationId, ask);
  await endGeneration(context.db, context.caller.organizationId, generationId, advanced.problem);
}

/** One step of that job. */
export const step = ({ db, caller }: Context, generationId: string, ask?: AskModel) =>
  advanceGeneration(db, caller.organizationId, generationId, ask ? () => Promise.resolve(ask) : undefined);

/** A finished scenario. */
export async function createTestScenario(context: Context, body: object = {}) {
  const scenario = await startTestScenario(context, body);
  const generation = await build(context, scenario.id);
  if (generation) await write(context, generation);
  return scenario.id;
}
