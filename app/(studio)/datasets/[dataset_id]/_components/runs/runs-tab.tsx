"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useAddress } from "@/app/_components/use-address";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Missing } from "@/app/_ui/feedback/missing";
import { ProgressBar } from "@/app/_ui/feedback/progress-bar";
import { timeColumn } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import type { Column } from "@/app/_ui/list/table";
import { pageOf } from "@/app/(studio)/_components/address";
import { Cost, usdOfMicros } from "@/app/(studio)/_components/cost";
import { PagedTable } from "@/app/(studio)/_components/paged-table";
import { evalRunsQuery } from "@/lib/client/evaluation/runs";
import { links } from "@/lib/client/links";
import type { ListedRun } from "@/lib/contracts/evaluation/shapes/run-shapes";
import { RunStatus } from "./run-status";
import { isUnderWay } from "./run-words";

const REFRESH_MS = 2000;

/** A dataset's runs, newest first; running ones are refetched. */
export function RunsTab({ datasetId, act }: { datasetId: string; act: ReactNode }) {
  const { get } = useAddress();
  const page = pageOf(get("runs"));
  const found = useQuery({
    ...evalRunsQuery(datasetId, page),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(({ status }) => isUnderWay(status)) ? REFRESH_MS : false),
  });
  return (
    <PagedTable
      found={found}
      noun="runs"
      caption="Runs"
      columns={columns}
      rowKey={({ id }) => id}
      pageName="runs"
      empty={
        <EmptyState title="No runs yet" action={act}>
          A run applies evaluations to every row. You see its expected cost first, and you can set a ceiling. After an
          interruption it continues where it stopped.
        </EmptyState>
      }
    />
  );
}

const columns: Column<ListedRun>[] = [
  {
    key: "name",
    header: "Run",
    width: "sm:min-w-40",
    cell: ({ id, dataset_id, name, reason }) => (
      <span className="grid max-w-[52vw] sm:max-w-80">
        <RowLink href={links.evalRun(dataset_id, id)}>{name}</RowLink>
        {reason ? (
          <span className="truncate text-xs text-faint" title={reason}>
            {reason}
          </span>
        ) : null}
      </span>
    ),
  },
  { key: "status", header: "Status", width: "w-32", cell: ({ status }) => <RunStatus status={status} /> },
  {
    key: "done",
    header: "Cells done",
    wide: true,
    width: "w-48",
    cell: ({ total, open }) => (
      <span className="grid gap-1 tabular-nums">
        {(total - open).toLocaleString("en")} of {total.toLocaleString("en")}
        <ProgressBar label="Cells done" value={total - open} max={total} />
      </span>
    ),
  },
  {
    key: "missing",
    header: "Unscored, errors",
    align: "right",
    wide: true,
    width: "w-32",
    cell: ({ unscored, error }) => `${unscored.toLocaleString("en")}, ${error.toLocaleString("en")}`,
  },
  {
    key: "cost",
    header: "Cost",
    align: "right",
    wide: true,
    width: "w-28",
    cell: ({ spent_micros, unpriced_calls }) => <Cost usd={usdOfMicros(spent_micros)} unpriced={unpriced_calls} />,
  },
  {
    key: "by",
    header: "Started by",
    wide: true,
    width: "w-36",
    cell: ({ created_by }) =>
      created_by === null ? (
        <Missing reason="Started with an API key, or by a former member" />
      ) : (
        <span className="line-clamp-2 wrap-anywhere">{created_by}</span>
      ),
  },
  timeColumn("Started", ({ created_at }) => created_at),
];
