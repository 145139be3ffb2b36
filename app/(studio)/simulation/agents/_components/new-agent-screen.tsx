"use client";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageHeader } from "@/app/_ui/page-header";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { AgentEditor } from "./agent-editor";

export function NewAgentScreen({ role }: { role: OrganizationRole }) {
  return (
    <>
      <PageHeader
        title="New agent"
        description="Its first version runs as soon as it is created."
        parent={{ href: links.agents(), label: "Agents" }}
      />
      {mayWrite(role) ? (
        <AgentEditor />
      ) : (
        <EmptyState title="Viewers cannot make agents">Ask an Admin of your organization.</EmptyState>
      )}
    </>
  );
}
