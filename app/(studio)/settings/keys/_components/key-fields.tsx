"use client";
import { CheckboxesField } from "@/app/_form/checkboxes-field";
import { TextField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { type KeyForm, scopeOptions } from "./key-form";

/** The name of a key, what it may be used for, and until when. */
export function KeyFields<A>({ form }: { form: SaveForm<KeyForm, A> }) {
  return (
    <>
      <TextField
        form={form}
        name="key_name"
        label="Name"
        hint="The program that uses the key, e.g. “Nightly import”."
        required
        maxLength={255}
      />
      <CheckboxesField
        form={form}
        at="scopes"
        legend="The key may"
        options={scopeOptions}
        chosen={form.values.scopes}
        onChange={(scopes) => form.set({ scopes })}
      />
      <TextField
        form={form}
        name="expires_at"
        label="Expires"
        hint="Without a date the key works until you revoke it."
        optional
        type="datetime-local"
      />
    </>
  );
}
