"use client";
import { useQuery } from "@tanstack/react-query";
import { Field } from "@/app/_ui/control/field";
import { Select } from "@/app/_ui/control/select";
import { datasetChoicesQuery } from "@/lib/client/datasets";
import { DatasetChooser } from "./dataset-chooser";
import { type SourceChoice, type SourceKind, withKind } from "./source-choice";
import { TracedChooser } from "./traced-chooser";

const kinds: readonly { value: SourceKind; label: string; hint: string }[] = [
  { value: "dataset_row", label: "Rows of a dataset", hint: "From a file, by hand or over the API" },
  { value: "trace", label: "Traces", hint: "Whole requests to an application" },
  { value: "observation_span", label: "Spans", hint: "Single steps, such as a model call or tool call" },
  { value: "trace_session", label: "Sessions", hint: "Conversations made of several traces" },
  { value: "call_execution", label: "Calls", hint: "Simulated conversations of a test run" },
];

interface Props {
  choice: SourceChoice;
  onChange: (choice: SourceChoice) => void;
}

/** Selects sources: dataset rows, traces of applications, or calls of test runs. */
export function SourceChooser({ choice, onChange }: Props) {
  const datasets = useQuery(datasetChoicesQuery());
  const { kind, rows, traced } = choice;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Field label="What to add">
        <Select value={kind} options={kinds} onChange={(next) => onChange(withKind(choice, next))} />
      </Field>
      {kind === "dataset_row" ? (
        <DatasetChooser
          datasets={datasets.data?.datasets}
          choice={rows}
          onChange={(next) => onChange({ ...choice, rows: next })}
        />
      ) : (
        <TracedChooser kind={kind} choice={traced} onChange={(next) => onChange({ ...choice, traced: next })} />
      )}
    </div>
  );
}
