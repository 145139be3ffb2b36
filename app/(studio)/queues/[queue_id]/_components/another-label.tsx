"use client";
import { useState } from "react";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { useLabelChoices } from "../../../_components/choices";

interface Props {
  /** The labels that the queue already has. */
  known: readonly string[];
  onAdd: (labelId: string) => void;
  onClose: () => void;
}

/** Finds a label by its name, where there are too many for a menu. */
export function AnotherLabel({ known, onAdd, onClose }: Props) {
  const { options, onSearch, isPending, empty } = useLabelChoices();
  const [id, setId] = useState<string | null>(null);
  const submit = () => {
    if (id) onAdd(id);
    onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Add a label"
      size="small"
      action="Add"
      disabled={id === null}
      form={{ submit, busy: false, problem: null }}
    >
      <Field label="Label">
        <SearchSelect
          options={options.filter(({ value }) => !known.includes(value))}
          onSearch={onSearch}
          value={id}
          onChange={setId}
          placeholder={isPending ? "Loading…" : "Type a label's name"}
          empty={empty}
        />
      </Field>
    </FormDialog>
  );
}
