"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { Status } from "@/app/_ui/feedback/status";
import { ChangeList } from "@/app/(studio)/_components/change-list";
import { restoreEvalTemplateVersion, setDefaultEvalTemplateVersion } from "@/lib/client/evaluation/templates";
import { VersionComparison } from "../../../../_components/versions/version-comparison";
import { definitionChanges } from "./definition-changes";
import type { Version } from "./version";

interface Props {
  templateId: string;
  version: Version;
  versions: readonly Version[];
  mayChange: boolean;
}

/** One version: its changes from another, and ways to restore it. */
export function VersionView({ templateId, version, versions, mayChange }: Props) {
  const { set } = useAddress();
  const setDefault = useMutation(setDefaultEvalTemplateVersion);
  const target = { id: templateId, version_id: version.id };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => set({ version: null, compare: null })}>All versions</Button>
        <h3 className="text-base font-medium">{version.version}</h3>
        {version.is_default ? (
          <Status tone="good" shape="check">
            Current
          </Status>
        ) : mayChange ? (
          <>
            <Button busy={setDefault.isPending} onClick={() => setDefault.mutate(target)}>
              Make current
            </Button>
            <Restore version={version} target={target} />
          </>
        ) : null}
        {version.message ? <p className="w-full text-soft wrap-anywhere">{version.message}</p> : null}
      </div>
      <VersionComparison
        title="Changes from"
        version={version}
        versions={versions}
        labelOf={({ version: name, is_default }) => (is_default ? `${name}, current` : name)}
      >
        {(other) => <ChangeList changes={definitionChanges(other.config_snapshot, version.config_snapshot)} />}
      </VersionComparison>
    </div>
  );
}

function Restore({ version, target }: { version: Version; target: { id: string; version_id: string } }) {
  const { set } = useAddress();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Restore as a new version</Button>
      <ConfirmChange
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Restore ${version.version}?`}
        action="Restore"
        danger={false}
        change={restoreEvalTemplateVersion}
        input={target}
        onDone={({ version_number }) => set({ version: String(version_number), compare: null })}
      >
        A new version with the same content becomes current. All versions stay, and runs keep theirs.
      </ConfirmChange>
    </>
  );
}
