"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CheckboxField, NumberInput } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { gateRowsQuery } from "@/lib/client/prompts/releases";
import { rowsText } from "./rows-text";
import type { GateForm } from "./use-gate-form";

/** The smallest loss that matters and the power, with the rows that they take. */
export function GateRequirement({ form }: { form: SaveForm<GateForm> }) {
  const { margin, power } = form.values;
  const isValid = margin !== null && margin > 0 && power !== null && power >= 50 && power <= 99.9;
  const { data, error } = useQuery({
    ...gateRowsQuery({ margin: margin ?? 0, power: (power ?? 0) / 100 }),
    enabled: isValid,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      {/* Browsers refuse what is not a whole number of steps, so the steps are as fine as a gate may be. */}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NumberInput
          form={form}
          name="margin"
          label="Smallest loss that matters"
          hint="In the unit of the scores: 0.05 is five points of a pass rate. A loss of this size passes in at most 5 % of releases."
          min={0.001}
          max={1000}
          step={0.001}
        />
        <NumberInput
          form={form}
          name="power"
          label="Power"
          hint="How many of the versions without any loss pass. A higher power takes more rows."
          min={50}
          max={99.9}
          step={0.1}
          unit="%"
        />
      </div>
      <div aria-live="polite" className="rounded-md border border-line px-3 py-2">
        <p className="font-medium">Rows needed</p>
        <p className="text-soft">
          {isValid ? (error?.message ?? (data ? `${rowsText(data.needed_rows)}.` : "…")) : "Enter a loss and a power."}
        </p>
      </div>
      <CheckboxField
        form={form}
        name="allowUncalibrated"
        at="allow_uncalibrated"
        label="Trust judges without a calibration"
        hint="Otherwise a model that judges must have been compared with people's annotations."
      />
    </>
  );
}
