"use client";
import { NumberInput } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { AmountField } from "./amount-field";
import type { RunForm } from "./use-run-form";

const MOST_ROWS = 200_000;

interface Props {
  form: SaveForm<RunForm>;
}

/** How many rows a run covers. */
export const FirstRowsField = ({ form }: Props) => (
  <NumberInput
    form={form}
    name="first_rows"
    label="First rows only"
    optional
    hint="Leave empty for all rows."
    min={1}
    max={MOST_ROWS}
    unit="rows"
  />
);

/** The most that a run may cost. */
export const CeilingField = ({ form }: Props) => (
  <AmountField
    form={form}
    name="ceiling"
    value={form.values.ceiling}
    label="Ceiling, US dollars"
    hint="The run stops before a cell that could exceed it. You can resume it later."
    placeholder="No ceiling"
  />
);

/** How many rows or cells run at the same time. */
export const AtOnceField = ({ form, noun }: Props & { noun: "rows" | "cells" }) => (
  <NumberInput
    form={form}
    name="at_once"
    label="Concurrency"
    hint={`How many ${noun} run at the same time.`}
    min={1}
    max={100}
    unit={noun}
  />
);
