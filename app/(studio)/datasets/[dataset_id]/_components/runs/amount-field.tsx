"use client";
import type { FieldPathByValue, FieldValues } from "react-hook-form";
import { useFormField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { microsOf } from "./run-words";

interface Props<V extends FieldValues> {
  form: SaveForm<V>;
  /** The amount as typed. */
  name: FieldPathByValue<V, string>;
  label: string;
  hint: string;
  placeholder?: string;
}

/** The most that something may cost, in dollars; empty for no ceiling. */
export function AmountField<V extends FieldValues>({ form, name, label, hint, placeholder = "" }: Props<V>) {
  const { error, value, ...field } = useFormField({ form, name, at: "ceiling_micros" });
  const isAmount = microsOf(value) !== undefined;
  return (
    <Field label={label} optional hint={hint} error={isAmount ? error : "Enter an amount, such as 2.50."}>
      <Input inputMode="decimal" placeholder={placeholder} value={value} {...field} />
    </Field>
  );
}
