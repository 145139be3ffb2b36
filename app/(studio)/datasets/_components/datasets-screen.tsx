"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { useAddress } from "@/app/_components/use-address";
import { useMayWrite } from "@/app/_components/use-role";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageBody } from "@/app/_ui/page/page-body";
import { PageHeader } from "@/app/_ui/page/page-header";
import { SearchFilter } from "@/app/(studio)/_components/filters";
import { PagedTable } from "@/app/(studio)/_components/paged-table";
import { useOrder } from "@/app/(studio)/_components/use-order";
import { DATASET_ROWS, datasetsQuery } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";
import { datasetColumns } from "./dataset-columns";
import { datasetFilterOf } from "./dataset-filter";

export function DatasetsScreen() {
  const { get, set } = useAddress();
  const router = useRouter();
  const filter = datasetFilterOf(get);
  const datasets = useQuery({
    ...datasetsQuery(filter),
    placeholderData: keepPreviousData,
    select: ({ datasets: results, total_count: count }) => ({ results, count, limit: DATASET_ROWS }),
  });
  const order = useOrder(filter.ordering);
  const may = useMayWrite();
  useShortcuts(
    "Page",
    may ? [{ keys: "c", description: "Import a dataset", run: () => router.push(links.importDataset()) }] : [],
  );
  const importAct = may ? (
    <LinkButton look="primary" keys="c" href={links.importDataset()}>
      Import dataset
    </LinkButton>
  ) : null;
  return (
    <PageBody>
      <PageHeader title="Datasets" description="Tables of rows to annotate and evaluate." actions={importAct} />
      <div className="mb-3">
        <SearchFilter label="Search datasets" />
      </div>
      <PagedTable
        found={datasets}
        noun="datasets"
        caption="Datasets"
        columns={datasetColumns}
        order={order}
        rowKey={({ id }) => id}
        empty={
          <NoDatasets isSearch={filter.search !== ""} act={importAct} onAll={() => set({ search: null, page: null })} />
        }
      />
    </PageBody>
  );
}

/** Shown if no dataset matches, or if there is none. */
function NoDatasets({ isSearch, act, onAll }: { isSearch: boolean; act: ReactNode; onAll: () => void }) {
  if (isSearch)
    return (
      <EmptyState title="No dataset matches" action={<Button onClick={onAll}>Show all datasets</Button>}>
        The search looks for a part of the name.
      </EmptyState>
    );
  return (
    <EmptyState title="No datasets yet" action={act}>
      A dataset has one row for each conversation, answer or document to annotate. Import a CSV, Excel, JSON or JSON
      Lines file to start.
    </EmptyState>
  );
}
