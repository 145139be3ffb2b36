import type { ParamSchema } from "@/lib/contracts/evaluation/shapes/definition";

const types: Record<ParamSchema["type"], string> = {
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  string: "a text",
  option: "one of",
  list: "a list",
  dict: "an object",
};

/** A value as shown in a field. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The range of a number. */
function boundsText({ minimum, maximum }: ParamSchema): string | null {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${minimum} or more`;
  return maximum === undefined ? null : `${maximum} or less`;
}

/** A parameter in one line: "a whole number, 1 to 9; default 4". */
export function paramText(param: ParamSchema): string {
  const options = param.options ? `one of ${param.options.join(", ")}` : types[param.type];
  const what = [options, boundsText(param)].filter((part) => part !== null).join(", ");
  const standard = textOf(param.default);
  return `${what}${standard === "" ? (param.required ? "; required" : "") : `; default ${standard}`}`;
}

const hints: Record<ParamSchema["type"], string | null> = {
  integer: "A whole number",
  number: "A number",
  boolean: null,
  string: null,
  option: null,
  list: "Comma-separated texts, or a JSON list",
  dict: "A JSON object",
};

/** The accepted values of a parameter, in one line. */
export function paramHint(param: ParamSchema): string | undefined {
  const parts = [hints[param.type], boundsText(param)].filter((part) => part !== null);
  return parts.length > 0 ? `${parts.join(", ")}.` : undefined;
}
