"use client";
import type { FieldPathByValue, FieldValues } from "react-hook-form";
import { TextField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { microsOf } from "./run-words";

interface Props<V extends FieldValues> {
  form: SaveForm<V>;
  /** The amount as typed. */
  name: FieldPathByValue<V, string>;
  value: string;
  label: string;
  hint: string;
  placeholder?: string;
}

/** The most that something may cost, in dollars; empty for no ceiling. */
export const AmountField = <V extends FieldValues>({ value, ...rest }: Props<V>) => (
  <TextField
    {...rest}
    at="ceiling_micros"
    optional
    inputMode="decimal"
    error={microsOf(value) === undefined ? "Enter an amount, such as 2.50." : null}
  />
);
