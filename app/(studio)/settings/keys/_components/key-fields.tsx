"use client";
import { TextField, useRefusal } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Checkbox } from "@/app/_ui/control/checkbox";
import type { KeyScope } from "@/lib/contracts/names";
import { toggled } from "@/lib/toggled";
import { type KeyForm, scopeOptions } from "./key-form";

/** The name of a key, what it may be used for, and until when. */
export function KeyFields<A>({ form }: { form: SaveForm<KeyForm, A> }) {
  const refusal = useRefusal(form, "scopes");
  const { scopes } = form.values;
  const toggle = (scope: KeyScope) => form.set({ scopes: [...toggled(new Set(scopes), scope)] });
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
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium">The key may</legend>
        {scopeOptions.map(({ value, label, hint }) => (
          <Checkbox
            key={value}
            label={label}
            hint={hint}
            checked={scopes.includes(value)}
            onChange={() => toggle(value)}
          />
        ))}
        {refusal ? (
          <p role="alert" className="text-bad">
            {refusal}
          </p>
        ) : null}
      </fieldset>
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
