"use client";
import { PageHeader } from "@/app/_ui/page/page-header";
import { ForWriters } from "@/app/(studio)/_components/for-writers";
import { links } from "@/lib/client/links";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { AgentEditor } from "./agent-editor";

export function NewAgentScreen({ role }: { role: OrganizationRole }) {
  return (
    <>
      <PageHeader
        title="New agent"
        description="Its first version is active as soon as you create it."
        parent={{ href: links.agents(), label: "Agents" }}
      />
      <ForWriters role={role} things="agents">
        <AgentEditor />
      </ForWriters>
    </>
  );
}
