"use client";
import type { FieldPathByValue, FieldValues } from "react-hook-form";
import { TextField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { temperatureOf } from "./prompt-draft";

interface Props<V extends FieldValues> {
  form: SaveForm<V>;
  /** The temperature as typed. */
  name: FieldPathByValue<V, string>;
  value: string;
  /** The field of the request. */
  at: string;
}

/** A model's temperature; empty for the model's default. */
export const TemperatureField = <V extends FieldValues>({ value, ...rest }: Props<V>) => (
  <TextField
    {...rest}
    label="Temperature"
    optional
    error={temperatureOf(value) === undefined ? "A number from 0 to 2." : null}
    inputMode="decimal"
    placeholder="Model default"
  />
);
