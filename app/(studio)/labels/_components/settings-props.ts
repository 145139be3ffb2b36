import type { LabelForm } from "./label-form";

export interface SettingsProps {
  form: LabelForm;
  set: (changes: Partial<LabelForm>) => void;
  error: unknown;
}
