"use client";
import { NumberInput, RadioField } from "@/app/_form/fields";
import type { SettingsProps } from "./settings-props";

const displays = [
  { value: "slider", label: "Slider and stepper" },
  { value: "button", label: "Stepper only" },
] as const;

export const NumericSettings = ({ form }: SettingsProps) => (
  <>
    <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-1">
      <NumberInput form={form} name="min" at="settings.min" label="Minimum" min={0} />
      <NumberInput form={form} name="max" at="settings.max" label="Maximum" min={0} />
      <NumberInput form={form} name="step" at="settings.step_size" label="Step" min={0} />
    </div>
    <RadioField form={form} name="display" at="settings.display_type" label="Display as" options={displays} />
  </>
);
