"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Loaded } from "@/app/_components/loaded";
import { useAddress } from "@/app/_components/use-address";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { Status } from "@/app/_ui/feedback/status";
import { timeColumn } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { configVersionsQuery } from "@/lib/client/gateway";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { listConfigVersions } from "@/lib/contracts/gateway/configs";
import { CursorList } from "../../_components/cursor-list";
import { numberIn } from "./number-in";
import { VersionView } from "./version-view";

type Version = Output<typeof listConfigVersions>["data"][number];

const columns: readonly Column<Version>[] = [
  {
    key: "version",
    header: "Version",
    cell: ({ version, change_description: description }) => (
      <span className="grid">
        <RowLink href={`${links.gatewayConfiguration()}?tab=versions&version=${version}`}>Version {version}</RowLink>
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
  timeColumn("Created", ({ created_at }) => created_at),
];

/** All versions, newest first, or one of them compared with another. */
export function VersionsTab({ organizationId }: { organizationId: string }) {
  const { get, set } = useAddress();
  const after = numberIn(get("after"));
  const chosen = numberIn(get("version"));
  const versions = useQuery({ ...configVersionsQuery(organizationId, after), placeholderData: keepPreviousData });
  if (chosen) {
    return (
      <Loaded found={versions} problem="The versions could not be loaded" skeleton={<TableSkeleton columns={5} />}>
        {({ data }) => <VersionView organizationId={organizationId} version={chosen} versions={data} />}
      </Loaded>
    );
  }
  return (
    <CursorList
      found={versions}
      noun="versions"
      isFirst={!after}
      cursorOf={({ version }) => String(version)}
      onAfter={(next) => set({ after: next })}
      columns={5}
      empty={
        <EmptyState title="No versions yet">
          Every saved change appears here with its author and description. You can go back to any version.
        </EmptyState>
      }
    >
      {(rows, isStale) => (
        <Table
          caption="Versions"
          rows={rows}
          rowKey={({ version }) => String(version)}
          stale={isStale}
          columns={columns}
        />
      )}
    </CursorList>
  );
}
