"use client";
import { TextField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { renameDataset } from "@/lib/client/datasets";
import type { NamedDataset } from "./named-dataset";

export function RenameDialog({ dataset, onClose }: { dataset: NamedDataset; onClose: () => void }) {
  const form = useSaveForm({
    initial: { name: dataset.name },
    save: withInput(renameDataset, ({ name }: { name: string }) => ({ dataset_id: dataset.id, name })),
    onSaved: onClose,
  });
  return (
    <FormDialog onClose={onClose} title="Rename the dataset" size="small" action="Rename" form={form}>
      <TextField form={form} name="name" label="Name" required maxLength={255} />
    </FormDialog>
  );
}
