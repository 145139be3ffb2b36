"use client";
import { SelectField, TextField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { addColumns } from "@/lib/client/datasets";
import { type ColumnType, columnTypes } from "@/lib/contracts/names";

interface ColumnForm {
  name: string;
  data_type: ColumnType;
}

const options = columnTypes.map((value) => ({ value, label: value }));

export function AddColumnDialog({ datasetId, onClose }: { datasetId: string; onClose: () => void }) {
  const initial: ColumnForm = { name: "", data_type: "text" };
  const form = useSaveForm({
    initial,
    save: withInput(addColumns, (column: ColumnForm) => ({ dataset_id: datasetId, new_columns_data: [column] })),
    onSaved: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Add a column"
      description="It is added at the end and is empty in every row."
      size="small"
      action="Add column"
      form={form}
    >
      <TextField form={form} name="name" at="new_columns_data.0.name" label="Name" required maxLength={255} />
      <SelectField form={form} name="data_type" label="Type" options={options} />
    </FormDialog>
  );
}
