"use client";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { Pager } from "@/app/_ui/pager";
import { PastEnd } from "@/app/(studio)/_components/past-end";
import { TABLE_ROWS, type TableFilter } from "@/lib/client/datasets";
import type { Output } from "@/lib/contracts/contract";
import type { getDatasetTable } from "@/lib/contracts/datasets/table";
import { RowGrid } from "./row-grid";
import { RowPanel } from "./row-panel";
import { RowSelection } from "./row-selection";

interface Props {
  filter: Required<TableFilter>;
  table: Output<typeof getDatasetTable>;
  stale: boolean;
  mayChange: boolean;
}

const none: ReadonlySet<string> = new Set();

/** A page of rows, the chosen ones' actions, and the open row beside them. */
export function DatasetRows({ filter, table, stale, mayChange }: Props) {
  const { set } = useAddress();
  const [selected, setSelected] = useState(none);
  const [openId, setOpenId] = useState<string | null>(null);
  const { table: rows, column_config: columns, metadata } = table;
  const open = rows.findIndex((row) => row.row_id === openId);
  if (rows.length === 0) {
    if (filter.page > 1) return <PastEnd onFirst={() => set({ page: null })} />;
    return filter.search ? (
      <EmptyState
        title="No row matches"
        action={<Button onClick={() => set({ search: null, page: null })}>Show all rows</Button>}
      >
        The search looks for the text in every column.
      </EmptyState>
    ) : (
      <EmptyState title="No rows yet">Add empty rows and fill them in, or send rows through the API.</EmptyState>
    );
  }
  return (
    <>
      {selected.size > 0 ? (
        <RowSelection
          datasetId={filter.dataset_id}
          selected={selected}
          {...(filter.search ? {} : { total: metadata.total_rows })}
          onDone={() => setSelected(none)}
        />
      ) : null}
      <RowGrid
        columns={columns}
        rows={rows}
        stale={stale}
        onOpen={setOpenId}
        {...(mayChange ? { selected, onSelect: setSelected } : {})}
      />
      <Pager
        page={filter.page}
        limit={TABLE_ROWS}
        count={metadata.total_rows}
        noun="rows"
        onPage={(page) => set({ page: String(page) })}
      />
      <RowPanel
        datasetId={filter.dataset_id}
        columns={columns}
        row={rows[open]}
        previous={rows[open - 1]?.row_id}
        next={open < 0 ? undefined : rows[open + 1]?.row_id}
        mayChange={mayChange}
        onOpen={setOpenId}
      />
    </>
  );
}
