"use client";
import { useQuery } from "@tanstack/react-query";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { quantity } from "@/app/_ui/figure/numbers";
import { evalRunChoicesQuery } from "@/lib/client/evaluation/trust";

interface Props {
  label: string;
  value: string | null;
  onChange: (id: string) => void;
  /** Only runs over this dataset. */
  datasetId?: string | undefined;
}

const day = (at: string): string => new Date(at).toLocaleString("en", { dateStyle: "medium", timeStyle: "medium" });

const emptyText = (runs: { count: number; results: readonly unknown[] } | undefined): string =>
  runs && runs.count > runs.results.length
    ? `None of the newest ${runs.results.length} runs matches`
    : "No run matches";

/** Picks one of the newest evaluation runs by name. */
export function RunPicker({ label, value, onChange, datasetId }: Props) {
  const runs = useQuery(evalRunChoicesQuery(datasetId));
  const options = (runs.data?.results ?? []).map(({ id, name, rows, created_at }) => ({
    value: id,
    label: name,
    hint: `${quantity(rows, "row")}, ${day(created_at)}`,
  }));
  return (
    // Runs of the same evaluations share a name, so the selected one shows its date.
    <Field label={label} hint={options.find((option) => option.value === value)?.hint}>
      <SearchSelect
        options={options}
        value={value}
        onChange={onChange}
        placeholder={runs.isPending ? "Loading runs" : "Type a run's name"}
        empty={runs.isError ? "The runs could not be loaded." : emptyText(runs.data)}
      />
    </Field>
  );
}
