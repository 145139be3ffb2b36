"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { countText } from "@/app/_ui/figure/numbers";
import { NAME_WIDTH, timeColumn } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { PageHeader } from "@/app/_ui/page/page-header";
import { links } from "@/lib/client/links";
import { projectListQuery } from "@/lib/client/traces";
import type { Project } from "@/lib/contracts/traces/projects";
import { pageOf } from "../../../_components/address";
import { NoMatch, SearchFilter } from "../../../_components/filters";
import { PagedList } from "../../../_components/paged-list";

const columns: Column<Project>[] = [
  {
    key: "name",
    header: "Name",
    width: NAME_WIDTH,
    cell: ({ id, name }) => <RowLink href={links.tracedProject(id)}>{name}</RowLink>,
  },
  { key: "traces", header: "Traces", align: "right", width: "w-28", cell: ({ trace_count }) => countText(trace_count) },
  timeColumn("Created", ({ created_at }) => created_at, { width: "w-32", wide: true }),
];

export function ProjectsScreen() {
  const { get, set } = useAddress();
  const search = get("search")?.slice(0, 255);
  const page = pageOf(get("page"));
  const found = useQuery({
    ...projectListQuery({ page, ...(search ? { search } : {}) }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title="Projects"
        description="A project is usually one application. Open it to see its requests, errors, latency and cost."
      />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchFilter label="Search projects" />
      </div>
      <PagedList
        found={found}
        noun="projects"
        page={page}
        columns={3}
        onPage={(next) => set({ page: next })}
        empty={
          search ? (
            <NoMatch noun="projects" filters={["search"]}>
              Search by a part of the name.
            </NoMatch>
          ) : (
            <EmptyState title="No projects yet">
              A project is created by the first span that names it, in <code className="font-mono">project.name</code>{" "}
              or <code className="font-mono">service.name</code>.
            </EmptyState>
          )
        }
      >
        {(listed, isStale) => (
          <Table caption="Projects" columns={columns} rows={listed} rowKey={({ id }) => id} stale={isStale} />
        )}
      </PagedList>
    </>
  );
}
