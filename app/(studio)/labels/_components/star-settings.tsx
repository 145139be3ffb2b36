"use client";
import { Field } from "@/app/_ui/field";
import { NumberField } from "@/app/_ui/number-field";
import { fieldError } from "@/lib/client/call-error";
import type { SettingsProps } from "./settings-props";

export function StarSettings({ form, set, error }: SettingsProps) {
  return (
    <Field label="Stars" hint="The number keys cover up to 10 stars." error={fieldError(error, "settings.no_of_stars")}>
      <NumberField min={1} max={100} value={form.stars} onChange={(stars) => set({ stars })} />
    </Field>
  );
}
