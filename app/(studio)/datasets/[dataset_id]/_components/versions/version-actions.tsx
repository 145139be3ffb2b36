"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { toast } from "@/app/_ui/feedback/toast";
import { ActionsMenu } from "@/app/_ui/overlay/actions-menu";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";
import { deleteDatasetVersion, restoreDatasetVersion } from "@/lib/client/datasets";
import type { DatasetVersion } from "@/lib/contracts/datasets/versions";

/** Restores or deletes a version, after a question. */
export function VersionActions({ version }: { version: DatasetVersion }) {
  const { set } = useAddress();
  const [open, setOpen] = useState<"restore" | "delete" | null>(null);
  const dialog = {
    version,
    onClose: () => setOpen(null),
    onDone: () => set({ version: null, against: null, page: null }),
  };
  return (
    <>
      <ActionsMenu
        of="the version"
        groups={[
          [{ label: "Restore…", onSelect: () => setOpen("restore") }],
          [{ label: "Delete version…", danger: true, onSelect: () => setOpen("delete") }],
        ]}
      />
      {open === "restore" ? <RestoreDialog {...dialog} /> : null}
      {open === "delete" ? <DeleteVersionDialog {...dialog} /> : null}
    </>
  );
}

interface DialogProps {
  version: DatasetVersion;
  onClose: () => void;
  onDone: () => void;
}

function RestoreDialog({ version: { id, dataset_id, number }, onClose, onDone }: DialogProps) {
  const { mutate, isPending } = useMutation(restoreDatasetVersion);
  const restore = () =>
    mutate(
      { dataset_id, version_id: id },
      {
        onSettled: onClose,
        onSuccess: ({ saved_as }) => {
          toast.done({
            title: `Version ${number} was restored`,
            ...(saved_as && { description: `The rows before are in version ${saved_as.number}.` }),
          });
          onDone();
        },
      },
    );
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Restore version ${number}?`}
      action="Restore"
      danger={false}
      busy={isPending}
      onConfirm={restore}
    >
      Rows and cells become what they were. Columns added since stay and become empty. If no version has the rows as
      they are now, they are kept as a new version first.
    </ConfirmDialog>
  );
}

function DeleteVersionDialog({ version: { id, dataset_id, number }, onClose, onDone }: DialogProps) {
  const { mutate, isPending } = useMutation(deleteDatasetVersion);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete version ${number}?`}
      action="Delete version"
      busy={isPending}
      onConfirm={() => mutate({ dataset_id, version_id: id }, { onSettled: onClose, onSuccess: onDone })}
    >
      The dataset&apos;s rows and its other versions stay. This cannot be undone.
    </ConfirmDialog>
  );
}
