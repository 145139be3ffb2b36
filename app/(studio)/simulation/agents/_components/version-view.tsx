"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button";
import { ConfirmDialog } from "@/app/_ui/confirm-dialog";
import { ErrorState } from "@/app/_ui/error-state";
import { Select } from "@/app/_ui/select";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { Status } from "@/app/_ui/status";
import { activateAgentVersion, agentChangesQuery, deleteAgentVersion, restoreAgentVersion } from "@/lib/client/agents";
import { ChangeList } from "../../../_components/change-list";
import type { Agent, Version } from "./agent-form";
import { canTry } from "./try-dialog";
import { VersionResults } from "./version-results";

/** One version: its changes compared with another version, and its actions. */
export function VersionView({ agent, version, mayChange }: { agent: Agent; version: Version; mayChange: boolean }) {
  const { get, set } = useAddress();
  const [confirming, setConfirming] = useState<"restore" | "delete" | null>(null);
  const activate = useMutation(activateAgentVersion);
  const restore = useMutation(restoreAgentVersion);
  const remove = useMutation(deleteAgentVersion);
  const versionRef = { agent_id: agent.id, version_id: version.id };
  const others = agent.versions.filter(({ id }) => id !== version.id);
  // The previous version unless the address names another.
  const other =
    others.find(({ version_number }) => String(version_number) === get("compare")) ??
    others.find(({ version_number }) => version_number < version.version_number) ??
    others[0];
  const close = () => setConfirming(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => set({ version: null, compare: null, page: null })}>All versions</Button>
        <h3 className="text-base font-medium">{version.version_name}</h3>
        {version.is_active ? (
          <Status tone="good" shape="check">
            Active
          </Status>
        ) : null}
        {mayChange && canTry(version) ? (
          <Button onClick={() => set({ try: String(version.version_number) })}>Try it</Button>
        ) : null}
        {mayChange && !version.is_active ? (
          <Button busy={activate.isPending} onClick={() => activate.mutate(versionRef)}>
            Activate
          </Button>
        ) : null}
        {mayChange && (!version.is_active || agent.has_unversioned_changes) ? (
          <Button onClick={() => setConfirming("restore")}>Restore</Button>
        ) : null}
        {mayChange && !version.is_active ? (
          <Button look="ghost" onClick={() => setConfirming("delete")}>
            Delete
          </Button>
        ) : null}
        {version.commit_message ? <p className="w-full text-soft wrap-anywhere">{version.commit_message}</p> : null}
      </div>
      {other ? (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <h4 className="font-medium">Changes compared with</h4>
            <Select
              aria-label="Compare with"
              className="w-44!"
              value={String(other.version_number)}
              options={others.map(({ version_number, version_name, is_active }) => ({
                value: String(version_number),
                label: is_active ? `${version_name}, active` : version_name,
              }))}
              onChange={(compare) => set({ compare })}
            />
          </div>
          <Changes agentId={agent.id} versionId={version.id} otherId={other.id} />
        </>
      ) : (
        <p className="text-soft">This is the only version.</p>
      )}
      <VersionResults agentId={agent.id} versionId={version.id} />
      <ConfirmDialog
        open={confirming === "restore"}
        onOpenChange={close}
        title={`Restore ${version.version_name}?`}
        action="Restore"
        danger={false}
        busy={restore.isPending}
        onConfirm={() => restore.mutate(versionRef, { onSettled: close })}
      >
        The agent gets the configuration of {version.version_name}, and that version becomes active. No version is lost.
      </ConfirmDialog>
      <ConfirmDialog
        open={confirming === "delete"}
        onOpenChange={close}
        title={`Delete ${version.version_name}?`}
        action="Delete version"
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(versionRef, { onSettled: close, onSuccess: () => set({ version: null, compare: null }) })
        }
      >
        Its number is not reused. Runs keep the version they used. This cannot be undone.
      </ConfirmDialog>
    </div>
  );
}

function Changes({ agentId, versionId, otherId }: { agentId: string; versionId: string; otherId: string }) {
  const found = useQuery(agentChangesQuery(agentId, versionId, otherId));
  if (found.isPending) return <TableSkeleton columns={2} rows={2} />;
  if (found.isError)
    return (
      <ErrorState title="The versions could not be compared" error={found.error} onRetry={() => found.refetch()} />
    );
  const changes = found.data.changes.map(({ field, kind, from, to }) => ({
    path: field.split("."),
    kind,
    before: from,
    after: to,
  }));
  return <ChangeList changes={changes} />;
}
