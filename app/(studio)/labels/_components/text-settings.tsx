"use client";
import { NumberInput, TextField } from "@/app/_form/fields";
import type { SettingsProps } from "./settings-props";

export const TextSettings = ({ form }: SettingsProps) => (
  <>
    <TextField
      form={form}
      name="placeholder"
      at="settings.placeholder"
      label="Placeholder"
      optional
      hint="Shown while the field is empty."
    />
    <div className="grid gap-3 sm:grid-cols-2">
      <NumberInput form={form} name="minLength" at="settings.min_length" label="Minimum length" min={0} />
      <NumberInput form={form} name="maxLength" at="settings.max_length" label="Maximum length" min={1} />
    </div>
  </>
);
