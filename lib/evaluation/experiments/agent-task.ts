// An agent as the task of an experiment: each row is a conversation of one message. Agents are kept above evaluation, so
// this reads their tables, and lib/simulation answers.
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { agentDefinitions, agentVersions } from "@/db/schema";
import type { AgentConfiguration } from "@/lib/contracts/simulation/configuration";
import { invalidField } from "@/lib/errors";
import { inWorkspace, type Workspace } from "@/lib/owned-rows";
import type { AgentTask } from "../runs/loaders";

interface Request {
  agent_id: string;
  version_id?: string | null | undefined;
  message: string;
}

/** The version that answers. Throws a 400 for a version that does not exist or cannot be called from here. */
export async function agentTaskOf(db: Database, workspace: Workspace, request: Request): Promise<AgentTask> {
  const { agent_id, version_id: versionId } = request;
  const [found] = await db
    .select({ version: agentVersions, name: agentDefinitions.name })
    .from(agentVersions)
    .innerJoin(agentDefinitions, eq(agentDefinitions.id, agentVersions.agentId))
    .where(
      and(
        inWorkspace(agentDefinitions, workspace),
        eq(agentDefinitions.id, agent_id),
        isNull(agentVersions.deletedAt),
        versionId ? eq(agentVersions.id, versionId) : eq(agentVersions.status, "active"),
      ),
    );
  if (!found)
    throw invalidField(versionId ? "task.version_id" : "task.agent_id", "There is no such agent with such a version.");
  const { version, name } = found;
  assertCallable(version.configuration);
  return { agent_id: version.agentId, version_id: version.id, name, version: version.number, message: request.message };
}

function assertCallable({ agent_type, target }: AgentConfiguration): void {
  if (agent_type === "voice")
    throw invalidField("task.agent_id", "Only text agents can answer rows. Call a voice agent with a test run.");
  if (!target || target.type === "client")
    throw invalidField("task.agent_id", "A client drives this agent, so it has no address or model to call from here.");
}
