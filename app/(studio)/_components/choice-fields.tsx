"use client";
import type { FieldPath, FieldValues } from "react-hook-form";
import { type FieldProps, FormField } from "@/app/_form/fields";
import { Picker } from "@/app/_ui/control/picker";
import { SearchSelect } from "@/app/_ui/control/search-select";
import type { Choices } from "./choices";

type Props<V extends FieldValues, N extends FieldPath<V>> = FieldProps<V, N> & {
  choices: Choices;
  placeholder: string;
};

/** A field for one of a list that the server searches. */
export function ChoiceField<V extends FieldValues, N extends FieldPath<V>>({
  choices: { options, onSearch, empty, isPending },
  placeholder,
  onChosen,
  ...field
}: Props<V, N> & { onChosen?: () => void }) {
  return (
    <FormField {...field}>
      {({ value, onChange }) => (
        <SearchSelect
          options={options}
          onSearch={onSearch}
          value={value}
          onChange={(chosen) => {
            onChange(chosen);
            onChosen?.();
          }}
          placeholder={isPending ? "Loading…" : placeholder}
          empty={empty}
        />
      )}
    </FormField>
  );
}

/** A field for several of a list that the server searches. */
export function ChoicesField<V extends FieldValues, N extends FieldPath<V>>({
  choices: { options, onSearch, empty, isPending },
  placeholder,
  ...field
}: Props<V, N>) {
  return (
    <FormField {...field}>
      {({ value, onChange }) => (
        <Picker
          options={options}
          onSearch={onSearch}
          value={value}
          onChange={onChange}
          placeholder={placeholder}
          empty={empty}
          loading={isPending}
        />
      )}
    </FormField>
  );
}
