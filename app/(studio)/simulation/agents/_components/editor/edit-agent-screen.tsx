"use client";
import { useQuery } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { FoundPage } from "@/app/_components/found-page";
import { PageHeader } from "@/app/_ui/page/page-header";
import { agentQuery } from "@/lib/client/agents";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { AgentEditor } from "./agent-editor";

const parent = { href: links.agents(), label: "Agents" };

export function EditAgentScreen({ agentId, role }: { agentId: string; role: OrganizationRole }) {
  // A refetch must not replace what the user is typing.
  const found = useQuery({ ...agentQuery(agentId), refetchOnWindowFocus: false });
  if (!mayWrite(role)) notFound();
  return (
    <FoundPage found={found} title="New version" parent={parent} problem="The agent could not be loaded" columns={2}>
      {(agent) => (
        <>
          <PageHeader
            title={`New version of ${agent.agent_name}`}
            description={`It becomes v${agent.latest_version + 1} and the active version. Earlier versions do not change.`}
            parent={{ href: links.agent(agent.id), label: agent.agent_name }}
          />
          <AgentEditor key={agent.id} agent={agent} />
        </>
      )}
    </FoundPage>
  );
}
