"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionsMenu } from "@/app/_ui/actions-menu";
import { ConfirmDialog } from "@/app/_ui/confirm-dialog";
import { toast } from "@/app/_ui/toast";
import { deleteDatasets } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";
import type { NamedDataset } from "./named-dataset";
import { RenameDialog } from "./rename-dialog";

export function DatasetMenu({ dataset }: { dataset: NamedDataset }) {
  const router = useRouter();
  const [open, setOpen] = useState<"rename" | "delete" | null>(null);
  const { mutate, isPending } = useMutation(deleteDatasets);
  const close = () => setOpen(null);
  const remove = () =>
    mutate(
      { dataset_ids: [dataset.id] },
      {
        onError: close,
        onSuccess: () => {
          toast.done({ title: `${dataset.name} was deleted` });
          router.replace(links.datasets());
        },
      },
    );
  return (
    <>
      <ActionsMenu
        of="the dataset"
        groups={[
          [{ label: "Rename…", onSelect: () => setOpen("rename") }],
          [{ label: "Delete dataset…", danger: true, onSelect: () => setOpen("delete") }],
        ]}
      />
      {open === "rename" ? <RenameDialog dataset={dataset} onClose={close} /> : null}
      <ConfirmDialog
        open={open === "delete"}
        onOpenChange={(shown) => !shown && close()}
        title={`Delete ${dataset.name}?`}
        action="Delete dataset"
        busy={isPending}
        onConfirm={remove}
      >
        All of its rows are deleted. Queue items made from them keep their annotations, but show that their source was
        deleted. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
