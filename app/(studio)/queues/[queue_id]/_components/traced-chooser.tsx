"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyState } from "@/app/_ui/empty-state";
import { ErrorState } from "@/app/_ui/error-state";
import { Field } from "@/app/_ui/field";
import { countText } from "@/app/_ui/figure/numbers";
import { Pager } from "@/app/_ui/pager";
import { RadioGroup } from "@/app/_ui/radio-group";
import { SearchInput } from "@/app/_ui/search-input";
import { Select } from "@/app/_ui/select";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { Table } from "@/app/_ui/table";
import { projectChoicesQuery, sessionsQuery, spansQuery, TRACED_ROWS, tracesQuery } from "@/lib/client/traces";
import { observationTypes } from "@/lib/contracts/names";
import { refusalOfAll, type TracedChoice, type TracedKind, tracedWords } from "./traced-choice";
import { rowOfSession, rowOfSpan, rowOfTrace, type TracedRow, tracedColumns } from "./traced-rows";

interface Props {
  kind: TracedKind;
  choice: TracedChoice;
  onChange: (choice: TracedChoice) => void;
}

const ANY = "any";

/** Traces, spans or sessions of a project: all that match a search, or some of the list. */
export function TracedChooser({ kind, choice, onChange }: Props) {
  const projects = useQuery(projectChoicesQuery());
  const options = (projects.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const set = (changes: Partial<TracedChoice>) => onChange({ ...choice, ...changes });
  if (projects.isError) {
    return (
      <ErrorState title="The projects could not be loaded" error={projects.error} onRetry={() => projects.refetch()} />
    );
  }
  if (projects.data && options.length === 0) {
    return (
      <EmptyState title="There is no project yet">
        Projects come with the first traces that an application sends by OpenTelemetry.
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Field label="Project">
        <Select
          value={choice.projectId}
          options={options}
          placeholder={projects.isPending ? "Loading" : "Choose a project"}
          onChange={(projectId) => set({ projectId, chosen: new Set() })}
        />
      </Field>
      {choice.projectId ? (
        <Matching
          key={`${kind} ${choice.projectId}`}
          kind={kind}
          projectId={choice.projectId}
          choice={choice}
          set={set}
        />
      ) : null}
    </div>
  );
}

interface MatchingProps {
  kind: TracedKind;
  projectId: string;
  choice: TracedChoice;
  set: (changes: Partial<TracedChoice>) => void;
}

function Matching({ kind, projectId, choice, set }: MatchingProps) {
  const [page, setPage] = useState(1);
  const { many } = tracedWords[kind];
  const list = useTraced(kind, { project_id: projectId, page, search: choice.search }, choice);
  const count = list.data?.count ?? 0;
  const refusal = refusalOfAll(kind, choice, count);
  const narrow = (changes: Partial<TracedChoice>) => {
    set(changes);
    setPage(1);
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          label={`Search ${many}`}
          shortcut={false}
          value={choice.search}
          onChange={(search) => narrow({ search })}
        />
        {kind === "observation_span" ? (
          <Select
            aria-label="Type"
            className="w-36!"
            value={choice.type ?? ANY}
            options={[
              { value: ANY, label: "Any type" },
              ...observationTypes.map((type) => ({ value: type as string, label: type })),
            ]}
            onChange={(type) => narrow({ type: observationTypes.find((each) => each === type) ?? null })}
          />
        ) : null}
      </div>
      <RadioGroup
        label={`Which ${many}`}
        value={choice.scope}
        onChange={(scope) => set({ scope })}
        options={[
          {
            value: "all" as const,
            label: list.data ? `All ${countText(count)} that match` : "All that match",
            hint: refusal ?? "What is in the queue already is left out.",
            disabled: refusal !== null,
          },
          { value: "chosen" as const, label: "Those that I choose" },
        ]}
      />
      {list.isError ? (
        <ErrorState title="The list could not be loaded" error={list.error} onRetry={() => list.refetch()} />
      ) : list.data ? (
        <div>
          <Table<TracedRow>
            caption={`The project's ${many}`}
            columns={tracedColumns(kind)}
            rows={list.data.rows}
            rowKey={(row) => row.id}
            stale={list.isPlaceholderData}
            {...(choice.scope === "chosen"
              ? {
                  selection: {
                    selected: choice.chosen,
                    onChange: (chosen: Set<string>) => set({ chosen }),
                    labelOf: (id: string) => `Choose ${list.data?.rows.find((row) => row.id === id)?.name ?? id}`,
                  },
                }
              : {})}
          />
          {count === 0 ? <p className="py-2 text-soft">Nothing of this project matches.</p> : null}
          <Pager page={page} limit={TRACED_ROWS} count={count} noun={many} onPage={setPage} />
        </div>
      ) : (
        <TableSkeleton columns={3} rows={6} />
      )}
    </>
  );
}

/** The page of the list, whichever kind it is of. */
function useTraced(kind: TracedKind, filter: Parameters<typeof tracesQuery>[0], { type }: TracedChoice) {
  const shared = { placeholderData: keepPreviousData };
  const traces = useQuery({ ...tracesQuery(filter), ...shared, enabled: kind === "trace" });
  const spans = useQuery({ ...spansQuery({ ...filter, type }), ...shared, enabled: kind === "observation_span" });
  const sessions = useQuery({ ...sessionsQuery(filter), ...shared, enabled: kind === "trace_session" });
  const query = { trace: traces, observation_span: spans, trace_session: sessions }[kind];
  const rows = {
    trace: () => traces.data?.results.map(rowOfTrace),
    observation_span: () => spans.data?.results.map(rowOfSpan),
    trace_session: () => sessions.data?.results.map(rowOfSession),
  }[kind]();
  const { isError, error, refetch, isPlaceholderData } = query;
  const data = query.data && rows ? { count: query.data.count, rows } : null;
  return { data, isError, error, refetch, isPlaceholderData };
}
