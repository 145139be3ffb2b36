"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { Missing } from "@/app/_ui/missing";
import { SearchInput } from "@/app/_ui/search-input";
import { Select } from "@/app/_ui/select";
import { type Column, Table } from "@/app/_ui/table";
import { oneOf, pageOf } from "@/app/(studio)/_components/address";
import { Cost } from "@/app/(studio)/_components/cost";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { executionQuery, PLAYING_MS } from "@/lib/client/runs";
import { callVerdicts, faultSides } from "@/lib/contracts/simulation/call-names";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import { callColumns } from "../call-columns";
import { evaluationText } from "../evaluation-text";
import { Turns } from "../turns";
import { useEvaluationNames } from "../use-evaluation-names";
import { isOpen, millisecondsText, sideLabels, verdictLooks } from "../words";
import { QueueCalls } from "./queue-calls";

const verdictOptions = [
  { value: "all", label: "All outcomes" },
  ...callVerdicts.map((value) => ({ value, label: verdictLooks[value].word })),
];
const sideOptions = [
  { value: "all", label: "All fault sources" },
  ...faultSides.map((value) => ({ value, label: `${sideLabels[value]} fault` })),
];

/** `may`: the user may add calls to a queue. */
export function CallGrid({ executionId, may }: { executionId: string; may: boolean }) {
  const { get, set } = useAddress();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const page = pageOf(get("page"));
  const verdict = oneOf(callVerdicts, get("verdict") ?? "");
  const side = oneOf(faultSides, get("fault") ?? "");
  const search = get("search") ?? "";
  const found = useQuery({
    ...executionQuery(executionId, {
      page,
      ...(verdict ? { verdict } : {}),
      ...(side ? { fault_side: side } : {}),
      ...(search ? { search } : {}),
    }),
    placeholderData: keepPreviousData,
    // Uses the status that came with the calls: their evaluations may finish after the verdict query does.
    refetchInterval: ({ state }) => (state.data && isOpen(state.data.status) ? PLAYING_MS : false),
  });
  const chosen = (name: string) => (value: string) => set({ [name]: value === "all" ? null : value, page: null });
  const evaluationColumns = (found.data?.column_order ?? []).filter(({ type }) => type === "evaluation");
  const nameOf = useEvaluationNames(evaluationColumns.map(({ column_name }) => column_name));
  const numberOf = (id: string) => `#${(found.data?.results.find((call) => call.id === id)?.number ?? 0) + 1}`;
  const columns: Column<CallRecord>[] = [
    ...callColumns,
    ...evaluationColumns.map(
      ({ id, column_name, eval_config }): Column<CallRecord> => ({
        key: id,
        header: nameOf(column_name),
        wide: true,
        cell: ({ eval_metrics }) => evaluationText(eval_metrics[eval_config ?? id]),
      }),
    ),
    {
      key: "turns",
      header: "Turns",
      align: "right",
      wide: true,
      cell: ({ turn_count }) => <Turns count={turn_count} />,
    },
    {
      key: "latency",
      header: "Latency",
      align: "right",
      wide: true,
      cell: ({ avg_latency_ms: ms }) => (ms === null ? <Missing reason="Not measured" /> : millisecondsText(ms)),
    },
    {
      key: "cost",
      header: "Cost",
      align: "right",
      wide: true,
      cell: ({ cost_usd, unpriced_calls }) => <Cost usd={cost_usd} unpriced={unpriced_calls} />,
    },
  ];
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchInput
          label="Search calls"
          value={search}
          onChange={(text) => set({ search: text, page: null }, { keepsBack: false })}
        />
        <Select
          aria-label="Outcome"
          className="w-36!"
          value={verdict ?? "all"}
          options={verdictOptions}
          onChange={chosen("verdict")}
        />
        <Select
          aria-label="Fault"
          className="w-48!"
          value={side ?? "all"}
          options={sideOptions}
          onChange={chosen("fault")}
        />
        {may ? (
          <QueueCalls
            executionId={executionId}
            selected={selected}
            // A selection cannot contain a text search.
            matching={
              search ? null : { verdict: verdict ?? null, fault_side: side ?? null, count: found.data?.count ?? 0 }
            }
            onDone={() => setSelected(new Set())}
          />
        ) : null}
      </div>
      <PagedList
        found={found}
        noun="calls"
        page={page}
        columns={6}
        onPage={(page) => set({ page })}
        empty={
          verdict || side || search ? (
            <EmptyState
              title="No matching calls"
              action={
                <Button onClick={() => set({ verdict: null, fault: null, search: null, page: null })}>
                  Show all calls
                </Button>
              }
            >
              Search the text of the calls' rows.
            </EmptyState>
          ) : (
            <EmptyState title="No calls yet">Calls appear here when they start.</EmptyState>
          )
        }
      >
        {(listed, isStale) => (
          <Table
            caption="Calls"
            columns={columns}
            rows={listed}
            rowKey={({ id }) => id}
            stale={isStale}
            {...(may
              ? {
                  selection: {
                    selected,
                    onChange: setSelected,
                    labelOf: (id: string) => `Select call ${numberOf(id)}`,
                  },
                }
              : {})}
          />
        )}
      </PagedList>
    </>
  );
}
