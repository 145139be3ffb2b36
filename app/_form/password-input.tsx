"use client";
import type { ComponentProps } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import { PasswordField } from "@/app/_ui/control/password-field";
import { type Bound, useFormField } from "./fields";

/** A password of a SaveForm. */
export function PasswordInput<V extends FieldValues, N extends FieldPath<V>>({
  form,
  name,
  at = name,
  ...rest
}: Bound<V, N> & Omit<ComponentProps<typeof PasswordField>, "value" | "onChange" | "error" | "ref">) {
  const { value, onChange, error, ref } = useFormField({ form, name, at });
  return <PasswordField {...rest} {...{ value, onChange, error, ref }} />;
}
