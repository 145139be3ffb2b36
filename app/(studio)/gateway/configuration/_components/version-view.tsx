"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { Select } from "@/app/_ui/control/select";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { Status } from "@/app/_ui/feedback/status";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";
import { activateConfig, configChangesQuery, configVersionQuery } from "@/lib/client/gateway";
import { ChangeList } from "../../../_components/change-list";
import { ConfigView } from "./config-view";
import { numberIn } from "./number-in";

interface Props {
  organizationId: string;
  version: number;
  versions: readonly { version: number; active: boolean }[];
}

const NOTHING = "nothing";

/** One version: its changes compared with another, its whole configuration, and the way back to it. */
export function VersionView({ organizationId, version, versions }: Props) {
  const { get, set } = useAddress();
  const active = versions.find((entry) => entry.active)?.version;
  const compare = get("compare");
  const defaultOther = active !== undefined && active !== version ? active : null;
  const other = compare === NOTHING ? null : (numberIn(compare) ?? defaultOther);
  const shown = useQuery(configVersionQuery(organizationId, version));
  const changes = useQuery(configChangesQuery(organizationId, version, other));
  const [isConfirming, setConfirming] = useState(false);
  const activate = useMutation(activateConfig);
  const others = versions.filter((entry) => entry.version !== version);
  const options = [
    { value: NOTHING, label: "Empty configuration" },
    ...others.map((entry) => ({
      value: String(entry.version),
      label: `Version ${entry.version}${entry.active ? ", active" : ""}`,
    })),
  ];
  if (shown.isPending || changes.isPending) return <TableSkeleton columns={2} rows={4} />;
  if (shown.isError || changes.isError) {
    return (
      <ErrorState
        title={`Version ${version} could not be loaded`}
        error={shown.error ?? changes.error}
        onRetry={() => {
          void shown.refetch();
          void changes.refetch();
        }}
      />
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => set({ version: null, compare: null })}>All versions</Button>
        <h2 className="text-base font-medium">Version {version}</h2>
        {shown.data.active ? (
          <Status tone="good" shape="check">
            Active
          </Status>
        ) : (
          <Button look="primary" onClick={() => setConfirming(true)}>
            Go back to this version
          </Button>
        )}
        {shown.data.change_description ? (
          <p className="w-full text-soft wrap-anywhere">{shown.data.change_description}</p>
        ) : null}
      </div>
      <section>
        <div className="mb-3 flex flex-wrap items-center gap-3">
          <h3 className="font-medium">Changes compared with</h3>
          <Select
            aria-label="Compare with"
            className="w-44!"
            value={String(other ?? NOTHING)}
            options={options}
            onChange={(compare) => set({ compare })}
          />
        </div>
        <ChangeList changes={changes.data.changes} />
      </section>
      <section>
        <h3 className="mb-3 font-medium">Full configuration</h3>
        <ConfigView config={shown.data.config} />
      </section>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Go back to version ${version}?`}
        action="Go back"
        danger={false}
        busy={activate.isPending}
        onConfirm={() =>
          activate.mutate({ org_id: organizationId, version }, { onSettled: () => setConfirming(false) })
        }
      >
        Version {version} takes effect with the next request.{active ? ` Version ${active} is kept.` : ""}
      </ConfirmDialog>
    </div>
  );
}
