// Fields that requests to create and start runs share.

import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { agentDefinitions, agentVersions, datasetRows, scenarios, simulatorAgents } from "@/db/schema";
import { distinctIds } from "@/lib/distinct-ids";
import { invalidField } from "@/lib/errors";
import { inOrganization, inWorkspace, type Workspace } from "@/lib/owned-rows";
import type { RunTestRow } from "../loaders";

/** The settings that were sent, without undefined ones. */
export const definedOf = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>; // safe: a part of itself

/** The simulator agent that a request names. Throws a 400 for the field if the workspace does not have it. */
export async function namedSimulator(
  db: Database,
  workspace: Workspace,
  id: string | null | undefined,
  field: string,
): Promise<string | null> {
  if (!id) return null;
  const [known] = await db
    .select({ id: simulatorAgents.id })
    .from(simulatorAgents)
    .where(and(eq(simulatorAgents.id, id), inWorkspace(simulatorAgents, workspace)));
  if (!known) throw invalidField(field, "There is no such simulator agent.");
  return known.id;
}

/** Throws a 400 on the field unless the workspace has the agent, and the version if one is named. */
export async function namedAgent(
  db: Database,
  workspace: Workspace,
  agentId: string,
  versionId: string | null | undefined,
  field = "agent_version",
) {
  const ofAgent = and(eq(agentVersions.agentId, agentDefinitions.id), isNull(agentVersions.deletedAt));
  const [agent] = await db
    .select({ id: agentDefinitions.id, versionId: agentVersions.id })
    .from(agentDefinitions)
    .leftJoin(agentVersions, and(ofAgent, versionId ? eq(agentVersions.id, versionId) : sql`false`))
    .where(and(eq(agentDefinitions.id, agentId), inWorkspace(agentDefinitions, workspace)));
  if (!agent) throw invalidField("agent_definition_id", "There is no such agent.");
  if (versionId && !agent.versionId) throw invalidField(field, "The agent has no such version.");
  return agent;
}

/** The agent and its version, if one of them changes. Another agent does not have this agent's versions. */
export async function agentChange(
  db: Database,
  workspace: Workspace,
  run: Pick<RunTestRow, "agentDefinitionId" | "agentVersionId">,
  { agentId, versionId, field }: { agentId: string | undefined; versionId: string | null | undefined; field: string },
) {
  if (agentId === undefined && versionId === undefined) return {};
  const agentDefinitionId = agentId?.toLowerCase() ?? run.agentDefinitionId;
  const kept = agentDefinitionId === run.agentDefinitionId ? run.agentVersionId : null;
  const agentVersionId = versionId === undefined ? kept : versionId;
  await namedAgent(db, workspace, agentDefinitionId, agentVersionId, field);
  return { agentDefinitionId, agentVersionId };
}

/** These ids in order, without duplicates. Throws a 400 that lists the missing ones. */
export async function scenarioIdsOf(
  db: Database,
  workspace: Workspace,
  ids: readonly string[],
  field: string,
): Promise<string[]> {
  const requestedIds = distinctIds(ids);
  const found = await db
    .select({ id: scenarios.id })
    .from(scenarios)
    .where(and(inArray(scenarios.id, requestedIds), inWorkspace(scenarios, workspace)));
  const known = new Set(found.map(({ id }) => id));
  const missing = requestedIds.filter((id) => !known.has(id));
  if (missing.length > 0) throw invalidField(field, `There is no such scenario: ${missing.slice(0, 20).join(", ")}.`);
  return requestedIds;
}

/** The rows that a request names, from any dataset of the organization. Throws a 400 for an unknown one. */
export async function namedRows(
  db: Database,
  { organizationId }: Workspace,
  ids: readonly string[],
): Promise<string[]> {
  const requestedIds = distinctIds(ids);
  if (requestedIds.length === 0) return [];
  const found = await db
    .select({ id: datasetRows.id })
    .from(datasetRows)
    .where(and(inArray(datasetRows.id, requestedIds), inOrganization(datasetRows, organizationId)));
  if (found.length === requestedIds.length) return requestedIds;
  const known = new Set(found.map(({ id }) => id));
  throw invalidField("dataset_row_ids", `There is no such row: ${requestedIds.find((id) => !known.has(id))}.`);
}
