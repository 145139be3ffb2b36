"use client";
import { useQuery } from "@tanstack/react-query";
import { RadioField, SelectField, TextField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { datasetChoicesQuery } from "@/lib/client/datasets";
import { datasetOptions } from "./dataset-options";

/** The part of a form that says where rows go. */
export interface DatasetDestination {
  destination: "new" | "known";
  dataset_id: string | null;
  dataset_name: string;
}

const destinations = [
  { value: "new", label: "A new dataset" },
  { value: "known", label: "An existing dataset" },
] as const;

/** Whether a dataset is named or chosen. */
export const hasDestination = ({ destination, dataset_id, dataset_name }: DatasetDestination): boolean =>
  destination === "new" ? dataset_name.trim() !== "" : dataset_id !== null;

/** A new dataset by its name, or one that is there. */
export function DatasetChoice<V extends DatasetDestination>({ form }: { form: SaveForm<V> }) {
  const datasets = useQuery(datasetChoicesQuery()).data?.datasets ?? [];
  const own = form as unknown as SaveForm<DatasetDestination>; // safe: only these fields are read and written
  return (
    <>
      <RadioField
        form={own}
        name="destination"
        label="Dataset to add to"
        hideLabel
        options={destinations.map((option) => ({
          ...option,
          disabled: option.value === "known" && datasets.length === 0,
        }))}
      />
      {own.values.destination === "new" ? (
        <TextField form={own} name="dataset_name" label="Name of the new dataset" maxLength={255} />
      ) : (
        <SelectField
          form={own}
          name="dataset_id"
          label="Dataset"
          placeholder="Choose a dataset"
          options={datasetOptions(datasets)}
        />
      )}
    </>
  );
}
