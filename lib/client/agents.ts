// Agents, their versions and personas: queries and mutations of the screens.
import type { ClientInput } from "@/lib/contracts/contract";
import type { listAgentDefinitions } from "@/lib/contracts/simulation/agents";
import type { listPersonas } from "@/lib/contracts/simulation/personas";
import * as operations from "./operations";
import { mutationFor, queryFor } from "./query";

const AGENT_ROWS = 50;

export type AgentFilter = ClientInput<typeof listAgentDefinitions>;
export const agentsQuery = (query: AgentFilter) =>
  queryFor(operations.listAgentDefinitions, { ...query, limit: AGENT_ROWS });
export const agentQuery = (agent_id: string) => queryFor(operations.getAgentDefinition, { agent_id });
const VERSION_ROWS = 50;
export const agentVersionsQuery = (agent_id: string, search: string) =>
  queryFor(operations.listAgentVersions, { agent_id, limit: VERSION_ROWS, ...(search ? { search } : {}) });
export const agentVersionQuery = (agent_id: string, version_id: string) =>
  queryFor(operations.getAgentVersion, { agent_id, version_id });
/** The differences between two versions. */
export const agentChangesQuery = (agent_id: string, version_id: string, compare_to: string) =>
  queryFor(operations.compareAgentVersions, { agent_id, version_id, compare_to });

const VERSION_CALL_ROWS = 20;
export const versionSummaryQuery = (agent_id: string, version_id: string) =>
  queryFor(operations.getVersionEvalSummary, { agent_id, version_id });
export const versionCallsQuery = (agent_id: string, version_id: string, page: number) =>
  queryFor(operations.listVersionCalls, { agent_id, version_id, page, limit: VERSION_CALL_ROWS });

const aboutAgents = [operations.listAgentDefinitions, operations.getAgentDefinition, operations.listAgentVersions];
export const createAgent = mutationFor(operations.createAgentDefinition, {
  invalidates: aboutAgents,
  showsErrors: true,
});
export const createAgentVersion = mutationFor(operations.createAgentVersion, {
  invalidates: aboutAgents,
  showsErrors: true,
});
export const activateAgentVersion = mutationFor(operations.activateAgentVersion, { invalidates: aboutAgents });
export const restoreAgentVersion = mutationFor(operations.restoreAgentVersion, { invalidates: aboutAgents });
export const deleteAgentVersion = mutationFor(operations.deleteAgentVersion, { invalidates: aboutAgents });
/** No other screen depends on it. */
export const tryAgentVersion = mutationFor(operations.tryAgentVersion, { showsErrors: true });
/** Fills in a form, which is saved separately. */
export const readAssistant = mutationFor(operations.fetchAssistantFromProvider, { showsErrors: true });
// The agent itself is not fetched again, because it was deleted.
export const deleteAgent = mutationFor(operations.deleteAgentDefinition, {
  invalidates: [operations.listAgentDefinitions],
});

const PERSONA_ROWS = 50;

export const personasQuery = (query: ClientInput<typeof listPersonas>) =>
  queryFor(operations.listPersonas, { ...query, limit: PERSONA_ROWS });

const aboutPersonas = [operations.listPersonas];
export const createPersona = mutationFor(operations.createPersona, { invalidates: aboutPersonas, showsErrors: true });
export const updatePersona = mutationFor(operations.updatePersona, { invalidates: aboutPersonas, showsErrors: true });
export const deletePersona = mutationFor(operations.deletePersona, { invalidates: aboutPersonas });
