"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { FoundPage } from "@/app/_components/found-page";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { Status } from "@/app/_ui/feedback/status";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Badge } from "@/app/_ui/text/badge";
import { DeleteAction } from "@/app/(studio)/_components/delete-action";
import { agentQuery, deleteAgent } from "@/lib/client/agents";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { AgentFacts } from "./agent-facts";
import type { Agent } from "./editor/agent-form";
import { canTry, TryDialog } from "./versions/try-dialog";
import { VersionTable } from "./versions/version-table";

const parent = { href: links.agents(), label: "Agents" };

export function AgentScreen({ agentId, role }: { agentId: string; role: OrganizationRole }) {
  const found = useQuery(agentQuery(agentId));
  return (
    <FoundPage found={found} title="Agent" parent={parent} problem="The agent could not be loaded" columns={2}>
      {(agent) => <AgentPage agent={agent} may={mayWrite(role)} />}
    </FoundPage>
  );
}

function AgentPage({ agent, may }: { agent: Agent; may: boolean }) {
  const { get, set } = useAddress();
  const tried = agent.versions.find(({ version_number }) => String(version_number) === get("try"));
  return (
    <>
      <PageHeader
        title={agent.agent_name}
        status={<Badge>{agent.agent_type === "text" ? "Text" : "Voice"}</Badge>}
        parent={parent}
        actions={may ? <Actions agent={agent} /> : null}
      />
      {agent.has_unversioned_changes ? (
        <p className="mb-4">
          <Status tone="warn" shape="alert" className="whitespace-normal!">
            The agent differs from {agent.active_version.version_name}, the active version. Create a version to use the
            changes below.
          </Status>
        </p>
      ) : null}
      <AgentFacts agent={agent} />
      <div className="mt-8">
        <VersionTable agent={agent} mayChange={may} />
      </div>
      {may && tried && canTry(tried) ? (
        <TryDialog agentId={agent.id} version={tried} onClose={() => set({ try: null })} />
      ) : null}
    </>
  );
}

function Actions({ agent }: { agent: Agent }) {
  const router = useRouter();
  const { set } = useAddress();
  const { active_version: active, version_count: count } = agent;
  const edit = links.editAgent(agent.id);
  const openTry = () => set({ try: String(active.version_number) });
  useShortcuts("Page", [
    { keys: "e", description: "Create a version", run: () => router.push(edit) },
    ...(canTry(active) ? [{ keys: "t", description: "Try it", run: openTry }] : []),
  ]);
  return (
    <>
      <DeleteAction
        noun="agent"
        title={`Delete ${agent.agent_name}?`}
        remove={deleteAgent}
        input={{ agent_id: agent.id }}
        next={links.agents()}
        name={agent.agent_name}
      >
        This also deletes its {count === 1 ? "version" : `${count} versions`}. Runs keep the versions they used. This
        cannot be undone.
      </DeleteAction>
      {canTry(active) ? (
        <Button keys="t" onClick={openTry}>
          Try it
        </Button>
      ) : null}
      <LinkButton look="primary" href={edit} keys="e">
        New version
      </LinkButton>
    </>
  );
}
