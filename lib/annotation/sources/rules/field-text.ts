// The text of one field of a source, as the desk shows it and as positions in it count.
import type { Wire } from "@/lib/annotation/sources/source";
import { isRecord } from "@/lib/records";

/** A value as text: a text itself, anything else as JSON. */
export const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === "string" ? value : JSON.stringify(value);

/** A column of a row, or the input or output of what was traced; null if the source does not have the field. */
export function fieldText(content: Wire, field: string): string | null {
  if (isRecord(content.fields)) return Object.hasOwn(content.fields, field) ? textOf(content.fields[field]) : null;
  if (content.type === "trace_session" || content.type === "call_execution") return null;
  if (field === "Input") return textOf(content.input);
  return field === "Output" ? textOf(content.output) : null;
}
