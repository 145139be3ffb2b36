"use client";
import { Field } from "@/app/_ui/control/field";
import { Picker } from "@/app/_ui/control/picker";

interface Props {
  /** Names of the templates that declare no inputs. */
  names: readonly string[];
  columns: readonly { id: string; name: string; data_type: string }[];
  /** Column ids. */
  value: readonly string[];
  onChange: (ids: string[]) => void;
}

/** The columns for templates that declare no inputs. */
export const GivenColumns = ({ names, columns, value, onChange }: Props) => (
  <Field
    label={`Columns for ${names.join(", ")}`}
    hint={`${names.length === 1 ? "It does not declare its inputs. It receives" : "They do not declare their inputs. They receive"} these columns under their names.`}
  >
    <Picker
      options={columns.map(({ id, name, data_type }) => ({ value: id, label: name, hint: data_type }))}
      value={value}
      onChange={onChange}
      placeholder="Type a name"
      empty="No column matches"
    />
  </Field>
);
