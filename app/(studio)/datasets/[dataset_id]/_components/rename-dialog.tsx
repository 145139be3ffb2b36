"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { fieldError } from "@/lib/client/call-error";
import { renameDataset } from "@/lib/client/datasets";
import type { NamedDataset } from "./named-dataset";

export function RenameDialog({ dataset, onClose }: { dataset: NamedDataset; onClose: () => void }) {
  const [name, setName] = useState(dataset.name);
  const { mutate, isPending, error } = useMutation(renameDataset);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Rename the dataset"
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="rename-dataset" busy={isPending}>
            Rename
          </Button>
        </>
      }
    >
      <form
        id="rename-dataset"
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ dataset_id: dataset.id, name }, { onSuccess: onClose });
        }}
      >
        <Field label="Name" error={fieldError(error, "name") ?? error?.message}>
          <Input required maxLength={255} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
