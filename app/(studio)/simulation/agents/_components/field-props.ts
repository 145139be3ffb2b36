import type { AgentForm } from "./agent-form";

export interface FieldProps {
  form: AgentForm;
  onChange: (changes: Partial<AgentForm>) => void;
  error: unknown;
  /** The stored key, masked; empty if there is none. */
  stored: string;
}
