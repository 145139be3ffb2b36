"use client";
import { useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { FormField, SelectField, useRefusal } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { cutText } from "@/app/_ui/figure/cut-text";
import { quantity } from "@/app/_ui/figure/numbers";
import { datasetOptions } from "@/app/(studio)/datasets/_components/dataset-options";
import { datasetChoicesQuery, datasetVersionChoicesQuery } from "@/lib/client/datasets";
import { datasetEvalsQuery } from "@/lib/client/evaluation/runs";
import { links } from "@/lib/client/links";
import { toggled } from "@/lib/toggled";
import type { GateForm } from "./use-gate-form";

interface Props {
  form: SaveForm<GateForm>;
}

/** The rows that both versions answer, and the evaluations of the answers. */
export function GateRows({ form }: Props) {
  const datasets = useQuery(datasetChoicesQuery());
  const { dataset } = form.values;
  const forget = { version: "", column: "", evaluations: [] };
  return (
    <>
      <FormField form={form} name="dataset" at="dataset_id" label="Dataset">
        {({ value }) => (
          <SearchSelect
            options={datasetOptions(datasets.data?.datasets)}
            value={value || null}
            onChange={(next) => form.set({ dataset: next, ...(next === dataset ? {} : forget) })}
            placeholder="Type a dataset's name"
            empty={datasets.isPending ? "Loading…" : "No dataset matches"}
          />
        )}
      </FormField>
      {dataset === "" ? null : (
        <>
          <Version form={form} />
          <Evaluations form={form} />
        </>
      )}
    </>
  );
}

function Version({ form }: Props) {
  const { dataset, version } = form.values;
  const found = useQuery(datasetVersionChoicesQuery(dataset));
  const versions = found.data?.results ?? [];
  const columns = versions.find(({ id }) => id === version)?.columns ?? [];
  if (found.isPending) return <Skeleton className="h-14 w-full" />;
  if (found.isError) return <p className="text-bad">{found.error.message}</p>;
  if (versions.length === 0)
    return (
      <p className="text-soft">
        The dataset has no version. Name one under Versions on{" "}
        <NextLink href={links.dataset(dataset)} className="reach underline underline-offset-2">
          its page
        </NextLink>
        : a gate pins rows that stay as they are.
      </p>
    );
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <SelectField
        form={form}
        name="version"
        at="dataset_version_id"
        label="Version of its rows"
        hint={<>Rows that are added later count only in a newer version. {cutText(found.data, "version")}</>}
        options={versions.map(({ id, number, name, row_count }) => ({
          value: id,
          label: `${number}: ${name}`,
          hint: quantity(row_count, "row"),
        }))}
      />
      <SelectField
        form={form}
        name="column"
        at="output_column_id"
        label="Output column"
        hint="Evaluations that read this column read the answers instead."
        placeholder={version === "" ? "Choose a version first" : "Choose"}
        options={columns.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </div>
  );
}

function Evaluations({ form }: Props) {
  const found = useQuery(datasetEvalsQuery(form.values.dataset));
  const refusal = useRefusal(form, "user_eval_ids");
  const chosen = new Set(form.values.evaluations);
  if (found.isPending) return <Skeleton className="h-14 w-full" />;
  if (found.isError) return <p className="text-bad">{found.error.message}</p>;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">Evaluations of the answers</legend>
      {found.data.evals.length === 0 ? (
        <p className="text-soft">The dataset has no evaluation. Add one with Evaluate on its page.</p>
      ) : null}
      {found.data.evals.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.has(id)}
          onChange={() => form.set({ evaluations: [...toggled(chosen, id)] })}
        />
      ))}
      {refusal ? <p className="text-xs text-bad">{refusal}</p> : null}
    </fieldset>
  );
}
