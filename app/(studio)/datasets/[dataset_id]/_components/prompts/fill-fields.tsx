"use client";
import { Estimate } from "../runs/estimate";
import { AtOnceField, CeilingField, FirstRowsField } from "../runs/run-bounds";
import type { useRunForm } from "../runs/use-run-form";

/** The expected cost of filling a column, and the limits of the run. */
export const FillFields = ({ run: { form, estimate } }: { run: ReturnType<typeof useRunForm> }) => (
  <>
    <Estimate found={estimate} />
    <div className="grid gap-4 sm:grid-cols-2">
      <FirstRowsField form={form} />
      <AtOnceField form={form} noun="rows" />
      <CeilingField form={form} />
    </div>
  </>
);
