"use client";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { NumberField } from "@/app/_ui/number-field";
import { fieldError } from "@/lib/client/call-error";
import { microsOf } from "./run-words";

const MOST_ROWS = 200_000;
/** So many at once unless told. */
export const AT_ONCE = 20;

interface Props<Value> {
  value: Value;
  onChange: (value: Value) => void;
  /** What starting the run was refused with. */
  refusal: Error | null;
}

/** Over how many rows a run goes. */
export function FirstRowsField({ value, onChange, refusal }: Props<number | null>) {
  return (
    <Field
      label="The first rows alone"
      optional
      hint="Every row unless told."
      error={fieldError(refusal, "first_rows")}
    >
      <NumberField value={value} onChange={onChange} min={1} max={MOST_ROWS} unit="rows" />
    </Field>
  );
}

/** What a run may cost at most, as it is typed. */
export function CeilingField({ value, onChange, refusal }: Props<string>) {
  const error = microsOf(value) === undefined ? "An amount, such as 2.50." : fieldError(refusal, "ceiling_micros");
  return (
    <Field
      label="Ceiling, US dollars"
      optional
      hint="The run stops before a cell that could exceed it, and can be gone on with."
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

/** How many rows or cells are asked at the same time. */
export function AtOnceField({ noun, value, onChange, refusal }: Props<number | null> & { noun: "rows" | "cells" }) {
  return (
    <Field label="At once" hint={`So many ${noun} are asked at the same time.`} error={fieldError(refusal, "at_once")}>
      <NumberField value={value} onChange={onChange} min={1} max={100} unit={noun} />
    </Field>
  );
}
