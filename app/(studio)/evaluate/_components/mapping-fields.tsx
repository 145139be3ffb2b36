"use client";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import type { InputKey } from "./mapping";

interface Props {
  keys: readonly InputKey[];
  columns: readonly { id: string; name: string; data_type: string }[];
  /** The column of each input; "" for none. */
  value: Readonly<Record<string, string>>;
  onChange: (value: Record<string, string>) => void;
  /** The error of an input. */
  errorOf: (key: string) => string | undefined;
}

/** Maps each input of the templates to a column. */
export function MappingFields({ keys, columns, value, onChange, errorOf }: Props) {
  const options = columns.map(({ id, name, data_type }) => ({ value: id, label: name, hint: data_type }));
  return keys.map(({ key, isOptional }) => (
    <Field key={key} label={key} optional={isOptional} error={errorOf(key)}>
      <SearchSelect
        options={isOptional ? [{ value: "", label: "No column" }, ...options] : options}
        value={value[key] ?? null}
        onChange={(id) => onChange({ ...value, [key]: id })}
        placeholder="Choose a column"
        empty="No column matches"
      />
    </Field>
  ));
}
