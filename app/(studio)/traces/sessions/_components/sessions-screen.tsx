"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { PageHeader } from "@/app/_ui/page/page-header";
import { projectChoicesQuery, type SessionQuery, sessionListQuery } from "@/lib/client/traces";
import { type Get, pageOf } from "../../../_components/address";
import { FilterSelect, NoMatch, SearchFilter } from "../../../_components/filters";
import { PagedList } from "../../../_components/paged-list";
import { SessionTable } from "./session-table";

function queryOf(get: Get): SessionQuery & { page: number } {
  const [project, search] = [get("project"), get("search")];
  return {
    page: pageOf(get("page")),
    ...(project ? { project_id: project } : {}),
    ...(search ? { search: search.slice(0, 255) } : {}),
  };
}

export function SessionsScreen() {
  const { get, set } = useAddress();
  const query = queryOf(get);
  const found = useQuery({ ...sessionListQuery(query), placeholderData: keepPreviousData });
  const projects = useQuery(projectChoicesQuery());
  return (
    <>
      <PageHeader title="Sessions" description="Traces of one conversation or visit, joined by the session's ID." />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchFilter label="Search sessions" />
        <FilterSelect
          name="project"
          label="Project"
          width="w-44!"
          value={query.project_id}
          all="All projects"
          options={(projects.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      <PagedList
        found={found}
        noun="sessions"
        page={query.page}
        columns={6}
        onPage={(page) => set({ page })}
        empty={<Empty isFiltered={query.project_id !== undefined || query.search !== undefined} />}
      >
        {(listed, isStale) => <SessionTable sessions={listed} stale={isStale} />}
      </PagedList>
    </>
  );
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <NoMatch noun="sessions" filters={["search", "project"]}>
        Search by a part of the session's ID.
      </NoMatch>
    );
  return (
    <EmptyState title="No sessions yet">
      Set the attribute <code className="font-mono">session.id</code> on your spans. All traces with one ID are a
      session.
    </EmptyState>
  );
}
