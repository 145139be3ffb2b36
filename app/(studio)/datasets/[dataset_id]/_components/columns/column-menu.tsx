"use client";
import { useMutation } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { IconButton } from "@/app/_ui/button/icon-button";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";
import { Menu } from "@/app/_ui/overlay/menu";
import { deleteColumn } from "@/lib/client/datasets";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import { filtersIn, filtersText, orderIn, type RowFilter } from "@/lib/datasets/rules/row-arrangement";
import { isWritten } from "../cells";
import { ColumnDialog } from "./column-dialog";
import { FilterDialog } from "./filter-dialog";

interface Props {
  datasetId: string;
  column: ConfiguredColumn;
  mayChange: boolean;
  sorted: "ascending" | "descending" | undefined;
}

/** Sorts and filters the rows by a column, and changes the column. */
export function ColumnMenu({ datasetId, column, mayChange, sorted }: Props) {
  const { get, set } = useAddress();
  const [open, setOpen] = useState<"filter" | "change" | "delete" | null>(null);
  const close = () => setOpen(null);
  const sortBy = (sort: string | null) => set({ sort, row: null }, { keepsBack: false });
  const filterBy = (filter: RowFilter) => {
    close();
    set({ filters: filtersText([...filtersIn(get("filters") ?? ""), filter]), row: null }, { keepsBack: false });
  };
  const changes = [
    { label: "Change name or type…", onSelect: () => setOpen("change") },
    { label: "Delete column…", danger: true, onSelect: () => setOpen("delete") },
  ];
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Column ${column.name}`} className="size-6">
            <ChevronDown aria-hidden="true" />
          </IconButton>
        }
        groups={[
          [
            { label: "Sort up", current: sorted === "ascending", onSelect: () => sortBy(column.id) },
            { label: "Sort down", current: sorted === "descending", onSelect: () => sortBy(`-${column.id}`) },
            ...(sorted ? [{ label: "Original order", onSelect: () => sortBy(null) }] : []),
            { label: "Filter…", onSelect: () => setOpen("filter") },
          ],
          mayChange && isWritten(column) ? changes : [],
        ]}
      />
      {open === "filter" ? <FilterDialog column={column} onFilter={filterBy} onClose={close} /> : null}
      {open === "change" ? <ColumnDialog datasetId={datasetId} column={column} onClose={close} /> : null}
      {open === "delete" ? <DeleteColumn datasetId={datasetId} column={column} onClose={close} /> : null}
    </>
  );
}

interface DeleteProps extends Pick<Props, "datasetId" | "column"> {
  onClose: () => void;
}

function DeleteColumn({ datasetId, column, onClose }: DeleteProps) {
  const { get, set } = useAddress();
  const { mutate, isPending } = useMutation(deleteColumn);
  const confirm = () => {
    // The rows are not to be asked for by a column that is gone.
    const filters = filtersIn(get("filters") ?? "").filter((filter) => filter.column !== column.id);
    const isSorted = orderIn(get("sort") ?? "")?.column === column.id;
    set({ filters: filtersText(filters), ...(isSorted ? { sort: null } : {}) }, { keepsBack: false });
    mutate({ dataset_id: datasetId, column_id: column.id }, { onSettled: onClose });
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete the column ${column.name}?`}
      action="Delete column"
      busy={isPending}
      onConfirm={confirm}
    >
      Its cells are no longer shown. Evaluations that read it leave their cells unscored. A version of the dataset
      brings it back.
    </ConfirmDialog>
  );
}
