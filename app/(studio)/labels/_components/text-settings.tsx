"use client";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { NumberField } from "@/app/_ui/number-field";
import { fieldError } from "@/lib/client/call-error";
import type { SettingsProps } from "./settings-props";

export function TextSettings({ form, set, error }: SettingsProps) {
  return (
    <>
      <Field
        label="Placeholder"
        optional
        hint="Shown while the field is empty."
        error={fieldError(error, "settings.placeholder")}
      >
        <Input value={form.placeholder} onChange={(event) => set({ placeholder: event.target.value })} />
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Minimum length" error={fieldError(error, "settings.min_length")}>
          <NumberField min={0} value={form.minLength} onChange={(minLength) => set({ minLength })} />
        </Field>
        <Field label="Maximum length" error={fieldError(error, "settings.max_length")}>
          <NumberField min={1} value={form.maxLength} onChange={(maxLength) => set({ maxLength })} />
        </Field>
      </div>
    </>
  );
}
