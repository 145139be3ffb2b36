"use client";
import { useQuery } from "@tanstack/react-query";
import { SelectField, TextField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { quantity } from "@/app/_ui/figure/numbers";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { columnFitQuery, updateColumn } from "@/lib/client/datasets";
import type { Output } from "@/lib/contracts/contract";
import type { ConfiguredColumn, getColumnFit } from "@/lib/contracts/datasets/columns";
import { type ColumnType, columnTypes } from "@/lib/contracts/names";
import { rowNumber } from "@/lib/datasets/rules/row-number";

interface Props {
  datasetId: string;
  column: Pick<ConfiguredColumn, "id" | "name" | "data_type">;
  onClose: () => void;
}

interface ColumnForm {
  name: string;
  data_type: ColumnType;
  /** The type for which cells that do not fit may go. A consent for one type is none for another. */
  clearsFor: ColumnType | null;
}

const options = columnTypes.map((value) => ({ value, label: value }));

/** Changes a column's name and type. A new type says first which cells do not fit it, and needs a consent to remove them. */
export function ColumnDialog({ datasetId, column, onClose }: Props) {
  const initial: ColumnForm = { name: column.name, data_type: column.data_type, clearsFor: null };
  const form = useSaveForm({
    initial,
    save: withInput(updateColumn, ({ clearsFor, ...changes }: ColumnForm) => ({
      dataset_id: datasetId,
      column_id: column.id,
      ...changes,
      clear_unfit: clearsFor === changes.data_type,
    })),
    onSaved: onClose,
  });
  const { data_type, clearsFor } = form.values;
  const mayClear = clearsFor === data_type;
  const isRetyped = data_type !== column.data_type;
  const fit = useQuery({ ...columnFitQuery(datasetId, column.id, data_type), enabled: isRetyped });
  const unfit = isRetyped ? (fit.data?.unfit ?? null) : 0;
  return (
    <FormDialog
      onClose={onClose}
      title={`Change ${column.name}`}
      description="Prompts that name the column in braces, and files with more rows, need its new name. Mappings follow."
      size="small"
      action="Save"
      form={form}
      danger={unfit !== null && unfit > 0}
      disabled={unfit === null || (unfit > 0 && !mayClear)}
    >
      <TextField form={form} name="name" label="Name" required maxLength={255} />
      <SelectField form={form} name="data_type" label="Type" options={options} />
      {isRetyped && fit.isError ? (
        <ErrorState title="The cells could not be checked" error={fit.error} onRetry={() => fit.refetch()} />
      ) : null}
      {isRetyped && !fit.isError ? (
        <p aria-live="polite" className="text-sm text-soft">
          {fit.data ? fitText(fit.data, data_type) : "Checking the cells…"}
        </p>
      ) : null}
      {unfit ? (
        <Checkbox
          label={`Remove ${quantity(unfit, "cell")}`}
          checked={mayClear}
          onChange={(checked) => form.set({ clearsFor: checked ? data_type : null })}
        />
      ) : null}
    </FormDialog>
  );
}

function fitText({ cells, unfit, first_unfit }: Output<typeof getColumnFit>, type: ColumnType): string {
  if (unfit === 0) return cells === 0 ? "The column has no values." : `All ${quantity(cells, "cell")} fit.`;
  const shown = first_unfit.map(({ value, order }) => `“${value.slice(0, 40)}” in row ${rowNumber(order)}`);
  const rest = unfit - shown.length;
  const list = `${shown.join(", ")}${rest > 0 ? `, and ${rest.toLocaleString("en")} more` : ""}`;
  return `${unfit.toLocaleString("en")} of ${quantity(cells, "cell")} would not be of type ${type}: ${list}.`;
}
