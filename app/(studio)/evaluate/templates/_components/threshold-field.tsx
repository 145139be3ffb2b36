"use client";
import { NumberInput } from "@/app/_form/fields";
import type { FieldProps } from "./field-props";

export const ThresholdField = ({ form }: FieldProps) => (
  <NumberInput
    form={form}
    name="threshold"
    at="pass_threshold"
    label="Pass threshold"
    hint="A score from 0 to 1. Scores at or above it pass."
    min={0}
    max={1}
    step={0.05}
  />
);
