"use client";
import type { ComponentProps } from "react";
import type { FieldPathByValue, FieldValues } from "react-hook-form";
import { useFormField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { ModelField } from "./model-field";

interface Props<V extends FieldValues> extends Omit<ComponentProps<typeof ModelField>, "value" | "onChange" | "error"> {
  form: SaveForm<V>;
  name: FieldPathByValue<V, string>;
  at?: string;
}

/** A ModelField of a form. */
export function ModelInput<V extends FieldValues>({ form, name, at = name, ...rest }: Props<V>) {
  const { value, onChange, error } = useFormField({ form, name, at });
  return <ModelField {...rest} value={value} onChange={onChange} error={error} />;
}
