"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/app/_ui/control/field";
import { NumberField } from "@/app/_ui/control/number-field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { datasetOptions } from "@/app/(studio)/datasets/_components/dataset-options";
import { datasetChoicesQuery } from "@/lib/client/datasets";
import { datasetRowQuery } from "@/lib/client/prompts";
import { rowNumber } from "@/lib/datasets/rules/row-number";
import type { Input } from "./column";
import { cellsOf } from "./row-cells";

interface Props {
  inputs: readonly Input[];
  onRow: (texts: Record<string, string>) => void;
  onClose: () => void;
}

/** Fills values from the columns of the same names. */
export function RowDialog({ inputs, onRow, onClose }: Props) {
  const [datasetId, setDatasetId] = useState<string | null>(null);
  const [row, setRow] = useState<number | null>(1);
  const datasets = useQuery(datasetChoicesQuery());
  const table = useQuery({ ...datasetRowQuery(datasetId ?? "", row ?? 1), enabled: datasetId !== null });
  const cells = table.data ? cellsOf(table.data, inputs) : {};
  const found = Object.keys(cells);
  const number = rowNumber(table.data?.table[0]?.order ?? 0).toLocaleString("en");
  return (
    <FormDialog
      title="Fill from a dataset row"
      size="small"
      action="Fill in"
      form={{ submit: () => onRow(cells), busy: table.isFetching, problem: table.error?.message ?? null }}
      disabled={found.length === 0}
      onClose={onClose}
    >
      <Field label="Dataset">
        <SearchSelect
          options={datasetOptions(datasets.data?.datasets)}
          value={datasetId}
          onChange={setDatasetId}
          placeholder="Type a dataset's name"
          empty={datasets.isPending ? "Loading…" : "No dataset matches"}
        />
      </Field>
      <Field
        label="Row"
        hint={table.data ? `By its position, of ${table.data.metadata.total_rows.toLocaleString("en")}.` : null}
      >
        <NumberField value={row} onChange={setRow} min={1} max={table.data?.metadata.total_rows ?? 1} />
      </Field>
      {datasetId === null || !table.data ? null : (
        <p className="text-soft">
          {found.length > 0
            ? `Row ${number} fills ${found.join(", ")}.`
            : `No column of this row has a value for ${inputs.map(({ name }) => name).join(", ")}.`}
        </p>
      )}
    </FormDialog>
  );
}
