"use client";
import { Field } from "@/app/_ui/control/field";
import { NumberField } from "@/app/_ui/control/number-field";
import { fieldError } from "@/lib/client/call-error";

interface Props {
  value: number | null;
  onChange: (value: number | null) => void;
  error: unknown;
}

export function ThresholdField({ value, onChange, error }: Props) {
  return (
    <Field
      label="Pass threshold"
      hint="A score from 0 to 1. Scores at or above it pass."
      error={fieldError(error, "pass_threshold")}
    >
      <NumberField value={value} onChange={onChange} min={0} max={1} step={0.05} />
    </Field>
  );
}
