"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { classNames } from "@/app/_ui/class-names";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Missing } from "@/app/_ui/feedback/missing";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { quantity } from "@/app/_ui/figure/numbers";
import { type Column, Table } from "@/app/_ui/list/table";
import { microsText } from "@/app/(studio)/gateway/requests/_components/figures";
import type { Output } from "@/lib/contracts/contract";
import type { estimateEvalRun } from "@/lib/contracts/evaluation/runs";

export type Estimated = Output<typeof estimateEvalRun>;

const bases: Record<Estimated["evaluations"][number]["basis"], (sample: number) => string> = {
  computed: () => "Computed, free",
  earlier_runs: (sample) => `Based on ${quantity(sample, "cell")} of earlier runs`,
  same_template: (sample) => `Based on ${quantity(sample, "cell")} of this template with this model`,
  unknown: () => "Unknown",
};

/** The expected cost of a run, and the basis of the estimate. */
export function Estimate({ found }: { found: UseQueryResult<Estimated> }) {
  if (found.isPending) return <Skeleton className="h-24 w-full" />;
  if (found.isError)
    return <ErrorState title="The cost could not be estimated" error={found.error} onRetry={() => found.refetch()} />;
  const { cells, rows, estimated_micros: micros, estimated_tokens: tokens, evaluations } = found.data;
  return (
    <section
      aria-label="Estimate"
      aria-live="polite"
      className={classNames("transition-opacity", found.isPlaceholderData && "opacity-60")}
    >
      <p className="mb-2 tabular-nums">
        <span className="font-medium">{quantity(cells, "cell")}</span> of {quantity(rows, "row")}, estimated at{" "}
        {micros === null ? (
          <Missing reason="Unknown for at least one evaluation" />
        ) : (
          <span className="font-medium">{microsText(micros)}</span>
        )}
        {tokens ? <span className="text-faint"> and {quantity(tokens, "token")}</span> : null}.
      </p>
      <Table
        caption="Estimate by evaluation"
        rows={evaluations}
        rowKey={({ user_eval_id, column_id }) => user_eval_id ?? column_id ?? ""}
        columns={columns}
      />
    </section>
  );
}

const columns: Column<Estimated["evaluations"][number]>[] = [
  { key: "name", header: "Evaluation", cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  {
    key: "basis",
    header: "Basis",
    wide: true,
    cell: ({ basis, sample_size, note }) => (
      <span className="text-soft">{note ? `${bases[basis](sample_size)}; ${note}` : bases[basis](sample_size)}</span>
    ),
  },
  {
    key: "cost",
    header: "Cost",
    align: "right",
    width: "w-28",
    cell: ({ estimated_micros, note }) =>
      estimated_micros === null ? (
        <Missing reason={note ?? "No price or no earlier runs for its model"} />
      ) : (
        microsText(estimated_micros)
      ),
  },
];
