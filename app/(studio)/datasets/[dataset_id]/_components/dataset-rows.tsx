"use client";
import { type ComponentProps, useCallback, useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { showsPart, type TableFilter } from "@/lib/client/datasets";
import type { Output } from "@/lib/contracts/contract";
import type { getDatasetTable, TableRow } from "@/lib/contracts/datasets/table";
import { RowGrid } from "./grid/row-grid";
import { RowSelection } from "./grid/row-selection";
import type { Range } from "./grid/row-window";
import { useRowWindow } from "./grid/use-row-window";
import { RowPanel } from "./row-panel";

export type DatasetTable = Output<typeof getDatasetTable>;

interface Props {
  filter: Required<TableFilter>;
  /** The page with the row in the address, and the facts about all rows. */
  table: DatasetTable;
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
  const { shown, key, first, isEarlier } = useLoadedFilter(filter, rowNumber, stale, total);
  const isPart = showsPart(shown);
  const [selected, setSelected] = useState(none);
  const [openIndex, setOpenIndex] = useOpenRow(key);
  const [range, changeRange] = useRange(first);
  const drawn = { first: Math.min(range.first, Math.max(0, total - 1)), last: Math.min(range.last, total - 1) };
  const { rowAt, traceAt, failed } = useRowWindow({ filter: shown, range: drawn, openIndex, total, refetchInterval });
  if (total === 0) return <NoRows isSearch={isPart} onAll={() => set({ search: null, filters: null, row: null })} />;
  return (
    <>
      {selected.size > 0 ? (
        <RowSelection
          datasetId={filter.dataset_id}
          selected={selected}
          {...(isPart || isEarlier ? {} : { total })}
          onDone={() => setSelected(none)}
        />
      ) : null}
      <Failure failed={failed} />
      <RowGrid
        key={key}
        sort={shown.sort}
        datasetId={filter.dataset_id}
        {...{ columns, total, rowAt }}
        range={drawn}
        onRange={changeRange}
        first={first}
        onRest={(at) => !isEarlier && set({ row: at === 0 ? null : String(at + 1) }, { keepsBack: false })}
        stale={isEarlier}
        onOpen={setOpenIndex}
        {...(mayChange ? { selected, onSelect: setSelected, onPrompt } : {})}
      />
      <OpenRow
        table={{ datasetId: filter.dataset_id, columns, mayChange, onOpen: setOpenIndex }}
        index={openIndex !== null && openIndex < total ? openIndex : null}
        total={total}
        {...{ rowAt, traceAt }}
        isArranged={isPart || shown.sort !== ""}
      />
    </>
  );
}

interface OpenProps {
  table: Pick<ComponentProps<typeof RowPanel<number>>, "datasetId" | "columns" | "mayChange" | "onOpen">;
  index: number | null;
  total: number;
  rowAt: (index: number) => TableRow | undefined;
  traceAt: (index: number) => string | undefined;
  isArranged: boolean;
}

/** The open row and its neighbours, by position. */
const OpenRow = ({ table, index, total, rowAt, traceAt, isArranged }: OpenProps) => (
  <RowPanel
    {...table}
    row={index === null ? undefined : rowAt(index)}
    traceId={index === null ? undefined : traceAt(index)}
    // Positions differ while a search, a filter or an order is active.
    position={index === null || isArranged ? undefined : index + 1}
    previous={index === null || index === 0 ? undefined : index - 1}
    next={index === null || index + 1 >= total ? undefined : index + 1}
  />
);

/** The filter and the top row of the shown rows: the previous ones stay until the next ones have loaded. */
function useLoadedFilter(
  { page: _, ...filter }: Required<TableFilter>,
  rowNumber: number,
  stale: boolean,
  total: number,
) {
  const requested = { filter, rowNumber, key: JSON.stringify(filter) };
  const [last, setLast] = useState(requested);
  if (!stale && (last.key !== requested.key || last.rowNumber !== rowNumber)) setLast(requested);
  const { filter: shown, key } = stale ? last : requested;
  const isEarlier = key !== requested.key;
  const first = Math.max(0, Math.min(isEarlier ? last.rowNumber : rowNumber, total) - 1);
  return { shown, key, first, isEarlier };
}

/** The position of the open row. Another search, filter or order closes it. */
function useOpenRow(key: string): [number | null, (index: number | null) => void] {
  const [opened, setOpened] = useState<{ key: string; index: number } | null>(null);
  const open = useCallback((index: number | null) => setOpened(index === null ? null : { key, index }), [key]);
  return [opened?.key === key ? opened.index : null, open];
}

function NoRows({ isSearch, onAll }: { isSearch: boolean; onAll: () => void }) {
  if (!isSearch)
    return <EmptyState title="No rows yet">Add empty rows and fill them in, or send rows through the API.</EmptyState>;
  return (
    <EmptyState title="No row matches" action={<Button onClick={onAll}>Show all rows</Button>}>
      The search covers every column, and every filter must match.
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

/** The rendered rows. Reporting the same rows again renders nothing. */
function useRange(first: number): [Range, (range: Range) => void] {
  const [range, setRange] = useState<Range>({ first, last: first + FIRST_DRAWN });
  const change = useCallback(
    (next: Range) => setRange((old) => (old.first === next.first && old.last === next.last ? old : next)),
    [],
  );
  return [range, change];
}
