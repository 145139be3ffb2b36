"use client";
import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useAddress } from "@/app/_components/use-address";
import { useMayWrite } from "@/app/_components/use-role";
import { Button } from "@/app/_ui/button/button";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { quantity } from "@/app/_ui/figure/numbers";
import { SearchInput } from "@/app/_ui/list/search-input";
import { PageBody } from "@/app/_ui/page/page-body";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Tabs } from "@/app/_ui/page/tabs";
import { oneOf } from "@/app/(studio)/_components/address";
import type { TableFilter } from "@/lib/client/datasets";
import { datasetTableQuery, pageOfRow, showsPart } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";
import { filtersIn } from "@/lib/datasets/rules/row-arrangement";
import { rowNumberOf } from "../../_components/row-number";
import { RowFilters } from "./columns/row-filters";
import { useUnfitFilters } from "./columns/use-unfit-filters";
import { DatasetActions } from "./dataset-actions";
import type { DatasetTable } from "./dataset-rows";
import { DatasetRows } from "./dataset-rows";
import { ExperimentsTab } from "./experiments/experiments-tab";
import { MissingRow, Notice } from "./missing-row";
import { RunsTab } from "./runs/runs-tab";
import { VersionsTab } from "./versions/versions-tab";

const tabs = [
  { value: "rows", label: "Rows" },
  { value: "runs", label: "Runs" },
  { value: "experiments", label: "Experiments" },
  { value: "versions", label: "Versions" },
] as const;
/** What the address has of a tab alone. */
const ofTabs = { runs: null, experiments: null, versions: null, version: null, against: null, page: null };
/** How often cells are refetched while a run fills them. */
const FILLING_MS = 3000;

export function DatasetScreen({ datasetId }: { datasetId: string }) {
  const { get, set } = useAddress();
  const rowNumber = rowNumberOf(get("row"));
  const [search = "", sort = "", filters = ""] = [get("search"), get("sort"), get("filters")];
  const filter = { dataset_id: datasetId, page: pageOfRow(rowNumber), search, sort, filters };
  const table = useQuery({
    ...datasetTableQuery(filter),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.is_processing_data ? FILLING_MS : false),
  });
  const may = useMayWrite();
  const tab = oneOf(["runs", "experiments", "versions"] as const, get("tab")) ?? "rows";
  const { removed, isChecking } = useUnfitFilters({ datasetId, filters, isError: table.isError });
  if (table.isError && !isChecking) {
    return (
      <PageBody>
        <ErrorState title="The dataset could not be loaded" error={table.error} onRetry={() => table.refetch()} />
        {sort || filters ? (
          <Button onClick={() => set({ sort: null, filters: null, row: null })}>Show all rows in their order</Button>
        ) : null}
      </PageBody>
    );
  }
  return (
    <PageBody>
      <PageHeader
        parent={{ href: links.datasets(), label: "Datasets" }}
        title={table.data?.metadata.dataset_name ?? "Dataset"}
        description={table.data ? sizeOf(table.data, filter) : "Loading"}
        actions={may ? <DatasetActions datasetId={datasetId} table={table.data} /> : null}
      />
      <Tabs
        label="Dataset"
        value={tab}
        tabs={tabs}
        onChange={(next) => set({ tab: next === "rows" ? null : next, ...ofTabs })}
      >
        {tab === "rows" ? (
          <RowsTab filter={filter} found={table} rowNumber={rowNumber} removed={removed} mayChange={may} />
        ) : (
          <OtherTab tab={tab} datasetId={datasetId} table={table.data} mayChange={may} />
        )}
      </Tabs>
    </PageBody>
  );
}

interface OtherProps {
  tab: "runs" | "experiments" | "versions";
  datasetId: string;
  table: DatasetTable | undefined;
  mayChange: boolean;
}

function OtherTab({ tab, datasetId, table, mayChange }: OtherProps) {
  const { set } = useAddress();
  if (tab === "versions") return <VersionsTab datasetId={datasetId} mayChange={mayChange} />;
  if (tab === "experiments")
    return <ExperimentsTab datasetId={datasetId} columns={table?.column_config} mayChange={mayChange} />;
  const evaluate = () => set({ evaluate: "1" }, { keepsBack: false });
  return (
    <RunsTab datasetId={datasetId} act={mayChange ? <Button onClick={evaluate}>Evaluate the rows</Button> : null} />
  );
}

interface RowsProps {
  filter: Required<TableFilter>;
  found: UseQueryResult<DatasetTable>;
  rowNumber: number;
  /** Which filters were removed. */
  removed: string | null;
  mayChange: boolean;
}

function RowsTab({ filter, found, rowNumber, removed, mayChange }: RowsProps) {
  const { get, set } = useAddress();
  const forgetGone = useCallback(() => set({ gone: null }, { keepsBack: false }), [set]);
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchInput
          label="Search rows"
          value={filter.search}
          onChange={(search) => set({ search, row: null }, { keepsBack: false })}
        />
        <RowFilters columns={found.data?.column_config ?? []} filters={filtersIn(filter.filters)} />
      </div>
      <Notice text={removed} />
      {found.data ? (
        <MissingRow
          rowNumber={rowNumber}
          total={found.data.metadata.total_rows}
          isGone={get("gone") !== undefined}
          isPart={showsPart(filter)}
          onShown={forgetGone}
        />
      ) : null}
      {found.data ? (
        <DatasetRows
          filter={filter}
          table={found.data}
          rowNumber={rowNumber}
          stale={found.isPlaceholderData}
          refetchInterval={found.data.is_processing_data ? FILLING_MS : false}
          mayChange={mayChange}
          onPrompt={(prompt) => set({ prompt }, { keepsBack: false })}
        />
      ) : (
        <TableSkeleton columns={4} rows={12} />
      )}
    </>
  );
}

function sizeOf({ metadata, column_config: columns }: DatasetTable, { search, filters }: TableFilter): string {
  const rows = quantity(metadata.total_rows, "row");
  if (filters) return `${rows} matching the filters`;
  return search ? `${rows} matching “${search}”` : `${rows}, ${quantity(columns.length, "column")}`;
}
