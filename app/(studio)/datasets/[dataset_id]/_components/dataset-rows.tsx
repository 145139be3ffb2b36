"use client";
import { useCallback, useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { ErrorState } from "@/app/_ui/error-state";
import type { TableFilter } from "@/lib/client/datasets";
import type { Output } from "@/lib/contracts/contract";
import type { getDatasetTable } from "@/lib/contracts/datasets/table";
import { RowGrid } from "./grid/row-grid";
import { RowSelection } from "./grid/row-selection";
import type { Range } from "./grid/row-window";
import { useRowWindow } from "./grid/use-row-window";
import { RowPanel } from "./row-panel";

interface Props {
  filter: Required<TableFilter>;
  /** The page with the row in the address, and the facts about all rows. */
  table: Output<typeof getDatasetTable>;
  /** The row in the address, counted from 1. */
  rowNumber: number;
  /** `table` belongs to the previous filter and is shown until the next one loads. */
  stale: boolean;
  refetchInterval: number | false;
  mayChange: boolean;
  /** Opens the prompt of a column. */
  onPrompt: (columnId: string) => void;
}

const none: ReadonlySet<string> = new Set();
/** How many rows to render before the screen's height is known. */
const FIRST_DRAWN = 40;

/** All rows in one scrolling table, the actions on selected rows, and the open row beside them. */
export function DatasetRows({ filter, table, rowNumber, stale, refetchInterval, mayChange, onPrompt }: Props) {
  const { set } = useAddress();
  const { column_config: columns, metadata } = table;
  const total = metadata.total_rows;
  const { search, first, isEarlier } = useLoadedSearch({ search: filter.search, rowNumber }, stale, total);
  const [selected, setSelected] = useState(none);
  const [openIndex, setOpenIndex] = useOpenRow(search);
  const [range, setRange] = useState<Range>({ first, last: first + FIRST_DRAWN });
  const drawn = { first: Math.min(range.first, Math.max(0, total - 1)), last: Math.min(range.last, total - 1) };
  const { rowAt, failed } = useRowWindow({
    filter: { dataset_id: filter.dataset_id, search },
    range: drawn,
    openIndex,
    total,
    refetchInterval,
  });
  const changeRange = useCallback(
    (next: Range) => setRange((old) => (old.first === next.first && old.last === next.last ? old : next)),
    [],
  );
  if (total === 0) return <NoRows isSearch={search !== ""} onAll={() => set({ search: null, row: null })} />;
  const open = openIndex !== null && openIndex < total ? openIndex : null;
  return (
    <>
      {selected.size > 0 ? (
        <RowSelection
          datasetId={filter.dataset_id}
          selected={selected}
          {...(search || isEarlier ? {} : { total })}
          onDone={() => setSelected(none)}
        />
      ) : null}
      <Failure failed={failed} />
      <RowGrid
        key={search}
        columns={columns}
        total={total}
        rowAt={rowAt}
        range={drawn}
        onRange={changeRange}
        first={first}
        onRest={(at) => !isEarlier && set({ row: at === 0 ? null : String(at + 1) }, { keepsBack: false })}
        stale={isEarlier}
        onOpen={setOpenIndex}
        {...(mayChange ? { selected, onSelect: setSelected, onPrompt } : {})}
      />
      <RowPanel
        datasetId={filter.dataset_id}
        columns={columns}
        row={open === null ? undefined : rowAt(open)}
        // Positions differ while a search is active.
        rowNumber={open === null || search ? undefined : open + 1}
        previous={open === null || open === 0 ? undefined : open - 1}
        next={open === null || open + 1 >= total ? undefined : open + 1}
        mayChange={mayChange}
        onOpen={setOpenIndex}
      />
    </>
  );
}

/** The search and the top row of the shown rows: the previous ones stay until the next ones have loaded. */
function useLoadedSearch(requested: { search: string; rowNumber: number }, stale: boolean, total: number) {
  const [shown, setShown] = useState(requested);
  if (!stale && (shown.search !== requested.search || shown.rowNumber !== requested.rowNumber)) setShown(requested);
  const { search } = stale ? shown : requested;
  const isEarlier = search !== requested.search;
  const first = Math.max(0, Math.min(isEarlier ? shown.rowNumber : requested.rowNumber, total) - 1);
  return { search, first, isEarlier };
}

/** The position of the open row. Another search closes it. */
function useOpenRow(search: string): [number | null, (index: number | null) => void] {
  const [opened, setOpened] = useState<{ search: string; index: number } | null>(null);
  const open = useCallback((index: number | null) => setOpened(index === null ? null : { search, index }), [search]);
  return [opened?.search === search ? opened.index : null, open];
}

function NoRows({ isSearch, onAll }: { isSearch: boolean; onAll: () => void }) {
  if (!isSearch)
    return <EmptyState title="No rows yet">Add empty rows and fill them in, or send rows through the API.</EmptyState>;
  return (
    <EmptyState title="No row matches" action={<Button onClick={onAll}>Show all rows</Button>}>
      The search covers every column.
    </EmptyState>
  );
}

function Failure({ failed }: { failed: ReturnType<typeof useRowWindow>["failed"] }) {
  if (!failed[0]) return null;
  const retry = () => {
    for (const page of failed) void page.refetch();
  };
  return (
    <div className="mb-3">
      <ErrorState title="Some rows could not be loaded" error={failed[0].error} onRetry={retry} />
    </div>
  );
}
