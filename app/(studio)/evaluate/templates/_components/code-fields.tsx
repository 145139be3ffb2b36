"use client";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { Select } from "@/app/_ui/control/select";
import { Textarea } from "@/app/_ui/control/textarea";
import { fieldError } from "@/lib/client/call-error";
import type { FieldProps } from "./field-props";
import { ThresholdField } from "./threshold-field";

const outputOptions = [
  { value: "pass_fail", label: "Pass or fail" },
  { value: "percentage", label: "Score, 0 to 1" },
] as const;

/** A custom function. */
export function CodeFields({ form, onChange, error }: FieldProps) {
  return (
    <section className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-base font-medium">Code</h2>
      <Field
        label="JavaScript"
        error={fieldError(error, "code")}
        hint="A function evaluate(inputs, params). Limits: one second and 64 MB. No network, files, clock or random numbers."
      >
        <Textarea
          spellCheck={false}
          dir="ltr"
          className="max-h-none! min-h-60! font-mono text-xs!"
          value={form.code}
          onChange={(event) => onChange({ code: event.target.value })}
        />
      </Field>
      <Field
        label="Inputs"
        optional
        error={fieldError(error, "required_keys")}
        hint="Separated by commas. If empty, they are read from the code."
      >
        <Input
          spellCheck={false}
          className="font-mono text-xs!"
          value={form.inputs}
          onChange={(event) => onChange({ inputs: event.target.value })}
        />
      </Field>
      <Field label="Output">
        <Select value={form.output} options={outputOptions} onChange={(output) => onChange({ output })} />
      </Field>
      <ThresholdField value={form.threshold} onChange={(threshold) => onChange({ threshold })} error={error} />
    </section>
  );
}
