import type { SaveForm } from "@/app/_form/use-save-form";
import type { LabelForm } from "./label-form";

export interface SettingsProps {
  form: SaveForm<LabelForm>;
}
