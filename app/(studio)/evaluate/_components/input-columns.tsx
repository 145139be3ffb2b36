"use client";
import type { FieldValues } from "react-hook-form";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Field } from "@/app/_ui/control/field";
import { Picker } from "@/app/_ui/control/picker";
import { columnsFor, type InputKey, mappingOf, underTheirNames } from "./mapping";
import { MappingFields } from "./mapping-fields";

interface Column {
  id: string;
  name: string;
  data_type: string;
}

/** The columns of a dataset that templates receive. */
export interface ColumnChoice {
  /** By input. */
  chosen: Record<string, string>;
  /** The ids of columns for templates that declare no inputs. */
  columnIds: string[];
}

/** The mapping to send. A template that declares no inputs gets columns under their names. */
export const mappingOfChoice = (
  keys: readonly InputKey[],
  hasOpen: boolean,
  columns: readonly Column[],
  { chosen, columnIds }: ColumnChoice,
) => ({
  ...(hasOpen ? underTheirNames(columnIds, columns) : {}),
  ...mappingOf(columnsFor(keys, columns, chosen)),
});

interface Props<V extends FieldValues> {
  form: SaveForm<V>;
  /** The mapping's path in the request. */
  at: string;
  keys: readonly InputKey[];
  /** Names of the templates that declare no inputs. */
  open: readonly string[];
  columns: readonly Column[];
  value: ColumnChoice;
  onChange: (changes: Partial<ColumnChoice>) => void;
}

/** Which columns the templates receive: one for each input, and any for those that declare none. */
export function InputColumns<V extends FieldValues>(props: Props<V>) {
  const { form, at, keys, open, columns, value, onChange } = props;
  return (
    <>
      {keys.length > 0 ? (
        <fieldset className="grid gap-4 sm:grid-cols-2">
          <legend className="mb-2 font-medium">Input columns</legend>
          <MappingFields
            keys={keys}
            columns={columns}
            value={columnsFor(keys, columns, value.chosen)}
            onChange={(chosen) => onChange({ chosen })}
            refusals={{ form, at }}
          />
        </fieldset>
      ) : null}
      {open.length > 0 ? (
        <Field
          label={`Columns for ${open.join(", ")}`}
          hint={`${open.length === 1 ? "It does not declare its inputs. It receives" : "They do not declare their inputs. They receive"} these columns under their names.`}
        >
          <Picker
            options={columns.map(({ id, name, data_type }) => ({ value: id, label: name, hint: data_type }))}
            value={value.columnIds}
            onChange={(columnIds) => onChange({ columnIds })}
            placeholder="Type a name"
            empty="No column matches"
          />
        </Field>
      ) : null}
    </>
  );
}
