"use client";
import { useMutation } from "@tanstack/react-query";
import { Archive, Pencil } from "lucide-react";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { toast } from "@/app/_ui/feedback/toast";
import { Table } from "@/app/_ui/list/table";
import { Time } from "@/app/_ui/text/time";
import { archiveLabel, restoreLabel } from "@/lib/client/annotation";
import type { ListedLabel } from "@/lib/contracts/annotation/labels";
import { LabelType } from "../../_components/label-type";
import { settingsSummary } from "./settings-summary";

interface Props {
  labels: readonly ListedLabel[];
  stale: boolean;
  onEdit: (label: ListedLabel) => void;
}

export function LabelTable({ labels, stale, onEdit }: Props) {
  const archive = useMutation(archiveLabel);
  const restore = useMutation(restoreLabel);
  const putAway = (label: ListedLabel) =>
    archive.mutate(
      { id: label.id },
      {
        onSuccess: () =>
          toast.done({
            title: `${label.name} is archived`,
            action: { label: "Undo", run: () => restore.mutate({ id: label.id }) },
          }),
      },
    );
  return (
    <Table
      caption="Labels"
      rows={labels}
      rowKey={(label) => label.id}
      stale={stale}
      columns={[
        {
          key: "name",
          header: "Name",
          cell: (label) =>
            label.archived ? (
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
        },
        { key: "type", header: "Type", width: "w-32", cell: (label) => <LabelType type={label.type} /> },
        {
          key: "settings",
          header: "Answers",
          wide: true,
          cell: (label) => <span className="block max-w-md truncate text-soft">{settingsSummary(label)}</span>,
        },
        {
          key: "scores",
          header: "Scores",
          wide: true,
          align: "right",
          width: "w-20",
          cell: (label) => label.annotation_count?.toLocaleString("en"),
        },
        {
          key: "created",
          header: "Created",
          align: "right",
          width: "w-28",
          wide: true,
          cell: (label) => <Time at={label.created_at} />,
        },
        {
          key: "actions",
          header: <span className="sr-only">Actions</span>,
          align: "right",
          width: "w-24",
          cell: (label) =>
            label.archived ? (
              <Button
                size="small"
                aria-label={`Restore ${label.name}`}
                onClick={() => restore.mutate({ id: label.id })}
              >
                Restore
              </Button>
            ) : (
              <span className="inline-flex">
                <IconButton label={`Edit ${label.name}`} onClick={() => onEdit(label)}>
                  <Pencil aria-hidden="true" />
                </IconButton>
                <IconButton label={`Archive ${label.name}`} onClick={() => putAway(label)}>
                  <Archive aria-hidden="true" />
                </IconButton>
              </span>
            ),
        },
      ]}
    />
  );
}
