import type { agentVersions, PinnedRun } from "@/db/schema";
import { snapshotOf } from "../../agents/rules/configuration";

type Version = Pick<typeof agentVersions.$inferSelect, "id" | "number" | "configuration" | "commitMessage">;

/** What an execution keeps of its agent's version, whatever happens to the agent. */
export const pinnedAgentOf = (
  agentId: string,
  { id, number, configuration, commitMessage }: Version,
): PinnedRun["agent"] => ({
  id: agentId,
  name: configuration.agent_name,
  type: configuration.agent_type,
  version_id: id,
  version: number,
  snapshot: {
    ...snapshotOf(configuration, commitMessage),
    target: configuration.target,
    inbound: configuration.inbound,
  },
});
