import type { ParamSchema } from "@/lib/contracts/evaluation/definition";

const types: Record<ParamSchema["type"], string> = {
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  string: "a text",
  option: "one of",
  list: "a list",
  dict: "an object",
};

/** A value as a field shows it. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Between which a number may be. */
function boundsText({ minimum, maximum }: ParamSchema): string | null {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${minimum} or more`;
  return maximum === undefined ? null : `${maximum} or less`;
}

/** What a parameter is, in a line: "a whole number, 1 to 9; 4 unless told". */
export function paramText(param: ParamSchema): string {
  const options = param.options ? `one of ${param.options.join(", ")}` : types[param.type];
  const what = [options, boundsText(param)].filter((part) => part !== null).join(", ");
  const standard = textOf(param.default);
  return `${what}${standard === "" ? (param.required ? "; required" : "") : `; ${standard} unless told`}`;
}

const hints: Record<ParamSchema["type"], string | null> = {
  integer: "A whole number",
  number: "A number",
  boolean: null,
  string: null,
  option: null,
  list: "Texts with commas between them, or a JSON list",
  dict: "A JSON object",
};

/** What a parameter takes, in a line. */
export function paramHint(param: ParamSchema): string | undefined {
  const parts = [hints[param.type], boundsText(param)].filter((part) => part !== null);
  return parts.length > 0 ? `${parts.join(", ")}.` : undefined;
}
