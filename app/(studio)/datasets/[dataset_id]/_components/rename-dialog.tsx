"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/app/_ui/field";
import { FormDialog } from "@/app/_ui/form-dialog";
import { Input } from "@/app/_ui/input";
import { fieldError } from "@/lib/client/call-error";
import { renameDataset } from "@/lib/client/datasets";
import type { NamedDataset } from "./named-dataset";

export function RenameDialog({ dataset, onClose }: { dataset: NamedDataset; onClose: () => void }) {
  const [name, setName] = useState(dataset.name);
  const { mutate, isPending, error } = useMutation(renameDataset);
  return (
    <FormDialog
      onClose={onClose}
      title="Rename the dataset"
      size="small"
      action="Rename"
      form={{
        submit: () => mutate({ dataset_id: dataset.id, name }, { onSuccess: onClose }),
        busy: isPending,
        problem: null,
      }}
    >
      <Field label="Name" error={fieldError(error, "name") ?? error?.message}>
        <Input required maxLength={255} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
