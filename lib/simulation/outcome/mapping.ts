// Resolves the sources of an evaluation's inputs for one call.

import { nameKey } from "@/lib/bounds/normal-form";
import { isUuid } from "@/lib/bounds/uuid";
import { isRecord } from "@/lib/records";
import type { ColumnValue } from "./rules/filter";

export interface Sources {
  /** By name with underscores: transcript, agent_name, call_summary and so on. */
  words: Readonly<Record<string, string>>;
  /** Column id → the row's cell. */
  columns: ReadonlyMap<string, string>;
  /** The roots of dotted paths. */
  roots: Readonly<Record<string, unknown>>;
  /** Used in the reason if a source is not found. */
  scenario: string;
}

export type Resolved = { mapping: Record<string, unknown> } | { problem: string };

const RECORDINGS = new Set([
  "voice_recording",
  "assistant_recording",
  "customer_recording",
  "stereo_recording",
  "call_recording_url",
  "call_stereo_recording_url",
]);
const SECRET = /secret|password|token$|api_?key|authorization|credential/i;
/** The value of every mapped input. The first one without a source is the problem. Empty expressions are skipped. */
export function resolveMapping(mapping: Readonly<Record<string, unknown>>, sources: Sources): Resolved {
  const resolved: Record<string, unknown> = {};
  for (const [input, source] of Object.entries(mapping)) {
    const expression = typeof source === "string" ? source.trim() : "";
    if (expression === "") continue;
    const found = valueAt(expression, sources);
    if ("problem" in found) return { problem: `${input}: ${found.problem}` };
    resolved[input] = found.value;
  }
  return { mapping: resolved };
}

/**
 * The value of a filter's column for a call: a mapping source, or a column of the row by name. A column of another
 * scenario's rows is empty.
 */
export function heldBy(column: string, sources: Sources): ColumnValue {
  if (isUuid(column)) return { value: sources.columns.get(column.toLowerCase()) ?? null };
  const found = valueAt(column.trim(), sources);
  if ("value" in found) return { value: textValue(found.value) };
  const { scenario_columns: row } = sources.roots;
  const name = Object.keys(isRecord(row) ? row : {}).find((one) => nameKey(one) === nameKey(column.trim()));
  return isRecord(row) && name !== undefined ? { value: textValue(row[name]) } : found;
}

function valueAt(
  expression: string,
  { words, columns, roots, scenario }: Sources,
): { value: unknown } | { problem: string } {
  const word = expression.replace(
    /^call\.(?=transcript$|user_chat_transcript$|assistant_chat_transcript$|\w+_recording$)/,
    "",
  );
  const name = word.replaceAll(".", "_").toLowerCase();
  if (RECORDINGS.has(name) && !words[name])
    return { problem: "The call has no such recording. Only phone calls have recordings." };
  if (Object.hasOwn(words, name)) return { value: words[name] };
  if (isUuid(expression)) {
    const id = expression.toLowerCase();
    return columns.has(id)
      ? { value: columns.get(id) }
      : { problem: `The scenario ${scenario} has no column ${expression}.` };
  }
  const [root = "", ...path] = expression.split(".");
  if (path.length === 0 || !Object.hasOwn(roots, root))
    return { problem: `${expression} is neither a known field nor a column of ${scenario}.` };
  if (path.some((part) => SECRET.test(part))) return { problem: `${expression} cannot be read.` };
  const value = path.reduce<unknown>((inner, part) => {
    if (isRecord(inner)) return Object.hasOwn(inner, part) ? inner[part] : undefined;
    return Array.isArray(inner) && /^\d+$/.test(part) ? inner[Number(part)] : undefined;
  }, roots[root]);
  if (value === undefined) return { problem: `${expression} has no value in ${scenario}.` };
  if (value === null) return { value: "" };
  return { value: typeof value === "object" ? JSON.stringify(value) : String(value) };
}

export const textValue = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
