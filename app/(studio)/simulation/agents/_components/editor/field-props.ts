import type { SaveForm } from "@/app/_form/use-save-form";
import type { AgentForm } from "./agent-form";

export interface FieldProps {
  form: SaveForm<AgentForm>;
  /** The stored key, masked; empty if there is none. */
  stored: string;
}
