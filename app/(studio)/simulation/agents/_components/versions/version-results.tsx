"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Missing } from "@/app/_ui/feedback/missing";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { Table } from "@/app/_ui/list/table";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { Time } from "@/app/_ui/text/time";
import { pageOf } from "@/app/(studio)/_components/address";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { callColumns } from "@/app/(studio)/simulation/runs/_components/call-columns";
import { ratesText } from "@/app/(studio)/simulation/runs/_components/words";
import { versionCallsQuery, versionSummaryQuery } from "@/lib/client/agents";
import type { Output } from "@/lib/contracts/contract";
import type { getVersionEvalSummary } from "@/lib/contracts/simulation/agent-versions";

interface Props {
  agentId: string;
  versionId: string;
}

/** The results of a version's runs: evaluations and calls. */
export function VersionResults(version: Props) {
  return (
    <>
      <Evaluations {...version} />
      <Calls {...version} />
    </>
  );
}

function Evaluations({ agentId, versionId }: Props) {
  const found = useQuery(versionSummaryQuery(agentId, versionId));
  if (found.isPending) return <TableSkeleton columns={3} rows={2} />;
  if (found.isError)
    return (
      <ErrorState title="The evaluations could not be loaded" error={found.error} onRetry={() => found.refetch()} />
    );
  if (found.data.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h4 className="font-medium">Evaluation results</h4>
      <DefinitionList
        entries={found.data.map((evaluation) => ({
          term: evaluation.name,
          value: ratesText(ratesOf(evaluation)) ?? <Missing reason="No scores yet" />,
        }))}
      />
    </section>
  );
}

function Calls({ agentId, versionId }: Props) {
  const { get, set } = useAddress();
  const page = pageOf(get("page"));
  const found = useQuery({ ...versionCallsQuery(agentId, versionId, page), placeholderData: keepPreviousData });
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h4 className="font-medium">Calls</h4>
      <PagedList
        found={found}
        noun="calls"
        page={page}
        columns={3}
        onPage={(page) => set({ page })}
        empty={<EmptyState title="No calls yet">Calls appear here when a run uses this version.</EmptyState>}
      >
        {(listed, isStale) => (
          <Table
            caption="Calls"
            rows={listed}
            rowKey={({ id }) => id}
            stale={isStale}
            columns={[
              ...callColumns,
              {
                key: "at",
                header: "Called",
                align: "right",
                wide: true,
                cell: ({ created_at: at }) => <Time at={at} />,
              },
            ]}
          />
        )}
      </PagedList>
    </section>
  );
}

type Summary = Output<typeof getVersionEvalSummary>[number];

const shareOf = (percentage: number): number => percentage / 100;

/** A summary's figures in the form of an execution's: fractions of 1, over all its evaluations. */
const ratesOf = ({
  result,
  output_type,
  total_pass_rate: rate,
  total_pass_rate_interval: passing,
  average,
  average_interval,
}: Summary) => ({
  average_interval,
  // For pass/fail the mean equals the pass rate, only rounded differently.
  average: output_type === "Pass/Fail" ? null : average,
  pass_rate: rate === null ? null : shareOf(rate),
  pass_rate_interval: passing && { low: shareOf(passing.low), high: shareOf(passing.high) },
  scored: sum(result, "scored"),
  total_cells: sum(result, "total_cells"),
});

const sum = <Key extends "scored" | "total_cells">(results: readonly Record<Key, number>[], key: Key): number =>
  results.reduce((all, result) => all + result[key], 0);
