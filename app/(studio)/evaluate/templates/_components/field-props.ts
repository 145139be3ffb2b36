import type { SaveForm } from "@/app/_form/use-save-form";
import type { TemplateForm } from "./template-form";

export interface FieldProps {
  form: SaveForm<TemplateForm>;
}
