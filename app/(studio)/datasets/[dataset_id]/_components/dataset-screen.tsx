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
import { Tabs } from "@/app/_ui/tabs";
import { personQuery } from "@/lib/client/account";
import { datasetTableQuery, pageOfRow } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import { rowNumberOf } from "../../_components/row-number";
import { AddMenu } from "./add-menu";
import { DatasetMenu } from "./dataset-menu";
import { DatasetRows } from "./dataset-rows";
import { PromptDialog } from "./prompts/prompt-dialog";
import { QueueDialog } from "./queue-dialog";
import { EvaluateDialog } from "./runs/evaluate-dialog";
import { RunsTab } from "./runs/runs-tab";

const tabs = [
  { value: "rows", label: "Rows" },
  { value: "runs", label: "Runs" },
] as const;
/** How often cells are refetched while a run fills them. */
const FILLING_MS = 3000;

export function DatasetScreen({ datasetId }: { datasetId: string }) {
  const { get, set } = useAddress();
  const rowNumber = rowNumberOf(get("row"));
  const filter = { dataset_id: datasetId, page: pageOfRow(rowNumber), search: get("search") ?? "" };
  const tab = get("tab") === "runs" ? "runs" : "rows";
  const table = useQuery({
    ...datasetTableQuery(filter),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.is_processing_data ? FILLING_MS : false),
  });
  const may = mayWrite(useQuery(personQuery()).data?.organization_role);
  // Opens at once, without a round trip. The address parameter serves links from the home page.
  const [queueing, setQueueing] = useState(get("queue") !== undefined);
  const open = () => setQueueing(true);
  const close = () => {
    setQueueing(false);
    if (get("queue")) set({ queue: null }, { keepsBack: false });
  };
  const setEvaluating = (shown: boolean) => set({ evaluate: shown ? "1" : null }, { keepsBack: false });
  useShortcuts(
    "Page",
    may
      ? [
          { keys: "e", description: "Evaluate the rows", run: () => setEvaluating(true) },
          { keys: "q", description: "Create a queue of the rows", run: open },
        ]
      : [],
  );
  if (table.isError) {
    return (
      <PageBody>
        <ErrorState title="The dataset could not be loaded" error={table.error} onRetry={() => table.refetch()} />
      </PageBody>
    );
  }
  const setPrompt = (prompt: string | null) => set({ prompt }, { keepsBack: false });
  const prompt = get("prompt");
  const columns = table.data?.column_config ?? [];
  const prompted = columns.find(({ id, origin_type }) => id === prompt && origin_type === "run_prompt");
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
              <Button keys="q" onClick={open}>
                Create a queue
              </Button>
              <Button look="primary" keys="e" onClick={() => setEvaluating(true)}>
                Evaluate
              </Button>
            </>
          ) : null
        }
      />
      <Tabs
        label="Dataset"
        value={tab}
        tabs={tabs}
        onChange={(next) => set({ tab: next === "rows" ? null : next, runs: null })}
      >
        {tab === "runs" ? (
          <RunsTab
            datasetId={datasetId}
            act={may ? <Button onClick={() => setEvaluating(true)}>Evaluate the rows</Button> : null}
          />
        ) : (
          <>
            <div className="mb-3">
              <SearchInput
                label="Search rows"
                value={filter.search}
                onChange={(search) => set({ search, row: null }, { keepsBack: false })}
              />
            </div>
            {table.data ? (
              <DatasetRows
                filter={filter}
                table={table.data}
                rowNumber={rowNumber}
                stale={table.isPlaceholderData}
                refetchInterval={table.data.is_processing_data ? FILLING_MS : false}
                mayChange={may}
                onPrompt={setPrompt}
              />
            ) : (
              <TableSkeleton columns={4} rows={12} />
            )}
          </>
        )}
      </Tabs>
      {dataset && may && queueing ? <QueueDialog dataset={dataset} onClose={close} /> : null}
      {dataset && may && (prompt === "new" || prompted) ? (
        <PromptDialog
          // The column's data changes while the dialog is open.
          key={prompt}
          datasetId={datasetId}
          column={prompted ?? null}
          columns={columns}
          onClose={() => setPrompt(null)}
        />
      ) : null}
      {may && get("evaluate") ? <EvaluateDialog datasetId={datasetId} onClose={() => setEvaluating(false)} /> : null}
    </PageBody>
  );
}

function sizeOf(rows: number, columns: number, search: string): string {
  const rowWords = `${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"}`;
  if (search) return `${rowWords} matching “${search}”`;
  return `${rowWords}, ${columns.toLocaleString("en")} ${columns === 1 ? "column" : "columns"}`;
}
