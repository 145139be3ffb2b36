"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { isMissing } from "@/lib/client/call-error";
import { experimentComparisonQuery } from "@/lib/client/evaluation/experiments";
import { CostTable } from "./cost-table";
import { MetricTable } from "./metric-table";
import { Pair } from "./pair";
import { SideBySide } from "./side-by-side";

const REFRESH_MS = 5000;

/** Experiments side by side: what they cost, how their scores differ, and in which rows. */
export function ExperimentComparison({ ids }: { ids: string[] }) {
  const { get, set } = useAddress();
  const found = useQuery({
    ...experimentComparisonQuery(ids),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.experiments.some(({ status }) => status === "pending" || status === "running") ? REFRESH_MS : false,
  });
  if (found.isPending) return <TableSkeleton columns={5} rows={3} />;
  if (found.isError) {
    if (isMissing(found.error))
      return <EmptyState title="These experiments cannot be compared">{found.error.message}</EmptyState>;
    return (
      <ErrorState title="The comparison could not be loaded" error={found.error} onRetry={() => found.refetch()} />
    );
  }
  const { experiments, metrics, columns, has_same_rows } = found.data;
  const metric = Math.min(Math.max(0, Number.parseInt(get("metric") ?? "0", 10) || 0), metrics.length - 1);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {has_same_rows ? null : (
        <p role="note" className="rounded-md border border-line bg-warn-wash px-3 py-2">
          These experiments use different versions of the dataset. Rows that changed in between are compared all the
          same.
        </p>
      )}
      <CostTable experiments={experiments} />
      <MetricTable
        experiments={experiments}
        metrics={metrics}
        chosen={metric}
        onChoose={(next) => set({ metric: String(next), page: null })}
      />
      <Pair experiments={experiments} />
      <SideBySide experiments={experiments} columns={columns} metric={metric} name={metrics[metric]?.name ?? ""} />
    </div>
  );
}
