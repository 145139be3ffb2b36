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

const MOST_BY_HAND = 100;
const MOST = 20_000;

/** Rows that are written in the background, or empty ones to be filled in by hand. */
export function AddRowsDialog({ scenario, onClose }: { scenario: ScenarioDetail; onClose: () => void }) {
  const [way, setWay] = useState<"written" | "empty">("written");
  const [number, setNumber] = useState(10);
  const [guidance, setGuidance] = useState("");
  // Of this opening: a double click asks once.
  const [mutationId] = useState(() => crypto.randomUUID());
  const written = useMutation(addScenarioRows);
  const empty = useMutation(addEmptyRows);
  const error = written.error ?? empty.error;
  const wanted = { scenario_id: scenario.id, num_rows: number, description: guidance, mutation_id: mutationId };
  const send = () => {
    if (way === "empty")
      empty.mutate({ dataset_id: scenario.dataset_id ?? "", num_rows: number }, { onSuccess: onClose });
    else written.mutate(wanted, { onSuccess: onClose });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Add rows"
      size="small"
      action="Add rows"
      busy={written.isPending || empty.isPending}
      onSubmit={send}
    >
      <RadioGroup
        label="How"
        value={way}
        onChange={setWay}
        options={[
          { value: "written", label: "Written for me", hint: "In the background, over the graph's branches." },
          { value: "empty", label: "Empty", hint: "To be filled in by hand." },
        ]}
      />
      <Field label="Rows" error={error?.message}>
        <NumberField
          min={1}
          max={way === "empty" ? MOST_BY_HAND : MOST}
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
