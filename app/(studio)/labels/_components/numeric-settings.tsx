"use client";
import { Field } from "@/app/_ui/field";
import { NumberField } from "@/app/_ui/number-field";
import { RadioGroup } from "@/app/_ui/radio-group";
import { fieldError } from "@/lib/client/call-error";
import type { SettingsProps } from "./settings-props";

const displays = [
  { value: "slider", label: "Slider and stepper" },
  { value: "button", label: "Stepper only" },
] as const;

export function NumericSettings({ form, set, error }: SettingsProps) {
  return (
    <>
      <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-1">
        <Field label="Minimum" error={fieldError(error, "settings.min")}>
          <NumberField min={0} value={form.min} onChange={(min) => set({ min })} />
        </Field>
        <Field label="Maximum" error={fieldError(error, "settings.max")}>
          <NumberField min={0} value={form.max} onChange={(max) => set({ max })} />
        </Field>
        <Field label="Step" error={fieldError(error, "settings.step_size")}>
          <NumberField min={0} value={form.step} onChange={(step) => set({ step })} />
        </Field>
      </div>
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium">Display as</legend>
        <RadioGroup
          label="Display as"
          value={form.slider ? "slider" : "button"}
          options={displays}
          onChange={(display) => set({ slider: display === "slider" })}
        />
      </fieldset>
    </>
  );
}
