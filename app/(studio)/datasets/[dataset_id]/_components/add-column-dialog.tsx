"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/app/_ui/field";
import { FormDialog } from "@/app/_ui/form-dialog";
import { Input } from "@/app/_ui/input";
import { Select } from "@/app/_ui/select";
import { fieldError } from "@/lib/client/call-error";
import { addColumns } from "@/lib/client/datasets";
import { type ColumnType, columnTypes } from "@/lib/contracts/names";

interface Props {
  datasetId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const options = columnTypes.map((value) => ({ value, label: value }));

export function AddColumnDialog({ datasetId, open, onOpenChange }: Props) {
  const [name, setName] = useState("");
  const [type, setType] = useState<ColumnType>("text");
  const { mutate, isPending, error, reset } = useMutation(addColumns);
  const close = () => {
    onOpenChange(false);
    setName("");
    reset();
  };
  const add = () =>
    mutate({ dataset_id: datasetId, new_columns_data: [{ name, data_type: type }] }, { onSuccess: close });
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Add a column"
      description="It is added at the end and is empty in every row."
      size="small"
      action="Add column"
      form={{ submit: add, busy: isPending, problem: null }}
    >
      <Field label="Name" error={fieldError(error, "new_columns_data.0.name") ?? error?.message}>
        <Input required maxLength={255} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label="Type">
        <Select value={type} options={options} onChange={setType} />
      </Field>
    </FormDialog>
  );
}
