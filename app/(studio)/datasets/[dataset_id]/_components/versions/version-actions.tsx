"use client";
import { useState } from "react";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { useAddress } from "@/app/_components/use-address";
import { toast } from "@/app/_ui/feedback/toast";
import { ActionsMenu } from "@/app/_ui/overlay/actions-menu";
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

const RestoreDialog = ({ version: { id, dataset_id, number }, onClose, onDone }: DialogProps) => (
  <ConfirmChange
    onClose={onClose}
    title={`Restore version ${number}?`}
    action="Restore"
    danger={false}
    change={restoreDatasetVersion}
    input={{ dataset_id, version_id: id }}
    onDone={({ saved_as }) => {
      toast.done({
        title: `Version ${number} was restored`,
        ...(saved_as && { description: `The rows before are in version ${saved_as.number}.` }),
      });
      onDone();
    }}
  >
    Rows and cells become what they were. Columns added since stay and become empty. If no version has the rows as they
    are now, they are kept as a new version first.
  </ConfirmChange>
);

const DeleteVersionDialog = ({ version: { id, dataset_id, number }, onClose, onDone }: DialogProps) => (
  <ConfirmChange
    onClose={onClose}
    title={`Delete version ${number}?`}
    action="Delete version"
    change={deleteDatasetVersion}
    input={{ dataset_id, version_id: id }}
    onDone={onDone}
  >
    The dataset&apos;s rows and its other versions stay. This cannot be undone.
  </ConfirmChange>
);
