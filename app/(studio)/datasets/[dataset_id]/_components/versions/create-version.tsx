"use client";
import { TextareaField, TextField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { createDatasetVersion } from "@/lib/client/datasets";

interface NewVersion {
  name: string;
  description: string;
}

export function CreateVersion({ datasetId, onClose }: { datasetId: string; onClose: () => void }) {
  const form = useSaveForm({
    initial: { name: "", description: "" },
    save: withInput(createDatasetVersion, (values: NewVersion) => ({ dataset_id: datasetId, ...values })),
    onSaved: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Create a version"
      description="Keeps the rows and columns as they are now, under a name. Rows that have not changed take no more space."
      size="small"
      action="Create version"
      form={form}
    >
      <TextField form={form} name="name" label="Name" required maxLength={255} placeholder="Before the new greeting" />
      <TextareaField form={form} name="description" label="Description" optional maxLength={2000} />
    </FormDialog>
  );
}
