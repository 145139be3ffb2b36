"use client";
import type { FieldValues } from "react-hook-form";
import { PartField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import type { InputKey } from "./mapping";

interface Props<V extends FieldValues> {
  keys: readonly InputKey[];
  columns: readonly { id: string; name: string; data_type: string }[];
  /** The column of each input; "" for none. */
  value: Readonly<Record<string, string>>;
  onChange: (value: Record<string, string>) => void;
  /** The form that shows refusals, and the mapping's path in its request. */
  refusals?: { form: SaveForm<V>; at: string };
}

/** Maps each input of the templates to a column. */
export function MappingFields<V extends FieldValues>({ keys, columns, value, onChange, refusals }: Props<V>) {
  const options = columns.map(({ id, name, data_type }) => ({ value: id, label: name, hint: data_type }));
  const select = ({ key, isOptional }: InputKey) => (
    <SearchSelect
      options={isOptional ? [{ value: "", label: "No column" }, ...options] : options}
      value={value[key] ?? null}
      onChange={(id) => onChange({ ...value, [key]: id })}
      placeholder="Choose a column"
      empty="No column matches"
    />
  );
  return keys.map((input) => {
    const { key, isOptional: optional } = input;
    return refusals ? (
      <PartField key={key} form={refusals.form} at={`${refusals.at}.${key}`} label={key} optional={optional}>
        {select(input)}
      </PartField>
    ) : (
      <Field key={key} label={key} optional={optional}>
        {select(input)}
      </Field>
    );
  });
}
