import type { AgentForm } from "./agent-form";

export interface FieldProps {
  form: AgentForm;
  onChange: (changes: Partial<AgentForm>) => void;
  error: unknown;
  /** The key that is stored, masked; empty where there is none. */
  stored: string;
}
