"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button";
import { ErrorState } from "@/app/_ui/error-state";
import { PageBody } from "@/app/_ui/page-body";
import { PageHeader } from "@/app/_ui/page-header";
import { SearchInput } from "@/app/_ui/search-input";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { personQuery } from "@/lib/client/account";
import { datasetTableQuery } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import { datasetFilterOf } from "../../_components/dataset-filter";
import { AddMenu } from "./add-menu";
import { DatasetMenu } from "./dataset-menu";
import { DatasetRows } from "./dataset-rows";
import { QueueDialog } from "./queue-dialog";

export function DatasetScreen({ datasetId }: { datasetId: string }) {
  const { get, set } = useAddress();
  const filter = { dataset_id: datasetId, ...datasetFilterOf(get) };
  const table = useQuery({ ...datasetTableQuery(filter), placeholderData: keepPreviousData });
  const may = mayWrite(useQuery(personQuery()).data?.organization_role);
  // At once, without a round trip; the address only opens it for who comes from the start page.
  const [queueing, setQueueing] = useState(get("queue") !== undefined);
  const open = () => setQueueing(true);
  const close = () => {
    setQueueing(false);
    if (get("queue")) set({ queue: null }, { keepsBack: false });
  };
  useShortcuts("Page", may ? [{ keys: "q", description: "Make a queue of the rows", run: open }] : []);
  if (table.isError) {
    return (
      <PageBody>
        <ErrorState title="The dataset could not be loaded" error={table.error} onRetry={() => table.refetch()} />
      </PageBody>
    );
  }
  const dataset = table.data && { id: datasetId, name: table.data.metadata.dataset_name };
  return (
    <PageBody>
      <PageHeader
        parent={{ href: links.datasets(), label: "Datasets" }}
        title={dataset?.name ?? "Dataset"}
        description={
          table.data
            ? sizeOf(table.data.metadata.total_rows, table.data.column_config.length, filter.search)
            : "Loading"
        }
        actions={
          dataset && may ? (
            <>
              <DatasetMenu dataset={dataset} />
              <AddMenu datasetId={datasetId} total={table.data?.metadata.total_rows ?? 0} />
              <Button look="primary" keys="q" onClick={open}>
                Make a queue
              </Button>
            </>
          ) : null
        }
      />
      <div className="mb-3">
        <SearchInput
          label="Search rows"
          value={filter.search}
          onChange={(search) => set({ search, page: null }, { keepsBack: false })}
        />
      </div>
      {table.data ? (
        <DatasetRows filter={filter} table={table.data} stale={table.isPlaceholderData} mayChange={may} />
      ) : (
        <TableSkeleton columns={4} rows={12} />
      )}
      {dataset && may && queueing ? <QueueDialog dataset={dataset} onClose={close} /> : null}
    </PageBody>
  );
}

function sizeOf(rows: number, columns: number, search: string): string {
  const rowWords = `${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"}`;
  if (search) return `${rowWords} with “${search}”`;
  return `${rowWords}, ${columns.toLocaleString("en")} ${columns === 1 ? "column" : "columns"}`;
}
