"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { notFound, useRouter } from "next/navigation";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { ActionsMenu } from "@/app/_ui/actions-menu";
import { Badge } from "@/app/_ui/badge";
import { Button } from "@/app/_ui/button";
import { ConfirmDialog } from "@/app/_ui/confirm-dialog";
import { ErrorState } from "@/app/_ui/error-state";
import { LinkButton } from "@/app/_ui/link-button";
import { PageHeader } from "@/app/_ui/page-header";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { Status } from "@/app/_ui/status";
import { toast } from "@/app/_ui/toast";
import { agentQuery, deleteAgent } from "@/lib/client/agents";
import { isStatus } from "@/lib/client/call-error";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { AgentFacts } from "./agent-facts";
import type { Agent } from "./agent-form";
import { canTry, TryDialog } from "./try-dialog";
import { VersionTable } from "./version-table";

const parent = { href: links.agents(), label: "Agents" };

export function AgentScreen({ agentId, role }: { agentId: string; role: OrganizationRole }) {
  const found = useQuery(agentQuery(agentId));
  if (found.data) return <Shown agent={found.data} may={mayWrite(role)} />;
  // 400: the id is malformed.
  if (isStatus(found.error, 404) || isStatus(found.error, 400)) notFound();
  return (
    <>
      <PageHeader title="Agent" parent={parent} />
      {found.isPending ? (
        <TableSkeleton columns={2} rows={6} />
      ) : (
        <ErrorState title="The agent could not be loaded" error={found.error} onRetry={() => found.refetch()} />
      )}
    </>
  );
}

function Shown({ agent, may }: { agent: Agent; may: boolean }) {
  const router = useRouter();
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, isPending } = useMutation(deleteAgent);
  const edit = links.editAgent(agent.id);
  const { get, set } = useAddress();
  const mayTry = may && canTry(agent.active_version);
  const tried = agent.versions.find(({ version_number }) => String(version_number) === get("try"));
  const openTry = () => set({ try: String(agent.active_version.version_number) });
  useShortcuts("Page", [
    ...(may ? [{ keys: "e", description: "Create a version", run: () => router.push(edit) }] : []),
    ...(mayTry ? [{ keys: "t", description: "Try it", run: openTry }] : []),
  ]);
  const remove = () =>
    mutate(
      { agent_id: agent.id },
      {
        onError: () => setConfirming(false),
        onSuccess: () => {
          toast.done({ title: `${agent.agent_name} was deleted` });
          router.replace(links.agents());
        },
      },
    );
  return (
    <>
      <PageHeader
        title={agent.agent_name}
        status={<Badge>{agent.agent_type === "text" ? "Text" : "Voice"}</Badge>}
        parent={parent}
        actions={
          may ? (
            <>
              <ActionsMenu
                of="the agent"
                groups={[[{ label: "Delete agent…", danger: true, onSelect: () => setConfirming(true) }]]}
              />
              {mayTry ? (
                <Button keys="t" onClick={openTry}>
                  Try it
                </Button>
              ) : null}
              <LinkButton look="primary" href={edit} keys="e">
                New version
              </LinkButton>
            </>
          ) : null
        }
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
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Delete ${agent.agent_name}?`}
        action="Delete agent"
        busy={isPending}
        onConfirm={remove}
      >
        This also deletes its {agent.version_count === 1 ? "version" : `${agent.version_count} versions`}. Runs keep the
        versions they used. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
