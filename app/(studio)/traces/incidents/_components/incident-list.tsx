"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { timeColumn } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { links } from "@/lib/client/links";
import { type IncidentFilter, incidentsQuery } from "@/lib/client/notifications/alerts";
import type { Incident } from "@/lib/contracts/alerts/incidents";
import { pageOf } from "../../../_components/address";
import { NoMatch } from "../../../_components/filters";
import { PagedList } from "../../../_components/paged-list";
import { IncidentStatus } from "./incident-status";

interface Props {
  filter: Pick<IncidentFilter, "project_id" | "open">;
  /** All of one project, whose name need not be said. */
  isOfProject?: boolean;
}

/** Incidents, the newest first. */
export function IncidentList({ filter, isOfProject = false }: Props) {
  const { get, set } = useAddress();
  const page = pageOf(get("page"));
  const found = useQuery({ ...incidentsQuery({ ...filter, page }), placeholderData: keepPreviousData });
  return (
    <PagedList
      found={found}
      noun="incidents"
      page={page}
      onPage={(next) => set({ page: next })}
      columns={4}
      empty={
        filter.open === undefined ? (
          <EmptyState title="No incidents">
            When an alert fires, it opens an incident. Closed incidents stay in this list.
          </EmptyState>
        ) : (
          <NoMatch noun="incidents" filters={["show"]}>
            Other incidents are {filter.open ? "over" : "open"}.
          </NoMatch>
        )
      }
    >
      {(rows, isStale) => (
        <Table
          caption="Incidents"
          rows={rows}
          rowKey={({ id }) => id}
          stale={isStale}
          columns={isOfProject ? columns.filter(({ key }) => key !== "project") : columns}
        />
      )}
    </PagedList>
  );
}

const columns: readonly Column<Incident>[] = [
  {
    key: "alert",
    header: "Incident",
    cell: ({ id, alert, finding }) => (
      <span className="grid py-1">
        <RowLink href={links.incident(id)}>{alert.name}</RowLink>
        <span className="text-xs text-faint">{finding}</span>
      </span>
    ),
  },
  { key: "project", header: "Project", width: "w-40", wide: true, cell: ({ project }) => project.name },
  { key: "status", header: "Status", width: "w-36", cell: ({ status }) => <IncidentStatus status={status} /> },
  timeColumn("Opened", ({ opened_at }) => opened_at, { wide: true }),
];
