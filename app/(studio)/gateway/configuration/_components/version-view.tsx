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

/** One version: what it changes against another, the whole of it, and the way back to it. */
export function VersionView({ organizationId, version, versions }: Props) {
  const { get, set } = useAddress();
  const active = versions.find((entry) => entry.active)?.version;
  const given = get("compare");
  const unlessTold = active !== undefined && active !== version ? active : null;
  const other = given === NOTHING ? null : (numberIn(given) ?? unlessTold);
  const shown = useQuery(configVersionQuery(organizationId, version));
  const changes = useQuery(configChangesQuery(organizationId, version, other));
  const [asking, setAsking] = useState(false);
  const activate = useMutation(activateConfig);
  const others = versions.filter((entry) => entry.version !== version);
  const options = [
    { value: NOTHING, label: "Nothing" },
    ...others.map((entry) => ({
      value: String(entry.version),
      label: `Version ${entry.version}${entry.active ? ", in force" : ""}`,
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
            In force
          </Status>
        ) : (
          <Button look="primary" onClick={() => setAsking(true)}>
            Go back to this version
          </Button>
        )}
        {shown.data.change_description ? (
          <p className="w-full text-soft wrap-anywhere">{shown.data.change_description}</p>
        ) : null}
      </div>
      <section>
        <div className="mb-3 flex flex-wrap items-center gap-3">
          <h3 className="font-medium">What it changes against</h3>
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
        <h3 className="mb-3 font-medium">All of it</h3>
        <ConfigView config={shown.data.config} />
      </section>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Go back to version ${version}?`}
        action="Go back"
        danger={false}
        busy={activate.isPending}
        onConfirm={() => activate.mutate({ org_id: organizationId, version }, { onSettled: () => setAsking(false) })}
      >
        It is in force with the next request, in place of {active ? `version ${active}` : "none"}, which is kept.
      </ConfirmDialog>
    </div>
  );
}
