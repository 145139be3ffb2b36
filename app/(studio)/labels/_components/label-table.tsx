"use client";
import { useMutation } from "@tanstack/react-query";
import { Archive, Pencil } from "lucide-react";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { toast } from "@/app/_ui/feedback/toast";
import { actionsColumn, timeColumn } from "@/app/_ui/list/columns";
import { type Column, Table } from "@/app/_ui/list/table";
import type { Order } from "@/app/_ui/list/table-head";
import { archiveLabel, restoreLabel } from "@/lib/client/annotation";
import type { ListedLabel } from "@/lib/contracts/annotation/labels";
import { LabelType } from "../../_components/label-type";
import { LabelQueues } from "./label-queues";
import { settingsSummary } from "./settings-summary";

interface Props {
  labels: readonly ListedLabel[];
  stale: boolean;
  order: Order;
  /** Null for those who may not change labels. */
  onEdit: ((label: ListedLabel) => void) | null;
}

const columns: readonly Column<ListedLabel>[] = [
  {
    key: "type",
    header: "Type",
    sort: "type",
    width: "w-26 sm:w-32",
    cell: (label) => <LabelType type={label.type} />,
  },
  {
    key: "settings",
    header: "Answers",
    wide: true,
    cell: (label) => <span className="block max-w-md truncate text-soft">{settingsSummary(label)}</span>,
  },
  {
    key: "queues",
    header: "Queues",
    sort: "queues",
    width: "w-15 sm:w-44",
    cell: (label) => <LabelQueues label={label} />,
  },
  {
    key: "scores",
    header: "Scores",
    sort: "scores",
    wide: true,
    align: "right",
    width: "w-20",
    cell: (label) => label.annotation_count?.toLocaleString("en"),
  },
  timeColumn("Created", (label) => label.created_at, { sort: "created_at", wide: true }),
];

export function LabelTable({ labels, stale, order, onEdit }: Props) {
  const archiving = useArchiving();
  const name: Column<ListedLabel> = {
    key: "name",
    header: "Name",
    sort: "name",
    width: "max-sm:min-w-24",
    cell: (label) =>
      label.archived || !onEdit ? (
        <span className="font-medium">{label.name}</span>
      ) : (
        <button
          type="button"
          onClick={() => onEdit(label)}
          className="max-w-full truncate rounded-sm pointer-coarse:min-h-11 pointer-coarse:min-w-11 text-left font-medium hover:underline hover:underline-offset-2"
        >
          {label.name}
        </button>
      ),
  };
  const actions = onEdit
    ? [
        actionsColumn<ListedLabel>({ width: "w-24" }, (label) => (
          <LabelActions label={label} onEdit={onEdit} {...archiving} />
        )),
      ]
    : [];
  return (
    <Table
      caption="Labels"
      rows={labels}
      rowKey={(label) => label.id}
      stale={stale}
      order={order}
      columns={[name, ...columns, ...actions]}
    />
  );
}

/** Archives labels, with a way back. In the table, because an archived row leaves it. */
function useArchiving() {
  const archive = useMutation(archiveLabel);
  const { mutate: restore } = useMutation(restoreLabel);
  const undo = (id: string) => ({ label: "Undo", run: () => restore({ id }) });
  return {
    onRestore: restore,
    onArchive: ({ id, name }: ListedLabel) =>
      archive.mutate({ id }, { onSuccess: () => toast.done({ title: `${name} is archived`, action: undo(id) }) }),
  };
}

interface ActionsProps extends ReturnType<typeof useArchiving> {
  label: ListedLabel;
  onEdit: (label: ListedLabel) => void;
}

const LabelActions = ({ label, onEdit, onRestore, onArchive }: ActionsProps) =>
  label.archived ? (
    <Button size="small" aria-label={`Restore ${label.name}`} onClick={() => onRestore({ id: label.id })}>
      Restore
    </Button>
  ) : (
    <span className="inline-flex">
      <IconButton label={`Edit ${label.name}`} onClick={() => onEdit(label)}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton label={`Archive ${label.name}`} onClick={() => onArchive(label)}>
        <Archive aria-hidden="true" />
      </IconButton>
    </span>
  );
