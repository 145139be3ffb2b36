import type { FormLabel, Value } from "./form-label";

export interface FieldProps {
  label: FormLabel;
  value: Value;
  onChange: (value: Value) => void;
  disabled: boolean;
  /** Id of the field's heading, which names its control. */
  headingId: string;
}
