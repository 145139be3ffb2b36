"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { useAddress } from "@/app/_components/use-address";
import { EmptyState } from "@/app/_ui/empty-state";
import { Missing } from "@/app/_ui/missing";
import { Select } from "@/app/_ui/select";
import { Status } from "@/app/_ui/status";
import { type Column, Table } from "@/app/_ui/table";
import { oneOf, pageOf } from "@/app/(studio)/_components/address";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { CellInputs } from "@/app/(studio)/evaluate/_components/cell-inputs";
import { Verdict } from "@/app/(studio)/evaluate/_components/verdict";
import { evalRunCellsQuery } from "@/lib/client/evaluation/runs";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { listEvalRunCells } from "@/lib/contracts/evaluation/runs";
import type { RunDetail } from "@/lib/contracts/evaluation/shapes/run-shapes";
import { isUnderWay } from "./run-words";

type Cell = Output<typeof listEvalRunCells>["results"][number];

const shown = ["error", "unscored", "failed", "passed", "open"] as const;
const ALL = "all";
const SLOWLY_MS = 5000;

const options = [
  { value: ALL, label: "All cells" },
  { value: "error", label: "Errors" },
  { value: "unscored", label: "Unscored" },
  { value: "failed", label: "Failed" },
  { value: "passed", label: "Passed" },
  { value: "open", label: "Not done" },
] as const;

/** The results of a run, cell by cell. */
export function RunCells({ run }: { run: RunDetail }) {
  const { get, set } = useAddress();
  const show = oneOf(shown, get("cells")) ?? ALL;
  const page = pageOf(get("page"));
  const evaluation = run.evaluations.find(({ id }) => id === get("evaluation"))?.id;
  const found = useQuery({
    ...evalRunCellsQuery({
      run_id: run.id,
      page,
      ...(evaluation ? { evaluation_id: evaluation } : {}),
      ...(show === "error" || show === "unscored" || show === "open" ? { outcome: show } : {}),
      ...(show === "failed" || show === "passed" ? { passed: show === "passed" } : {}),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: isUnderWay(run.status) ? SLOWLY_MS : false,
  });
  const nameOf = (id: string) => run.evaluations.find((one) => one.id === id)?.name ?? "";
  return (
    <section className="border-t border-line pt-5">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 className="mr-2 text-base font-medium">Cells</h2>
        <Select
          aria-label="Which cells"
          className="w-36!"
          value={show}
          options={options}
          onChange={(next) => set({ cells: next === ALL ? null : next, page: null })}
        />
        {run.evaluations.length > 1 ? (
          <Select
            aria-label="Evaluation"
            className="w-56!"
            value={evaluation ?? ALL}
            options={[
              { value: ALL, label: "Every evaluation" },
              ...run.evaluations.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(next) => set({ evaluation: next === ALL ? null : next, page: null })}
          />
        ) : null}
      </div>
      <PagedList
        found={found}
        noun="cells"
        page={page}
        columns={4}
        onPage={(page) => set({ page })}
        empty={
          <EmptyState title={show === ALL ? "No cells" : "No cell matches"}>
            {show === "error" || show === "unscored"
              ? "Every cell so far has a score."
              : "Choose another filter to see more cells."}
          </EmptyState>
        }
      >
        {(listed, isStale) => (
          <Table
            caption="Cells of the run"
            rows={listed}
            rowKey={({ evaluation_id, row_id, repeat }) => `${evaluation_id} ${row_id} ${repeat}`}
            stale={isStale}
            columns={columnsOf(nameOf, run)}
          />
        )}
      </PagedList>
    </section>
  );
}

const columnsOf = (nameOf: (id: string) => string, run: RunDetail): Column<Cell>[] => [
  {
    key: "row",
    header: "Row",
    align: "right",
    width: "w-14",
    cell: ({ row }) =>
      row === null ? (
        <Missing reason="The row was deleted" />
      ) : (
        <NextLink href={links.datasetRow(run.dataset_id, row)} className="reach text-accent hover:underline">
          {row}
        </NextLink>
      ),
  },
  {
    key: "inputs",
    header: "Inputs",
    width: "min-w-40",
    wide: true,
    cell: ({ inputs }) => <CellInputs inputs={inputs} />,
  },
  {
    key: "verdict",
    header: "Verdict",
    width: "w-36",
    cell: ({ outcome, output }) =>
      outcome === null ? (
        <Status shape="ring">Not done</Status>
      ) : outcome === "answered" ? (
        <Status tone="good" shape="check">
          Answered
        </Status>
      ) : (
        <Verdict outcome={outcome} output={output} />
      ),
  },
  ...(run.evaluations.length > 1
    ? [
        {
          key: "evaluation",
          header: "Evaluation",
          wide: true,
          cell: ({ evaluation_id }: Cell) => nameOf(evaluation_id),
        },
      ]
    : []),
  {
    key: "reason",
    header: "Reason",
    width: "w-1/3",
    cell: ({ reason }) =>
      reason ? (
        <span className="line-clamp-2 text-soft wrap-anywhere" title={reason}>
          {reason}
        </span>
      ) : (
        <Missing reason="No reason given" />
      ),
  },
  ...(run.repeats > 1
    ? [{ key: "repeat", header: "Repeat", align: "right", wide: true, cell: ({ repeat }: Cell) => repeat + 1 } as const]
    : []),
  {
    key: "attempts",
    header: "Attempts",
    align: "right",
    wide: true,
    width: "w-20",
    cell: ({ attempts }) => attempts.toLocaleString("en"),
  },
  {
    key: "log",
    header: "Log",
    align: "right",
    width: "w-16",
    cell: ({ log_id }) =>
      log_id ? (
        <NextLink href={links.evalLogs({ run: log_id })} className="reach text-accent hover:underline">
          Open
        </NextLink>
      ) : (
        <Missing reason="No log" />
      ),
  },
];
