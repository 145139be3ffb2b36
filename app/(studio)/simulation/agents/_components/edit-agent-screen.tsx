"use client";
import { useQuery } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { ErrorState } from "@/app/_ui/error-state";
import { PageHeader } from "@/app/_ui/page-header";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { agentQuery } from "@/lib/client/agents";
import { isStatus } from "@/lib/client/call-error";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { AgentEditor } from "./agent-editor";

export function EditAgentScreen({ agentId, role }: { agentId: string; role: OrganizationRole }) {
  // A refetch must not replace what the user is typing.
  const found = useQuery({ ...agentQuery(agentId), refetchOnWindowFocus: false });
  // 400: the id is malformed.
  if (isStatus(found.error, 404) || isStatus(found.error, 400) || !mayWrite(role)) notFound();
  if (!found.data) {
    return (
      <>
        <PageHeader title="New version" parent={{ href: links.agents(), label: "Agents" }} />
        {found.isPending ? (
          <TableSkeleton columns={2} rows={6} />
        ) : (
          <ErrorState title="The agent could not be loaded" error={found.error} onRetry={() => found.refetch()} />
        )}
      </>
    );
  }
  const { id, agent_name, latest_version } = found.data;
  return (
    <>
      <PageHeader
        title={`New version of ${agent_name}`}
        description={`It becomes v${latest_version + 1} and the active version. Earlier versions do not change.`}
        parent={{ href: links.agent(id), label: agent_name }}
      />
      <AgentEditor key={id} agent={found.data} />
    </>
  );
}
