"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { RemovableFilter } from "@/app/_ui/list/removable-filter";
import { PageHeader } from "@/app/_ui/page/page-header";
import { projectChoicesQuery, type TraceQuery, traceListQuery } from "@/lib/client/traces";
import { spanVerdicts } from "@/lib/contracts/evaluation/names";
import { type Get, oneOf, pageOf } from "../../_components/address";
import { FilterSelect, NoMatch, SearchFilter } from "../../_components/filters";
import { PagedList } from "../../_components/paged-list";
import { TraceTable } from "./trace-table";
import { verdictWords } from "./verdict-words";

const verdictOptions = spanVerdicts.map((value) => ({ value, label: verdictWords[value] }));

function queryOf(get: Get): TraceQuery & { page: number } {
  const [project, session, search, evaluation] = [get("project"), get("session"), get("search"), get("evaluation")];
  const verdict = oneOf(spanVerdicts, get("verdict"));
  return {
    page: pageOf(get("page")),
    ...(project ? { project_id: project } : {}),
    ...(session ? { session_id: session } : {}),
    ...(search ? { search } : {}),
    ...(evaluation ? { evaluation_id: evaluation } : {}),
    ...(verdict ? { verdict } : {}),
  };
}

export function TracesScreen() {
  const { get, set } = useAddress();
  const query = queryOf(get);
  const found = useQuery({ ...traceListQuery(query), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader title="Traces" description="Requests of your applications and the gateway, span by span." />
      <Filters query={query} />
      <PagedList
        found={found}
        noun="traces"
        page={query.page}
        columns={6}
        onPage={(page) => set({ page })}
        empty={<Empty query={query} />}
      >
        {(listed, isStale) => <TraceTable traces={listed} stale={isStale} />}
      </PagedList>
    </>
  );
}

function Filters({ query }: { query: TraceQuery }) {
  const { set } = useAddress();
  const projects = useQuery(projectChoicesQuery());
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <SearchFilter label="Search traces" />
      <FilterSelect
        name="project"
        label="Project"
        width="w-44!"
        value={query.project_id}
        all="All projects"
        options={(projects.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <FilterSelect
        name="verdict"
        label="Verdict"
        width="w-40!"
        value={query.verdict}
        all="Any verdict"
        options={verdictOptions}
      />
      {query.session_id ? (
        <RemovableFilter onRemove={() => set({ session: null, page: null })}>One session</RemovableFilter>
      ) : null}
      {query.evaluation_id ? (
        <RemovableFilter onRemove={() => set({ evaluation: null, page: null })}>One evaluation</RemovableFilter>
      ) : null}
    </div>
  );
}

function Empty({ query: { page: _page, ...filters } }: { query: TraceQuery }) {
  if (Object.keys(filters).length > 0)
    return (
      <NoMatch noun="traces" filters={["search", "project", "session", "verdict", "evaluation"]}>
        Search by a part of the name, or by the full ID.
      </NoMatch>
    );
  return (
    <EmptyState title="No traces yet">
      Send spans through OpenTelemetry to <code className="font-mono">/tracer/otlp/v1/traces</code> with an API key, or
      call models through the gateway. Each call is a trace.
    </EmptyState>
  );
}
