"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { Status } from "@/app/_ui/feedback/status";
import { RowLink } from "@/app/_ui/list/row-link";
import { Table } from "@/app/_ui/list/table";
import { Time } from "@/app/_ui/text/time";
import { configVersionsQuery } from "@/lib/client/gateway";
import { links } from "@/lib/client/links";
import { Older } from "../../_components/older";
import { numberIn } from "./number-in";
import { VersionView } from "./version-view";

/** All versions, newest first, or one of them compared with another. */
export function VersionsTab({ organizationId }: { organizationId: string }) {
  const { get, set } = useAddress();
  const after = numberIn(get("after"));
  const chosen = numberIn(get("version"));
  const versions = useQuery({ ...configVersionsQuery(organizationId, after), placeholderData: keepPreviousData });
  if (versions.isPending) return <TableSkeleton columns={5} rows={4} />;
  if (versions.isError) {
    return (
      <ErrorState title="The versions could not be loaded" error={versions.error} onRetry={() => versions.refetch()} />
    );
  }
  const { data, has_more } = versions.data;
  if (chosen) return <VersionView organizationId={organizationId} version={chosen} versions={data} />;
  if (data.length === 0 && !after) {
    return (
      <EmptyState title="No versions yet">
        Every saved change appears here with its author and description. You can go back to any version.
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        caption="Versions"
        rows={data}
        rowKey={({ version }) => String(version)}
        stale={versions.isPlaceholderData}
        columns={[
          {
            key: "version",
            header: "Version",
            cell: ({ version, change_description: description }) => (
              <span className="grid">
                <RowLink href={`${links.gatewayConfiguration()}?tab=versions&version=${version}`}>
                  Version {version}
                </RowLink>
                {description ? <span className="text-xs text-faint wrap-anywhere">{description}</span> : null}
              </span>
            ),
          },
          {
            key: "state",
            header: "State",
            width: "w-24",
            cell: ({ active }) =>
              active ? (
                <Status tone="good" shape="check">
                  Active
                </Status>
              ) : (
                <Status shape="archive">Inactive</Status>
              ),
          },
          {
            key: "who",
            header: "Created by",
            wide: true,
            width: "w-40",
            cell: ({ created_by, origin }) =>
              created_by?.name ?? (origin === "config" ? "Configuration file" : "Gateway operator"),
          },
          {
            key: "created",
            header: "Created",
            align: "right",
            width: "w-28",
            cell: ({ created_at }) => <Time at={created_at} />,
          },
        ]}
      />
      <Older
        noun="versions"
        isFirst={!after}
        last={has_more ? String(data.at(-1)?.version) : undefined}
        onAfter={(next) => set({ after: next })}
      />
    </>
  );
}
