"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { LinkButton } from "@/app/_ui/button/link-button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Table } from "@/app/_ui/list/table";
import { pageOf } from "@/app/(studio)/_components/address";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { experimentsQuery } from "@/lib/client/evaluation/experiments";
import { links } from "@/lib/client/links";
import type { ListedExperiment } from "@/lib/contracts/evaluation/experiments/experiments";
import { isUnderWay } from "../../../datasets/[dataset_id]/_components/runs/run-words";
import { experimentColumns } from "./experiment-columns";

interface Props {
  /** Only those over this dataset. */
  datasetId?: string;
  /** Beside the list, or in its place if it is empty. */
  act: ReactNode;
}

const REFRESH_MS = 2000;
const MOST = 8;

/** Experiments, newest first, of which several can be chosen for a comparison. Running ones are refetched. */
export function ExperimentList({ datasetId, act }: Props) {
  const { get, set } = useAddress();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const page = pageOf(get("experiments"));
  const found = useQuery({
    ...experimentsQuery({ ...(datasetId ? { dataset_id: datasetId } : {}), page }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(({ status }) => isUnderWay(status)) ? REFRESH_MS : false),
  });
  const rows = found.data?.results ?? [];
  return (
    <>
      {rows.length > 0 ? (
        <div className="mb-3 flex flex-wrap items-center justify-end gap-3">
          <CompareButton chosen={rows.filter(({ id }) => selected.has(id)).reverse()} />
          {act}
        </div>
      ) : null}
      <PagedList
        found={found}
        noun="experiments"
        page={page}
        onPage={(next) => set({ experiments: next })}
        columns={5}
        empty={
          <EmptyState title="No experiments yet" action={act}>
            An experiment produces an output for each row of a dataset, by a prompt or from a column, and evaluates it.
            Start one on a dataset&apos;s page.
          </EmptyState>
        }
      >
        {(results, isStale) => (
          <Table
            caption="Experiments"
            columns={experimentColumns(datasetId === undefined)}
            rows={results}
            rowKey={({ id }) => id}
            stale={isStale}
            selection={{
              selected,
              onChange: setSelected,
              labelOf: (id) => `Select ${results.find((one) => one.id === id)?.name ?? "experiment"}`,
            }}
          />
        )}
      </PagedList>
    </>
  );
}

/** The oldest of the chosen experiments is the baseline. */
function CompareButton({ chosen }: { chosen: readonly ListedExperiment[] }) {
  const problem =
    chosen.length < 2
      ? "Select two to eight experiments to compare them."
      : chosen.length > MOST
        ? `At most ${MOST} experiments can be compared.`
        : new Set(chosen.map(({ dataset_id }) => dataset_id)).size > 1
          ? "These experiments use different datasets."
          : null;
  if (problem !== null) return <p className="mr-auto text-soft">{problem}</p>;
  return (
    <LinkButton look="primary" href={links.compareExperiments(chosen.map(({ id }) => id))}>
      Compare {chosen.length} experiments
    </LinkButton>
  );
}
