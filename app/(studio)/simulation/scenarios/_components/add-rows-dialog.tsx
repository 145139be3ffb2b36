"use client";
import { useState } from "react";
import { NumberInput, RadioField, TextareaField } from "@/app/_form/fields";
import { useSaveForm } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { addEmptyRows } from "@/lib/client/datasets";
import { newId } from "@/lib/client/outbox/new-id";
import { addScenarioRows } from "@/lib/client/scenarios";
import type { ScenarioDetail } from "@/lib/contracts/simulation/scenarios";

interface NewRows {
  way: "generated" | "empty";
  num_rows: number | null;
  description: string;
}

const newRows: NewRows = { way: "generated", num_rows: 10, description: "" };
const ways = [
  { value: "generated", label: "Generate", hint: "In the background, for the graph's branches." },
  { value: "empty", label: "Empty", hint: "Fill the rows in by hand." },
] as const;
const MAX_ROWS = { generated: 20_000, empty: 100 };

/** Adds rows that are generated in the background, or empty rows to fill in. */
export function AddRowsDialog({ scenario, onClose }: { scenario: ScenarioDetail; onClose: () => void }) {
  // One id per opened dialog, so that a double click adds rows once.
  const [mutation_id] = useState(newId);
  const form = useSaveForm({
    initial: newRows,
    save: {
      meta: addScenarioRows.meta,
      mutationFn: async ({ way, num_rows, description }) => {
        const rows = { num_rows: num_rows ?? 1 };
        const generated = { ...rows, description, mutation_id };
        if (way === "empty") await addEmptyRows.mutationFn({ dataset_id: scenario.dataset_id ?? "", ...rows });
        else await addScenarioRows.mutationFn({ scenario_id: scenario.id, ...generated });
      },
    },
    onSaved: onClose,
  });
  return (
    <FormDialog onClose={onClose} title="Add rows" size="small" action="Add rows" form={form}>
      <RadioField form={form} name="way" label="How" hideLabel options={ways} />
      <NumberInput form={form} name="num_rows" label="Rows" min={1} max={MAX_ROWS[form.values.way]} />
      {form.values.way === "generated" ? (
        <TextareaField
          form={form}
          name="description"
          label="Guidance"
          optional
          hint="What these rows should be about."
        />
      ) : null}
    </FormDialog>
  );
}
