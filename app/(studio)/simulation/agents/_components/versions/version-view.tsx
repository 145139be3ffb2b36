"use client";
import { type MutationOptions, useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { Loaded } from "@/app/_components/loaded";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { Status } from "@/app/_ui/feedback/status";
import { ChangeList } from "@/app/(studio)/_components/change-list";
import { VersionComparison } from "@/app/(studio)/_components/versions/version-comparison";
import { activateAgentVersion, agentChangesQuery, deleteAgentVersion, restoreAgentVersion } from "@/lib/client/agents";
import type { Agent, Version } from "../editor/agent-form";
import { canTry } from "./try-dialog";
import { VersionResults } from "./version-results";

interface Props {
  agent: Agent;
  version: Version;
}

/** One version: its changes compared with another version, its results, and its actions. */
export function VersionView({ agent, version, mayChange }: Props & { mayChange: boolean }) {
  const { set } = useAddress();
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
        {mayChange ? <Actions agent={agent} version={version} /> : null}
        {version.commit_message ? <p className="w-full text-soft wrap-anywhere">{version.commit_message}</p> : null}
      </div>
      <VersionComparison
        title="Changes compared with"
        version={version}
        versions={agent.versions}
        total={agent.version_count}
        labelOf={({ version_name, is_active }) => (is_active ? `${version_name}, active` : version_name)}
      >
        {(other) => <Changes agentId={agent.id} versionId={version.id} otherId={other.id} />}
      </VersionComparison>
      <VersionResults agentId={agent.id} versionId={version.id} />
    </div>
  );
}

function Actions({ agent, version }: Props) {
  const { set } = useAddress();
  const activate = useMutation(activateAgentVersion);
  const input = { agent_id: agent.id, version_id: version.id };
  return (
    <>
      {canTry(version) ? <Button onClick={() => set({ try: String(version.version_number) })}>Try it</Button> : null}
      {version.is_active ? null : (
        <Button busy={activate.isPending} onClick={() => activate.mutate(input)}>
          Activate
        </Button>
      )}
      {!version.is_active || agent.has_unversioned_changes ? (
        <Confirmed
          label="Restore"
          title={`Restore ${version.version_name}?`}
          action="Restore"
          change={restoreAgentVersion}
          input={input}
        >
          The agent gets the configuration of {version.version_name}, and that version becomes active. No version is
          lost.
        </Confirmed>
      ) : null}
      {version.is_active ? null : (
        <Confirmed
          label="Delete"
          title={`Delete ${version.version_name}?`}
          action="Delete version"
          danger
          change={deleteAgentVersion}
          input={input}
          onDone={() => set({ version: null, compare: null })}
        >
          Its number is not reused. Runs keep the version they used. This cannot be undone.
        </Confirmed>
      )}
    </>
  );
}

interface ConfirmedProps<Input> {
  /** The button's label. */
  label: string;
  title: string;
  action: string;
  danger?: boolean;
  change: MutationOptions<unknown, Error, Input>;
  input: Input;
  onDone?: () => void;
  children: ReactNode;
}

/** A button whose change is confirmed first. */
function Confirmed<Input>({ label, danger = false, ...dialog }: ConfirmedProps<Input>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look={danger ? "ghost" : "secondary"} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmChange {...dialog} danger={danger} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function Changes({ agentId, versionId, otherId }: { agentId: string; versionId: string; otherId: string }) {
  const found = useQuery(agentChangesQuery(agentId, versionId, otherId));
  return (
    <Loaded
      found={found}
      problem="The versions could not be compared"
      skeleton={<TableSkeleton columns={2} rows={2} />}
    >
      {({ changes }) => (
        <ChangeList
          changes={changes.map(({ field, kind, from, to }) => ({
            path: field.split("."),
            kind,
            before: from,
            after: to,
          }))}
        />
      )}
    </Loaded>
  );
}
