"use client";
import { useCallback, useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { ErrorState } from "@/app/_ui/error-state";
import type { TableFilter } from "@/lib/client/datasets";
import type { Output } from "@/lib/contracts/contract";
import type { getDatasetTable } from "@/lib/contracts/datasets/table";
import { RowGrid } from "./row-grid";
import { RowPanel } from "./row-panel";
import { RowSelection } from "./row-selection";
import type { Range } from "./row-window";
import { useRowWindow } from "./use-row-window";

interface Props {
  filter: Required<TableFilter>;
  /** The page of the row that the address names, with what is true of all rows. */
  table: Output<typeof getDatasetTable>;
  /** The row that the address names, from 1. */
  place: number;
  /** `table` is an earlier one, shown until that of the filter has come. */
  stale: boolean;
  refetchInterval: number | false;
  mayChange: boolean;
  /** Opens what a model is asked for a column. */
  onPrompt: (columnId: string) => void;
}

const none: ReadonlySet<string> = new Set();
/** Drawn before the height of the screen is known. */
const FIRST_DRAWN = 40;

/** All rows in one table that scrolls, the chosen ones' actions, and the open row beside them. */
export function DatasetRows({ filter, table, place, stale, refetchInterval, mayChange, onPrompt }: Props) {
  const { set } = useAddress();
  const { column_config: columns, metadata } = table;
  const total = metadata.total_rows;
  // Rows, their number and their places are of one search: until the next one's are here, those before stay as they are.
  const asked = { search: filter.search, place };
  const [shown, setShown] = useState(asked);
  if (!stale && (shown.search !== asked.search || shown.place !== asked.place)) setShown(asked);
  const { search } = stale ? shown : asked;
  const isEarlier = search !== filter.search;
  const first = Math.max(0, Math.min(isEarlier ? shown.place : place, total) - 1);
  const [selected, setSelected] = useState(none);
  const [opened, setOpened] = useState<{ search: string; index: number } | null>(null);
  const openIndex = opened?.search === search ? opened.index : null;
  const setOpenIndex = useCallback(
    (index: number | null) => setOpened(index === null ? null : { search, index }),
    [search],
  );
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
  if (total === 0) {
    return search ? (
      <EmptyState
        title="No row matches"
        action={<Button onClick={() => set({ search: null, row: null })}>Show all rows</Button>}
      >
        The search looks for the text in every column.
      </EmptyState>
    ) : (
      <EmptyState title="No rows yet">Add empty rows and fill them in, or send rows through the API.</EmptyState>
    );
  }
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
      {failed[0] ? (
        <div className="mb-3">
          <ErrorState
            title="Some rows could not be loaded"
            error={failed[0].error}
            onRetry={() => {
              for (const page of failed) void page.refetch();
            }}
          />
        </div>
      ) : null}
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
        // Where a search is on, places are others.
        place={open === null || search ? undefined : open + 1}
        previous={open === null || open === 0 ? undefined : open - 1}
        next={open === null || open + 1 >= total ? undefined : open + 1}
        mayChange={mayChange}
        onOpen={setOpenIndex}
      />
    </>
  );
}
