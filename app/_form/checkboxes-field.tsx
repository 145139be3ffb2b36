"use client";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { toggled } from "@/lib/toggled";
import { Refusal, useRefusal } from "./fields";
import type { SaveForm } from "./use-save-form";

interface Props<V extends FieldValues, Value extends string> {
  form: SaveForm<V>;
  /** The field's name, at which the server's refusal appears. */
  at: string;
  legend: string;
  options: readonly { value: Value; label: string; hint: ReactNode }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
}

/** Several choices under one name. */
export function CheckboxesField<V extends FieldValues, Value extends string>(props: Props<V, Value>) {
  const { form, at, legend, options, chosen, onChange } = props;
  const refusal = useRefusal(form, at);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">{legend}</legend>
      {options.map(({ value, label, hint }) => (
        <Checkbox
          key={value}
          label={label}
          hint={hint}
          checked={chosen.includes(value)}
          onChange={() => onChange([...toggled(new Set(chosen), value)])}
        />
      ))}
      <Refusal text={refusal} />
    </fieldset>
  );
}
