"use client";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { fieldError } from "@/lib/client/call-error";
import type { FieldProps } from "./field-props";

/** A secret: what is stored is shown masked, and stays while nothing is written. */
export function KeyField({ form, onChange, error, stored, optional = false }: FieldProps & { optional?: boolean }) {
  return (
    <Field
      label="API key"
      optional={optional}
      error={fieldError(error, "api_key")}
      hint={stored ? `Stored: ${stored}. Left empty, it stays.` : "Stored encrypted, and shown to nobody."}
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
