"use client";
import { useQuery } from "@tanstack/react-query";
import { SelectField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { cutText } from "@/app/_ui/figure/cut-text";
import { datasetVersionChoicesQuery } from "@/lib/client/datasets";
import type { RunForm } from "./use-run-form";

interface Props {
  datasetId: string;
  form: SaveForm<RunForm>;
}

/** Which version's rows a run covers; nothing if the dataset has no versions. */
export function VersionField({ datasetId, form }: Props) {
  const { data } = useQuery(datasetVersionChoicesQuery(datasetId));
  if (!data || data.count === 0) return null;
  return (
    <SelectField
      form={form}
      name="version"
      at="dataset_version_id"
      label="Version"
      hint={<>A version keeps the rows as they were, so that later runs can be compared. {cutText(data, "version")}</>}
      options={[
        { value: "", label: "The rows as they are now" },
        ...data.results.map(({ id, number, name }) => ({ value: id, label: `${number}: ${name}` })),
      ]}
    />
  );
}
