import { isDeepStrictEqual } from "node:util";
import type { AgentRow, CurrentVersions, VersionRow } from "./loaders";
import { snapshotOf } from "./rules/configuration";
import { masked } from "./rules/masks";
import { maskedSecrets, openSecrets } from "./secrets";

export function presentListed(agent: AgentRow, { latest, active }: CurrentVersions) {
  const { id, configuration, secrets } = agent;
  const isSame = (version: VersionRow) =>
    isDeepStrictEqual(version.configuration, configuration) && isDeepStrictEqual(version.secrets, secrets);
  return {
    id,
    ...configuration,
    workspace: agent.workspaceId,
    organization: agent.organizationId,
    observability_provider: agent.projectId,
    created_at: agent.createdAt.toISOString(),
    updated_at: agent.updatedAt.toISOString(),
    latest_version: latest.number,
    latest_version_id: latest.id,
    active_version_id: active.id,
    has_unversioned_changes: !isSame(active),
  };
}

export const presentAgent = async (agent: AgentRow, current: CurrentVersions) => ({
  ...presentListed(agent, current),
  ...maskedSecrets(await openSecrets(agent.secrets)),
});

/** The results of all runs with a version. */
export interface Tally {
  score: number | null;
  scored: number;
  passed: number;
}
const NOTHING: Tally = { score: null, scored: 0, passed: 0 };

export async function presentVersion(
  version: VersionRow,
  latest: number,
  maker: string | undefined,
  { score, scored, passed }: Tally = NOTHING,
) {
  const name = `v${version.number}`;
  const { api_key } = await openSecrets(version.secrets);
  return {
    id: version.id,
    version_number: version.number,
    version_name: name,
    version_name_display: version.commitMessage ? `${name}: ${version.commitMessage}` : name,
    status: version.status,
    status_display: version.status.charAt(0).toUpperCase() + version.status.slice(1),
    score,
    test_count: scored,
    pass_rate: scored === 0 ? null : (passed / scored) * 100,
    description: version.configuration.description,
    commit_message: version.commitMessage,
    release_notes: null,
    agent_definition: version.agentId,
    organization: version.organizationId,
    configuration_snapshot: snapshotOf(version.configuration, version.commitMessage),
    is_active: version.status === "active",
    is_latest: version.number === latest,
    created_by_name: maker ?? "Assay",
    created_at: version.createdAt.toISOString(),
    updated_at: version.updatedAt.toISOString(),
    ...(version.secrets.api_key ? { api_key: masked(api_key) || "****" } : {}),
  };
}
