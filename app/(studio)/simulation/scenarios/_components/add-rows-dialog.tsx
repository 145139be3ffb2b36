"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/app/_ui/field";
import { FormDialog } from "@/app/_ui/form-dialog";
import { NumberField } from "@/app/_ui/number-field";
import { RadioGroup } from "@/app/_ui/radio-group";
import { Textarea } from "@/app/_ui/textarea";
import { addEmptyRows } from "@/lib/client/datasets";
import { addScenarioRows } from "@/lib/client/scenarios";
import type { ScenarioDetail } from "@/lib/contracts/simulation/scenarios";

const MAX_EMPTY_ROWS = 100;
const MAX_ROWS = 20_000;

/** Adds rows that are generated in the background, or empty rows to fill in. */
export function AddRowsDialog({ scenario, onClose }: { scenario: ScenarioDetail; onClose: () => void }) {
  const [way, setWay] = useState<"written" | "empty">("written");
  const [number, setNumber] = useState(10);
  const [guidance, setGuidance] = useState("");
  // One id per opened dialog, so that a double click adds rows once.
  const [mutationId] = useState(() => crypto.randomUUID());
  const written = useMutation(addScenarioRows);
  const empty = useMutation(addEmptyRows);
  const error = written.error ?? empty.error;
  const request = { scenario_id: scenario.id, num_rows: number, description: guidance, mutation_id: mutationId };
  const send = () => {
    if (way === "empty")
      empty.mutate({ dataset_id: scenario.dataset_id ?? "", num_rows: number }, { onSuccess: onClose });
    else written.mutate(request, { onSuccess: onClose });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Add rows"
      size="small"
      action="Add rows"
      form={{ submit: send, busy: written.isPending || empty.isPending, problem: null }}
    >
      <RadioGroup
        label="How"
        value={way}
        onChange={setWay}
        options={[
          { value: "written", label: "Generate", hint: "In the background, for the graph's branches." },
          { value: "empty", label: "Empty", hint: "Fill the rows in by hand." },
        ]}
      />
      <Field label="Rows" error={error?.message}>
        <NumberField
          min={1}
          max={way === "empty" ? MAX_EMPTY_ROWS : MAX_ROWS}
          value={number}
          onChange={(next) => setNumber(next ?? 1)}
        />
      </Field>
      {way === "written" ? (
        <Field label="Guidance" optional hint="What these rows should be about.">
          <Textarea value={guidance} onChange={(event) => setGuidance(event.target.value)} />
        </Field>
      ) : null}
    </FormDialog>
  );
}
