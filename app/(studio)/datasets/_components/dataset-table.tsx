"use client";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { Time } from "@/app/_ui/text/time";
import { links } from "@/lib/client/links";
import type { ListedDataset } from "@/lib/contracts/datasets/datasets";

const columns: Column<ListedDataset>[] = [
  { key: "name", header: "Name", cell: ({ id, name }) => <RowLink href={links.dataset(id)}>{name}</RowLink> },
  {
    key: "rows",
    header: "Rows",
    align: "right",
    width: "w-24",
    cell: ({ number_of_datapoints: rows }) => rows.toLocaleString("en"),
  },
  {
    key: "columns",
    header: "Columns",
    align: "right",
    width: "w-24",
    wide: true,
    cell: ({ number_of_columns: columns }) => columns.toLocaleString("en"),
  },
  {
    key: "created",
    header: "Created",
    align: "right",
    width: "w-28",
    wide: true,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
];

export function DatasetTable({ datasets, stale }: { datasets: readonly ListedDataset[]; stale: boolean }) {
  return <Table caption="Datasets" columns={columns} rows={datasets} rowKey={({ id }) => id} stale={stale} />;
}
