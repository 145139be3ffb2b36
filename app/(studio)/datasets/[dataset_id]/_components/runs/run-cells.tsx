"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { pageOf } from "@/app/(studio)/_components/address";
import { FilterSelect } from "@/app/(studio)/_components/filters";
import { PagedTable } from "@/app/(studio)/_components/paged-table";
import { evalRunCellsQuery } from "@/lib/client/evaluation/runs";
import type { RunDetail } from "@/lib/contracts/evaluation/shapes/run-shapes";
import { cellColumns } from "./cell-columns";
import { isUnderWay } from "./run-words";

const SLOWLY_MS = 5000;

const options = [
  { value: "error", label: "Errors" },
  { value: "unscored", label: "Unscored" },
  { value: "failed", label: "Failed" },
  { value: "passed", label: "Passed" },
  { value: "open", label: "Not done" },
] as const;

/** The results of a run, cell by cell. */
export function RunCells({ run }: { run: RunDetail }) {
  const { get } = useAddress();
  const show = options.find(({ value }) => value === get("cells"))?.value;
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
  return (
    <section className="border-t border-line pt-5">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 className="mr-2 text-base font-medium">Cells</h2>
        <CellFilters run={run} show={show} evaluation={evaluation} />
      </div>
      <PagedTable
        found={found}
        noun="cells"
        caption="Cells of the run"
        columns={cellColumns(run)}
        rowKey={({ evaluation_id, row_id, repeat }) => `${evaluation_id} ${row_id} ${repeat}`}
        empty={
          <EmptyState title={show === undefined ? "No cells" : "No cell matches"}>
            {show === "error" || show === "unscored"
              ? "Every cell so far has a score."
              : "Choose another filter to see more cells."}
          </EmptyState>
        }
      />
    </section>
  );
}

interface FilterProps {
  run: RunDetail;
  show: (typeof options)[number]["value"] | undefined;
  evaluation: string | undefined;
}

const CellFilters = ({ run, show, evaluation }: FilterProps) => (
  <>
    <FilterSelect name="cells" label="Which cells" value={show} all="All cells" options={options} width="w-36!" />
    {run.evaluations.length > 1 ? (
      <FilterSelect
        name="evaluation"
        label="Evaluation"
        value={evaluation}
        all="Every evaluation"
        options={run.evaluations.map(({ id, name }) => ({ value: id, label: name }))}
        width="w-56!"
      />
    ) : null}
  </>
);
