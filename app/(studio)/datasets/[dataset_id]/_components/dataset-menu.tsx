"use client";
import { useState } from "react";
import { DeleteDialog } from "@/app/_components/delete-dialog";
import { ActionsMenu } from "@/app/_ui/overlay/actions-menu";
import { datasetFileHref, deleteDatasets } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";
import type { NamedDataset } from "./named-dataset";
import { RenameDialog } from "./rename-dialog";

interface Props {
  dataset: NamedDataset;
  /** Adds the rows to a queue. */
  onQueue: () => void;
}

export function DatasetMenu({ dataset, onQueue }: Props) {
  const [open, setOpen] = useState<"rename" | "delete" | null>(null);
  const close = () => setOpen(null);
  const download = (form?: Parameters<typeof datasetFileHref>[1]) =>
    window.location.assign(datasetFileHref(dataset.id, form));
  return (
    <>
      <ActionsMenu
        of="the dataset"
        groups={[
          [
            { label: "Add to a queue…", onSelect: onQueue },
            { label: "Rename…", onSelect: () => setOpen("rename") },
          ],
          [
            { label: "Download CSV for spreadsheets", onSelect: () => download() },
            { label: "Download CSV as uploaded", onSelect: () => download({ as_uploaded: true }) },
            { label: "Download JSON Lines (exact)", onSelect: () => download({ file_format: "jsonl" }) },
          ],
          [{ label: "Delete dataset…", danger: true, onSelect: () => setOpen("delete") }],
        ]}
      />
      {open === "rename" ? <RenameDialog dataset={dataset} onClose={close} /> : null}
      <DeleteDialog
        open={open === "delete"}
        onClose={close}
        title={`Delete ${dataset.name}?`}
        action="Delete dataset"
        remove={deleteDatasets}
        input={{ dataset_ids: [dataset.id] }}
        next={links.datasets()}
        name={dataset.name}
      >
        All of its rows are deleted. Queue items made from them keep their annotations, but show that their source was
        deleted. This cannot be undone.
      </DeleteDialog>
    </>
  );
}
