"use client";
import { LinkButton } from "@/app/_ui/button/link-button";
import { Field } from "@/app/_ui/control/field";
import { RadioGroup } from "@/app/_ui/control/radio-group";
import { Select } from "@/app/_ui/control/select";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { datasetOptions } from "@/app/(studio)/datasets/_components/dataset-options";
import { links } from "@/lib/client/links";
import { RowChooser } from "./row-chooser";
import type { DatasetChoice } from "./source-choice";

const scopes = [
  { value: "all", label: "All rows", hint: "Skips rows that are already in the queue." },
  { value: "chosen", label: "Selected rows" },
] as const;

interface Props {
  /** Undefined while they are loading. */
  datasets: readonly { dataset_id: string; name: string }[] | undefined;
  choice: DatasetChoice;
  onChange: (choice: DatasetChoice) => void;
}

export function DatasetChooser({ datasets, choice, onChange }: Props) {
  const options = datasetOptions(datasets);
  if (datasets && options.length === 0) {
    return (
      <EmptyState
        title="No datasets yet"
        action={
          <LinkButton look="primary" href={links.importDataset()}>
            Import a dataset
          </LinkButton>
        }
      >
        Import a CSV or JSON file first. Then you can annotate its rows.
      </EmptyState>
    );
  }
  return (
    <>
      <Field label="Dataset">
        <Select
          value={choice.datasetId}
          options={options}
          placeholder={datasets ? "Choose a dataset" : "Loading"}
          onChange={(datasetId) => onChange({ ...choice, datasetId, chosen: new Set() })}
        />
      </Field>
      <RadioGroup
        label="Which rows"
        value={choice.scope}
        options={scopes}
        onChange={(scope) => onChange({ ...choice, scope })}
      />
      {choice.datasetId && choice.scope === "chosen" ? (
        <RowChooser
          key={choice.datasetId}
          datasetId={choice.datasetId}
          chosen={choice.chosen}
          onChange={(chosen) => onChange({ ...choice, chosen })}
        />
      ) : null}
    </>
  );
}
