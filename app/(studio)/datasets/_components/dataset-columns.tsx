import { countColumn, NAME_WIDTH, timeColumn } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import type { Column } from "@/app/_ui/list/table";
import { links } from "@/lib/client/links";
import type { ListedDataset } from "@/lib/contracts/datasets/datasets";

export const datasetColumns: Column<ListedDataset>[] = [
  {
    key: "name",
    header: "Name",
    width: NAME_WIDTH,
    sort: "name",
    cell: ({ id, name }) => <RowLink href={links.dataset(id)}>{name}</RowLink>,
  },
  countColumn("Rows", ({ number_of_datapoints }) => number_of_datapoints, { width: "w-24", sort: "rows" }),
  countColumn("Columns", ({ number_of_columns }) => number_of_columns, { width: "w-24", wide: true, sort: "columns" }),
  timeColumn("Created", ({ created_at }) => created_at, { wide: true, sort: "created_at" }),
];
