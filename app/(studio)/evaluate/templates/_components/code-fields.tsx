"use client";
import { SelectField, TextareaField, TextField } from "@/app/_form/fields";
import type { FieldProps } from "./field-props";
import { ThresholdField } from "./threshold-field";

const outputOptions = [
  { value: "pass_fail", label: "Pass or fail" },
  { value: "percentage", label: "Score, 0 to 1" },
] as const;

/** A custom function. */
export function CodeFields({ form }: FieldProps) {
  return (
    <section className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-base font-medium">Code</h2>
      <TextareaField
        form={form}
        name="code"
        label="JavaScript"
        hint="A function evaluate(inputs, params). Limits: one second and 64 MB. No network, files, clock or random numbers."
        spellCheck={false}
        dir="ltr"
        className="max-h-none! min-h-60! font-mono text-xs!"
      />
      <TextField
        form={form}
        name="inputs"
        at="required_keys"
        label="Inputs"
        optional
        hint="Separated by commas. If empty, they are read from the code."
        spellCheck={false}
        className="font-mono text-xs!"
      />
      <SelectField form={form} name="output" at="output_type" label="Output" options={outputOptions} />
      <ThresholdField form={form} />
    </section>
  );
}
