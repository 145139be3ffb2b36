"use client";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { NumberField } from "@/app/_ui/control/number-field";
import { fieldError } from "@/lib/client/call-error";
import { microsOf } from "./run-words";

const MOST_ROWS = 200_000;
/** The default concurrency. */
export const AT_ONCE = 20;

interface Props<Value> {
  value: Value;
  onChange: (value: Value) => void;
  /** The error that refused the start of the run. */
  refusal: Error | null;
}

/** How many rows a run covers. */
export function FirstRowsField({ value, onChange, refusal }: Props<number | null>) {
  return (
    <Field label="First rows only" optional hint="Leave empty for all rows." error={fieldError(refusal, "first_rows")}>
      <NumberField value={value} onChange={onChange} min={1} max={MOST_ROWS} unit="rows" />
    </Field>
  );
}

/** The most that a run may cost, as typed. */
export function CeilingField({ value, onChange, refusal }: Props<string>) {
  const error =
    microsOf(value) === undefined ? "Enter an amount, such as 2.50." : fieldError(refusal, "ceiling_micros");
  return (
    <Field
      label="Ceiling, US dollars"
      optional
      hint="The run stops before a cell that could exceed it. You can resume it later."
      error={error}
    >
      <Input
        inputMode="decimal"
        placeholder="No ceiling"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

/** How many rows or cells run at the same time. */
export function AtOnceField({ noun, value, onChange, refusal }: Props<number | null> & { noun: "rows" | "cells" }) {
  return (
    <Field label="Concurrency" hint={`How many ${noun} run at the same time.`} error={fieldError(refusal, "at_once")}>
      <NumberField value={value} onChange={onChange} min={1} max={100} unit={noun} />
    </Field>
  );
}
