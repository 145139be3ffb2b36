"use client";
import { useQuery } from "@tanstack/react-query";
import { FormField, TextareaField, useRefusalsAt } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { datasetOptions } from "@/app/(studio)/datasets/_components/dataset-options";
import { datasetChoicesQuery } from "@/lib/client/datasets";
import { graphProblem, type NewScenario } from "./new-request";

export interface ScenarioFieldProps {
  form: SaveForm<NewScenario>;
}

/** What the scenario is made from, if not from the agent alone. */
export function SourceFields({ form }: ScenarioFieldProps) {
  switch (form.values.origin) {
    case "generated":
      return null;
    case "dataset":
      return <DatasetField form={form} />;
    case "script":
      return <ScriptField form={form} />;
    case "graph":
      return (
        <TextareaField
          form={form}
          name="graph"
          label="Graph"
          error={graphProblem(form.values)}
          hint="JSON with nodes and edges. One node has isStart."
          spellCheck={false}
          className="font-mono text-xs"
        />
      );
  }
}

function DatasetField({ form }: ScenarioFieldProps) {
  const datasets = useQuery(datasetChoicesQuery());
  return (
    <FormField form={form} name="dataset_id" label="Dataset" hint="At least 10 rows.">
      {({ value, onChange }) => (
        <SearchSelect
          options={datasetOptions(datasets.data?.datasets)}
          value={value}
          onChange={onChange}
          placeholder="Choose a dataset"
          empty="No results"
        />
      )}
    </FormField>
  );
}

function ScriptField({ form }: ScenarioFieldProps) {
  useRefusalsAt(form, "script_url", "script");
  return <TextareaField form={form} name="script" label="Script" hint="The text or its public URL; at most 1 MB." />;
}
