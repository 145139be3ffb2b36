"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { toast } from "@/app/_ui/feedback/toast";
import { ActionsMenu } from "@/app/_ui/overlay/actions-menu";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";
import { deleteDatasetVersion, restoreDatasetVersion } from "@/lib/client/datasets";
import type { DatasetVersion } from "@/lib/contracts/datasets/versions";

interface Props {
  datasetId: string;
  version: DatasetVersion;
}

/** Restores or deletes a version, after a question. */
export function VersionActions({ datasetId, version }: Props) {
  const { set } = useAddress();
  const [open, setOpen] = useState<"restore" | "delete" | null>(null);
  const close = () => setOpen(null);
  const restore = useMutation(restoreDatasetVersion);
  const remove = useMutation(deleteDatasetVersion);
  const target = { dataset_id: datasetId, version_id: version.id };
  return (
    <>
      <ActionsMenu
        of="the version"
        groups={[
          [{ label: "Restore…", onSelect: () => setOpen("restore") }],
          [{ label: "Delete version…", danger: true, onSelect: () => setOpen("delete") }],
        ]}
      />
      <ConfirmDialog
        open={open === "restore"}
        onOpenChange={(shown) => !shown && close()}
        title={`Restore version ${version.number}?`}
        action="Restore"
        danger={false}
        busy={restore.isPending}
        onConfirm={() =>
          restore.mutate(target, {
            onSettled: close,
            onSuccess: ({ saved_as }) => {
              toast.done({
                title: `Version ${version.number} was restored`,
                ...(saved_as && { description: `The rows before are in version ${saved_as.number}.` }),
              });
              set({ version: null, against: null, page: null });
            },
          })
        }
      >
        Rows and cells become what they were. Columns added since stay and become empty. If no version has the rows as
        they are now, they are kept as a new version first.
      </ConfirmDialog>
      <ConfirmDialog
        open={open === "delete"}
        onOpenChange={(shown) => !shown && close()}
        title={`Delete version ${version.number}?`}
        action="Delete version"
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(target, {
            onSettled: close,
            onSuccess: () => set({ version: null, against: null, page: null }),
          })
        }
      >
        The dataset&apos;s rows and its other versions stay. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
