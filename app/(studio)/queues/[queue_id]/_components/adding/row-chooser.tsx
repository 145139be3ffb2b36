"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { Pager } from "@/app/_ui/list/pager";
import { SearchInput } from "@/app/_ui/list/search-input";
import { type Column, Table } from "@/app/_ui/list/table";
import { datasetTableQuery, TABLE_ROWS } from "@/lib/client/datasets";
import type { TableRow } from "@/lib/contracts/datasets/table";
import { rowNumber } from "@/lib/datasets/rules/row-number";

interface Props {
  datasetId: string;
  chosen: ReadonlySet<string>;
  onChange: (chosen: Set<string>) => void;
}

const COLUMNS = 3;

/** A dataset's rows with checkboxes. The selection is kept across pages and searches. */
export function RowChooser({ datasetId, chosen, onChange }: Props) {
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState("");
  const table = useQuery({
    ...datasetTableQuery({ dataset_id: datasetId, page, search }),
    placeholderData: keepPreviousData,
  });
  if (table.isPending) return <TableSkeleton columns={3} rows={6} />;
  if (table.isError) {
    return <ErrorState title="The rows could not be loaded" error={table.error} onRetry={() => table.refetch()} />;
  }
  const columns: Column<TableRow>[] = [
    { key: "order", header: "Row", align: "right", width: "w-12", cell: (row) => rowNumber(row.order) },
    ...table.data.column_config.slice(0, COLUMNS).map((column, index) => ({
      key: column.id,
      header: column.name,
      wide: index > 0,
      cell: (row: TableRow) => <span className="line-clamp-1 max-w-64 wrap-anywhere">{textOf(row, column.id)}</span>,
    })),
  ];
  return (
    <div className="grid gap-2">
      <SearchInput
        label="Search rows"
        shortcut={false}
        value={search}
        onChange={(text) => {
          setSearch(text);
          setPage(1);
        }}
      />
      <Table
        caption="Rows of the dataset"
        columns={columns}
        rows={table.data.table}
        rowKey={(row) => row.rowId}
        stale={table.isPlaceholderData}
        selection={{
          selected: chosen,
          onChange,
          labelOf: (id) => `Choose row ${(table.data.table.find((row) => row.rowId === id)?.order ?? 0) + 1}`,
        }}
      />
      {table.data.table.length === 0 ? <p className="text-soft">No row matches.</p> : null}
      <Pager page={page} limit={TABLE_ROWS} count={table.data.metadata.total_rows} noun="rows" onPage={setPage} />
    </div>
  );
}

function textOf(row: TableRow, columnId: string): string {
  const cell: unknown = row[columnId];
  return cell !== null && typeof cell === "object" && "cellValue" in cell ? String(cell.cellValue ?? "–") : "–";
}
