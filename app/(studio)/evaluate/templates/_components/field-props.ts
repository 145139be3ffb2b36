import type { TemplateForm } from "./template-form";

export interface FieldProps {
  form: TemplateForm;
  onChange: (changes: Partial<TemplateForm>) => void;
  error: unknown;
}
