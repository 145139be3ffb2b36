"use client";
import { useMutation } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { SourceField } from "@/app/_components/source/source-field";
import { Button } from "@/app/_ui/button";
import { Field } from "@/app/_ui/field";
import { Textarea } from "@/app/_ui/textarea";
import { fieldError } from "@/lib/client/call-error";
import { updateCell } from "@/lib/client/datasets";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/table";

interface Props {
  datasetId: string;
  rowId: string;
  column: ConfiguredColumn;
  text: string | null;
  mayChange: boolean;
}

/** A cell as what it holds, with its type; changed in place. */
export function CellField({ column, text, mayChange, ...place }: Props) {
  const [editing, setEditing] = useState(false);
  if (editing) return <CellEditor {...place} column={column} text={text} onClose={() => setEditing(false)} />;
  return (
    <div className="relative">
      <SourceField name={column.name} text={text} />
      <span className="absolute top-0 right-0 flex h-7 items-center gap-2 bg-raised pl-2 text-xs text-faint">
        {column.data_type}
        {mayChange ? (
          <Button size="small" look="ghost" aria-label={`Edit ${column.name}`} onClick={() => setEditing(true)}>
            Edit
          </Button>
        ) : null}
      </span>
    </div>
  );
}

type EditorProps = Omit<Props, "mayChange"> & { onClose: () => void };

function CellEditor({ datasetId, rowId, column, text, onClose }: EditorProps) {
  const [value, setValue] = useState(text ?? "");
  const { mutate, isPending, error } = useMutation(updateCell);
  const save = () => {
    if (isPending) return;
    const input = {
      dataset_id: datasetId,
      row_id: rowId,
      column_id: column.id,
      new_value: value === "" ? null : value,
    };
    mutate(input, { onSuccess: onClose });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
    if (event.key !== "Escape") return;
    // Leaves the field, not the panel.
    event.stopPropagation();
    onClose();
  };
  return (
    <div className="grid gap-2">
      <Field
        label={column.name}
        hint={`${column.data_type}; without text the cell is empty`}
        error={fieldError(error, "new_value") ?? error?.message}
      >
        <Textarea autoFocus value={value} onKeyDown={onKeyDown} onChange={(event) => setValue(event.target.value)} />
      </Field>
      <div className="flex gap-2">
        <Button size="small" look="primary" keys="mod+enter" busy={isPending} onClick={save}>
          Save
        </Button>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
