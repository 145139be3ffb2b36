// The subject of a scenario: the agent, as one of its versions describes it.
import { and, desc, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { agentDefinitions, agentVersions } from "@/db/schema";
import type { AgentConfiguration } from "@/lib/contracts/simulation/configuration";
import { invalidField } from "@/lib/errors";
import { inWorkspace, type Workspace } from "@/lib/owned-rows";
import type { Subject } from "./rules/write-row";

export interface PinnedAgent {
  id: string;
  versionId: string;
  configuration: AgentConfiguration;
}

/**
 * For an agent of the workspace: the named version, else the active one, else the newest. Throws a 400 on the field.
 */
export async function pinnedAgent(
  db: Database,
  workspace: Workspace,
  id: string,
  versionId: string | null,
): Promise<PinnedAgent> {
  const own = and(eq(agentDefinitions.id, id), inWorkspace(agentDefinitions, workspace));
  const [agent] = await db.select({ id: agentDefinitions.id }).from(agentDefinitions).where(own);
  if (!agent) throw invalidField("agent_definition_id", "There is no such agent.");
  const versions = await db
    .select()
    .from(agentVersions)
    .where(and(eq(agentVersions.agentId, agent.id), isNull(agentVersions.deletedAt)))
    .orderBy(desc(agentVersions.number));
  const version = versionId
    ? versions.find((known) => known.id === versionId.toLowerCase())
    : (versions.find(({ status }) => status === "active") ?? versions[0]);
  if (!version)
    throw invalidField(
      versionId ? "agent_definition_version_id" : "agent_definition_id",
      versionId ? "The agent has no such version." : "The agent has no version.",
    );
  return { id: agent.id, versionId: version.id, configuration: version.configuration };
}

/** The subject of a scenario without an agent. */
export const NOBODY: Subject = { name: "the agent", purpose: "", languages: ["en"], medium: "text", inbound: true };

export async function subjectOf(db: Database, organizationId: string, versionId: string | null): Promise<Subject> {
  if (!versionId) return NOBODY;
  const own = and(eq(agentVersions.id, versionId), eq(agentVersions.organizationId, organizationId));
  const [version] = await db.select().from(agentVersions).where(own);
  return version ? subjectIn(version.configuration) : NOBODY;
}

export const subjectIn = ({
  agent_name,
  agent_type,
  description,
  languages,
  inbound,
}: AgentConfiguration): Subject => ({
  name: agent_name,
  purpose: description,
  languages,
  medium: agent_type,
  inbound,
});
