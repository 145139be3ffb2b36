"use client";
import { Field } from "@/app/_ui/field";
import { Picker } from "@/app/_ui/picker";

interface Props {
  /** Of the templates that name no inputs. */
  names: readonly string[];
  columns: readonly { id: string; name: string; data_type: string }[];
  /** Ids of columns. */
  value: readonly string[];
  onChange: (ids: string[]) => void;
}

/** The columns that templates are given which take whatever there is. */
export const GivenColumns = ({ names, columns, value, onChange }: Props) => (
  <Field
    label={`Columns that ${names.join(", ")} ${names.length === 1 ? "is" : "are"} given`}
    hint={`${names.length === 1 ? "It names no inputs: it is" : "They name no inputs: they are"} given these under their names.`}
  >
    <Picker
      options={columns.map(({ id, name, data_type }) => ({ value: id, label: name, hint: data_type }))}
      value={value}
      onChange={onChange}
      placeholder="Type a name"
      empty="No column matches."
    />
  </Field>
);
