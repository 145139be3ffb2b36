"use client";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { fieldError } from "@/lib/client/call-error";
import type { FieldProps } from "./field-props";

/** A secret field. The stored value is shown masked, and stays if the field is empty. */
export function KeyField({ form, onChange, error, stored, optional = false }: FieldProps & { optional?: boolean }) {
  return (
    <Field
      label="API key"
      optional={optional}
      error={fieldError(error, "api_key")}
      hint={stored ? `Stored: ${stored}. Leave empty to keep it.` : "Stored encrypted and never shown."}
    >
      <Input
        type="password"
        autoComplete="new-password"
        spellCheck={false}
        value={form.apiKey}
        onChange={(event) => onChange({ apiKey: event.target.value })}
      />
    </Field>
  );
}
