"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageHeader } from "@/app/_ui/page-header";
import { RemovableFilter } from "@/app/_ui/removable-filter";
import { SearchInput } from "@/app/_ui/search-input";
import { Select } from "@/app/_ui/select";
import { projectChoicesQuery, type TraceQuery, traceListQuery } from "@/lib/client/traces";
import { spanVerdicts } from "@/lib/contracts/evaluation/names";
import { PagedList } from "../../_components/paged-list";
import { TraceTable } from "./trace-table";
import { verdictWords } from "./verdict-words";

const ALL = "all";
const verdictOptions = [
  { value: ALL, label: "Any verdict" },
  ...spanVerdicts.map((value) => ({ value, label: verdictWords[value] })),
];

function queryOf(get: (name: string) => string | undefined): TraceQuery {
  const [project, session, search, evaluation] = [get("project"), get("session"), get("search"), get("evaluation")];
  const verdict = spanVerdicts.find((one) => one === get("verdict"));
  return {
    page: Math.max(1, Number.parseInt(get("page") ?? "1", 10) || 1),
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
  const projects = useQuery(projectChoicesQuery());
  const change = (changes: Record<string, string | null>, keepsBack = true) =>
    set({ page: null, ...changes }, { keepsBack });
  const projectOptions = [
    { value: ALL, label: "All projects" },
    ...(projects.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const isFiltered = Boolean(
    query.project_id ?? query.session_id ?? query.search ?? query.evaluation_id ?? query.verdict,
  );
  return (
    <>
      <PageHeader title="Traces" description="Requests of your applications and the gateway, span by span." />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput
          label="Search traces"
          value={query.search ?? ""}
          onChange={(search) => change({ search: search || null }, false)}
        />
        <Select
          aria-label="Project"
          className="w-44!"
          value={query.project_id ?? ALL}
          options={projectOptions}
          onChange={(project) => change({ project: project === ALL ? null : project })}
        />
        <Select
          aria-label="Verdict"
          className="w-40!"
          value={query.verdict ?? ALL}
          options={verdictOptions}
          onChange={(verdict) => change({ verdict: verdict === ALL ? null : verdict })}
        />
        {query.session_id ? (
          <RemovableFilter onRemove={() => change({ session: null })}>One session</RemovableFilter>
        ) : null}
        {query.evaluation_id ? (
          <RemovableFilter onRemove={() => change({ evaluation: null })}>One evaluation</RemovableFilter>
        ) : null}
      </div>
      <PagedList
        found={found}
        noun="traces"
        page={query.page ?? 1}
        columns={6}
        onPage={(page) => set({ page })}
        empty={
          isFiltered ? (
            <EmptyState
              title="No trace matches"
              action={
                <Button
                  onClick={() =>
                    change({ search: null, project: null, session: null, verdict: null, evaluation: null })
                  }
                >
                  Show all traces
                </Button>
              }
            >
              Search by a part of the name, or by the full ID.
            </EmptyState>
          ) : (
            <EmptyState title="No traces yet">
              Send spans through OpenTelemetry to <code className="font-mono">/tracer/otlp/v1/traces</code> with an API
              key, or call models through the gateway. Each call is a trace.
            </EmptyState>
          )
        }
      >
        {(listed, isStale) => <TraceTable traces={listed} stale={isStale} />}
      </PagedList>
    </>
  );
}
