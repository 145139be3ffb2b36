"use client";
import { TextField } from "@/app/_form/fields";
import type { FieldProps } from "./field-props";

/** What the browser needs to know of a secret: it suggests no stored password for it. */
export const secretInput = { type: "password", autoComplete: "new-password", spellCheck: false } as const;

interface Props extends FieldProps {
  optional?: boolean;
  /** Why the provider did not take the key. */
  error?: string | undefined;
}

/** A secret field. The stored value is shown masked, and stays if the field is empty. */
export const KeyField = ({ form, stored, ...rest }: Props) => (
  <TextField
    form={form}
    name="apiKey"
    at="api_key"
    label="API key"
    hint={stored ? `Stored: ${stored}. Leave empty to keep it.` : "Stored encrypted and never shown."}
    {...rest}
    {...secretInput}
  />
);
