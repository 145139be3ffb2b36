"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Missing } from "@/app/_ui/feedback/missing";
import { type Column, Table } from "@/app/_ui/list/table";
import { Cost } from "@/app/(studio)/_components/cost";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { executionQuery, PLAYING_MS } from "@/lib/client/runs";
import type { Output } from "@/lib/contracts/contract";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import type { getTestExecution } from "@/lib/contracts/simulation/runs/executions";
import { callColumns } from "../call-columns";
import { evaluationText } from "../evaluation-text";
import { Turns } from "../turns";
import { useEvaluationNames } from "../use-evaluation-names";
import { isOpen, millisecondsText } from "../words";
import { CallFilters, callFilterOf, NoCalls } from "./call-filters";
import { QueueCalls } from "./queue-calls";

/** `may`: the user may add calls to a queue. */
export function CallGrid({ executionId, may }: { executionId: string; may: boolean }) {
  const { get, set } = useAddress();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const filter = callFilterOf(get);
  const { page, verdict, side, search } = filter;
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
  const columns = useCallColumns(found.data?.column_order ?? []);
  const numberOf = (id: string) => `#${(found.data?.results.find((call) => call.id === id)?.number ?? 0) + 1}`;
  const selection = { selected, onChange: setSelected, labelOf: (id: string) => `Select call ${numberOf(id)}` };
  // A selection cannot contain a text search.
  const matching = search
    ? null
    : { verdict: verdict ?? null, fault_side: side ?? null, count: found.data?.count ?? 0 };
  const clear = () => setSelected(new Set());
  return (
    <>
      <CallFilters filter={filter}>
        {may ? <QueueCalls executionId={executionId} selected={selected} matching={matching} onDone={clear} /> : null}
      </CallFilters>
      <PagedList
        found={found}
        noun="calls"
        page={page}
        columns={6}
        onPage={(page) => set({ page })}
        empty={<NoCalls filter={filter} />}
      >
        {(listed, isStale) => (
          <Table
            caption="Calls"
            columns={columns}
            rows={listed}
            rowKey={({ id }) => id}
            stale={isStale}
            {...(may ? { selection } : {})}
          />
        )}
      </PagedList>
    </>
  );
}

/** The columns of a call, with one for each evaluation before its figures. */
function useCallColumns(order: Output<typeof getTestExecution>["column_order"]): Column<CallRecord>[] {
  const evaluations = order.filter(({ type }) => type === "evaluation");
  const nameOf = useEvaluationNames(evaluations.map(({ column_name }) => column_name));
  return [
    ...callColumns,
    ...evaluations.map(
      ({ id, column_name, eval_config }): Column<CallRecord> => ({
        key: id,
        header: nameOf(column_name),
        wide: true,
        cell: ({ eval_metrics }) => evaluationText(eval_metrics[eval_config ?? id]),
      }),
    ),
    ...figureColumns,
  ];
}

const figureColumns: readonly Column<CallRecord>[] = [
  { key: "turns", header: "Turns", align: "right", wide: true, cell: ({ turn_count }) => <Turns count={turn_count} /> },
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
