"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { RadioGroup } from "@/app/_ui/control/radio-group";
import { Select } from "@/app/_ui/control/select";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { countText } from "@/app/_ui/figure/numbers";
import { Pager } from "@/app/_ui/list/pager";
import { SearchInput } from "@/app/_ui/list/search-input";
import { Table } from "@/app/_ui/list/table";
import { verdictLooks } from "@/app/(studio)/simulation/runs/_components/words";
import { CALL_ROWS, executionQuery } from "@/lib/client/runs";
import { sessionsQuery, spansQuery, TRACED_ROWS, tracesQuery } from "@/lib/client/traces";
import { observationTypes } from "@/lib/contracts/names";
import { callVerdicts } from "@/lib/contracts/simulation/call-names";
import { containerWords, refusalOfAll, type TracedChoice, type TracedKind, tracedWords } from "./traced-choice";
import { ExecutionField, ProjectField } from "./traced-containers";
import { rowOfCall, rowOfSession, rowOfSpan, rowOfTrace, type TracedRow, tracedColumns } from "./traced-rows";

interface Props {
  kind: TracedKind;
  choice: TracedChoice;
  onChange: (choice: TracedChoice) => void;
}

const ANY = "any";
const types = observationTypes.map((value) => ({ value, label: value }));
const outcomes = callVerdicts.map((value) => ({ value, label: verdictLooks[value].word }));

/** Selects traces, spans or sessions of a project, or calls of an execution: all matches, or some of the list. */
export function TracedChooser({ kind, choice, onChange }: Props) {
  const set = (changes: Partial<TracedChoice>) => onChange({ ...choice, ...changes });
  const ContainerField = kind === "call_execution" ? ExecutionField : ProjectField;
  return (
    <ContainerField value={choice.containerId} onChange={(containerId) => set({ containerId, chosen: new Set() })}>
      {choice.containerId ? (
        <Matching
          key={`${kind} ${choice.containerId}`}
          kind={kind}
          containerId={choice.containerId}
          choice={choice}
          set={set}
        />
      ) : null}
    </ContainerField>
  );
}

interface MatchingProps {
  kind: TracedKind;
  containerId: string;
  choice: TracedChoice;
  set: (changes: Partial<TracedChoice>) => void;
}

function Matching({ kind, containerId, choice, set }: MatchingProps) {
  const [page, setPage] = useState(1);
  const { many } = tracedWords[kind];
  const list = useTraced(kind, containerId, page, choice);
  const count = list.data?.count ?? 0;
  const refusal = refusalOfAll(kind, choice, count);
  const narrow = (changes: Partial<TracedChoice>) => {
    set(changes);
    setPage(1);
  };
  return (
    <>
      <Narrow kind={kind} choice={choice} set={narrow} />
      <RadioGroup
        label={`Which ${many}`}
        value={choice.scope}
        onChange={(scope) => set({ scope })}
        options={[
          {
            value: "all" as const,
            label: list.data ? `All ${countText(count)} that match` : "All that match",
            hint: refusal ?? `Skips ${many} that are already in the queue.`,
            disabled: refusal !== null,
          },
          { value: "chosen" as const, label: `Selected ${many}` },
        ]}
      />
      <Loaded found={list} problem="The list could not be loaded" skeleton={<TableSkeleton columns={3} rows={6} />}>
        {({ rows }) => (
          <div>
            <TracedTable kind={kind} rows={rows} stale={list.isPlaceholderData} choice={choice} set={set} />
            <Pager
              page={page}
              limit={kind === "call_execution" ? CALL_ROWS : TRACED_ROWS}
              count={count}
              noun={many}
              onPage={setPage}
            />
          </div>
        )}
      </Loaded>
    </>
  );
}

type NarrowProps = Omit<MatchingProps, "containerId">;

/** Narrows the list, by what its kind has. */
const Narrow = ({ kind, choice, set }: NarrowProps) => (
  <div className="flex flex-wrap items-center gap-2">
    {kind === "call_execution" ? (
      <Narrowing
        label="Outcome"
        any="Any outcome"
        values={outcomes}
        value={choice.verdict}
        set={(verdict) => set({ verdict })}
      />
    ) : (
      <SearchInput
        label={`Search ${tracedWords[kind].many}`}
        shortcut={false}
        value={choice.search}
        onChange={(search) => set({ search })}
      />
    )}
    {kind === "observation_span" ? (
      <Narrowing label="Type" any="Any type" values={types} value={choice.type} set={(type) => set({ type })} />
    ) : null}
  </div>
);

interface TableProps extends NarrowProps {
  rows: readonly TracedRow[];
  stale: boolean;
}

/** The rows, with checkboxes if some are to be chosen. */
function TracedTable({ kind, rows, stale, choice, set }: TableProps) {
  const selection = {
    selected: choice.chosen,
    onChange: (chosen: Set<string>) => set({ chosen }),
    labelOf: (id: string) => `Choose ${rows.find((row) => row.id === id)?.name ?? id}`,
  };
  const { many } = tracedWords[kind];
  return (
    <>
      <Table
        caption={`The ${containerWords[kind]}'s ${many}`}
        columns={tracedColumns(kind)}
        rows={rows}
        rowKey={(row) => row.id}
        stale={stale}
        {...(choice.scope === "chosen" ? { selection } : {})}
      />
      {rows.length === 0 ? (
        <p className="py-2 text-soft">
          No {many} of this {containerWords[kind]} match.
        </p>
      ) : null}
    </>
  );
}

interface NarrowingProps<Value extends string> {
  label: string;
  /** The option that shows all. */
  any: string;
  values: readonly { value: Value; label: string }[];
  value: Value | null;
  set: (value: Value | null) => void;
}

function Narrowing<Value extends string>({ label, any, values, value, set }: NarrowingProps<Value>) {
  return (
    <Select
      aria-label={label}
      className="w-36!"
      value={value ?? ANY}
      options={[{ value: ANY, label: any }, ...values]}
      onChange={(next) => set(values.find((each) => each.value === next)?.value ?? null)}
    />
  );
}

/** The current page of the list of this kind. */
function useTraced(kind: TracedKind, containerId: string, page: number, { search, type, verdict }: TracedChoice) {
  const shared = { placeholderData: keepPreviousData };
  const filter = { project_id: containerId, page, search };
  const traces = useQuery({ ...tracesQuery(filter), ...shared, enabled: kind === "trace" });
  const spans = useQuery({ ...spansQuery({ ...filter, type }), ...shared, enabled: kind === "observation_span" });
  const sessions = useQuery({ ...sessionsQuery(filter), ...shared, enabled: kind === "trace_session" });
  const ofOutcome = { page, ...(verdict ? { verdict } : {}) };
  const calls = useQuery({ ...executionQuery(containerId, ofOutcome), ...shared, enabled: kind === "call_execution" });
  const query = { trace: traces, observation_span: spans, trace_session: sessions, call_execution: calls }[kind];
  const rows = {
    trace: () => traces.data?.results.map(rowOfTrace),
    observation_span: () => spans.data?.results.map(rowOfSpan),
    trace_session: () => sessions.data?.results.map(rowOfSession),
    call_execution: () => calls.data?.results.map(rowOfCall),
  }[kind]();
  const { error, refetch, isPlaceholderData, dataUpdatedAt } = query;
  const data = query.data && rows ? { count: query.data.count, rows } : undefined;
  return { data, error, refetch, isPlaceholderData, dataUpdatedAt };
}
