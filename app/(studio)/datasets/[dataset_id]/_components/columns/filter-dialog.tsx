"use client";
import { useState } from "react";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { Select } from "@/app/_ui/control/select";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import { type RowFilter, takesValue } from "@/lib/datasets/rules/row-arrangement";
import { filterTypeOf, operatorWords, valueProblem } from "./filter-words";

interface Props {
  column: ConfiguredColumn;
  onFilter: (filter: RowFilter) => void;
  onClose: () => void;
}

export function FilterDialog({ column, onFilter, onClose }: Props) {
  const type = filterTypeOf(column);
  const options = Object.entries(operatorWords[type]).map(([value, label]) => ({ value, label }));
  const [operator, setOperator] = useState(options[0]?.value ?? "equals");
  const [value, setValue] = useState(type === "boolean" ? "true" : "");
  const [problem, setProblem] = useState<string | null>(null);
  const submit = () => {
    const found = takesValue(operator) ? valueProblem(type, value) : null;
    setProblem(found);
    if (!found) onFilter({ column: column.id, type, operator, value: takesValue(operator) ? value.trim() : "" });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Filter by ${column.name}`}
      size="small"
      action="Filter"
      form={{ submit, busy: false, problem: null }}
    >
      <Field label="Rows in which it">
        <Select value={operator} onChange={setOperator} options={options} />
      </Field>
      {takesValue(operator) ? (
        <Field label="Value" error={problem}>
          {type === "boolean" ? (
            <Select value={value} onChange={setValue} options={truths} />
          ) : (
            <Input
              value={value}
              maxLength={1000}
              onChange={(event) => setValue(event.target.value)}
              inputMode={type === "number" ? "decimal" : "text"}
              placeholder={type === "datetime" ? "2026-05-01 or 2026-05-01T10:00Z" : undefined}
            />
          )}
        </Field>
      ) : null}
    </FormDialog>
  );
}

const truths = [
  { value: "true", label: "true" },
  { value: "false", label: "false" },
];
