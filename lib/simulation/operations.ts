import * as agentContracts from "@/lib/contracts/simulation/agents";
import { endpoint } from "@/lib/http/endpoint";
import * as agents from "./agents/agents";
import * as versions from "./agents/versions";

export const createAgentDefinition = endpoint(agentContracts.createAgentDefinition, agents.createAgentDefinition);
export const listAgentDefinitions = endpoint(agentContracts.listAgentDefinitions, agents.listAgentDefinitions);
export const deleteAgentDefinitions = endpoint(agentContracts.deleteAgentDefinitions, agents.deleteAgentDefinitions);
export const getAgentDefinition = endpoint(agentContracts.getAgentDefinition, agents.getAgentDefinition);
export const editAgentDefinition = endpoint(agentContracts.editAgentDefinition, agents.editAgentDefinition);
export const deleteAgentDefinition = endpoint(agentContracts.deleteAgentDefinition, agents.deleteAgentDefinition);
export const listAgentVersions = endpoint(agentContracts.listAgentVersions, versions.listAgentVersions);
export const createAgentVersion = endpoint(agentContracts.createAgentVersion, versions.createAgentVersion);
export const compareAgentVersions = endpoint(agentContracts.compareAgentVersions, versions.compareAgentVersions);
export const getAgentVersion = endpoint(agentContracts.getAgentVersion, versions.getAgentVersion);
export const activateAgentVersion = endpoint(agentContracts.activateAgentVersion, versions.activateAgentVersion);
export const deleteAgentVersion = endpoint(agentContracts.deleteAgentVersion, versions.deleteAgentVersion);
export const restoreAgentVersion = endpoint(agentContracts.restoreAgentVersion, versions.restoreAgentVersion);
