// Reads and checks the parameters of templates.
import { parsed } from "./metric-input";

export interface Param {
  readonly type: "string" | "integer" | "number" | "boolean" | "list" | "dict" | "option";
  readonly default?: unknown;
  readonly required?: boolean;
  readonly nullable?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly options?: readonly string[];
}
export type ParamSchema = Readonly<Record<string, Param>>;

interface ParamProblem {
  readonly param: string;
  readonly message: string;
}
export type ReadParams =
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly problems: readonly ParamProblem[] };

/** The values with defaults filled in, or all problems. Null and a blank text count as not given. */
export function readParams(schema: ParamSchema, sent: Readonly<Record<string, unknown>>): ReadParams {
  const values: Record<string, unknown> = {};
  const problems: ParamProblem[] = [];
  const unknown = Object.keys(sent).filter((name) => !Object.hasOwn(schema, name));
  if (unknown.length > 0) {
    const message = `Unknown function params: ${unknown.slice(0, 20).join(", ")}`;
    problems.push({ param: unknown[0] ?? "", message });
  }
  for (const [name, param] of Object.entries(schema)) {
    const value = Object.hasOwn(sent, name) && !isBlank(sent[name]) ? sent[name] : param.default;
    if (isBlank(value)) {
      if (param.required) problems.push({ param: name, message: `${name} is required.` });
      continue;
    }
    const read = readValue(name, param, value);
    if ("message" in read) problems.push(read);
    else values[name] = read.value;
  }
  return problems.length > 0 ? { problems } : { values };
}

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === "string" && value.trim() === "");

function readValue(name: string, param: Param, sent: unknown): { value: unknown } | ParamProblem {
  const value = readers[param.type](sent);
  if (value === undefined) return { param: name, message: `${name} must be ${articled[param.type]}.` };
  const { minimum, maximum, options } = param;
  if (options && !options.includes(String(value)))
    return { param: name, message: `${name} must be one of ${options.join(", ")}.` };
  if (minimum !== undefined && Number(value) < minimum)
    return { param: name, message: `${name} must be at least ${minimum}.` };
  if (maximum !== undefined && Number(value) > maximum)
    return { param: name, message: `${name} must be at most ${maximum}.` };
  return { value };
}

const articled: Record<Param["type"], string> = {
  string: "a text",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  list: "a list, or texts with commas between them",
  dict: "an object",
  option: "a text",
};

const numeric = (value: unknown): number | undefined => {
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
};
const textual = (value: unknown): string | undefined =>
  typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : undefined;

const readers: Record<Param["type"], (value: unknown) => unknown> = {
  string: textual,
  option: textual,
  number: numeric,
  integer: (value) => {
    const number = numeric(value);
    return Number.isSafeInteger(number) ? number : undefined;
  },
  boolean: (value) => {
    if (typeof value === "boolean") return value;
    const word = typeof value === "string" ? value.trim().toLowerCase() : "";
    return word === "true" ? true : word === "false" ? false : undefined;
  },
  list: (value) => {
    const list = typeof value === "string" ? (parsed(value) ?? value) : value;
    if (Array.isArray(list)) return list;
    return typeof list === "string" ? list.split(",").map((part) => part.trim()) : undefined;
  },
  dict: (value) => {
    const object = typeof value === "string" ? parsed(value) : value;
    return typeof object === "object" && object !== null && !Array.isArray(object) ? object : undefined;
  },
};
