// What must stand in the inputs before a template is run.
import type { TemplateDefinition } from "@/lib/contracts/evaluation/definition";
import { isRecord } from "@/lib/records";

export interface PartialInput {
  type: "partial_input";
  empty_keys: string[];
  filled_keys: string[];
  message: string;
}

export type CheckedInputs =
  | { inputs: Record<string, unknown>; warnings: PartialInput[] }
  | { problem: string; key: string };

const MAX_LOOK = 10_000;

/** Null, blank text, an empty list or object, one of only empties, and text that is JSON for one of these. */
export function isEmptyInput(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === "string") return isEmptyText(value);
  if (Array.isArray(value)) return value.every(isEmptyInput);
  return isRecord(value) && Object.values(value).every(isEmptyInput);
}

function isEmptyText(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === "") return true;
  if (trimmed.length > MAX_LOOK || !/^(\[.*\]|\{.*\}|null|"\s*")$/s.test(trimmed)) return false;
  try {
    const value: unknown = JSON.parse(trimmed);
    return value !== text && isEmptyInput(value);
  } catch {
    return false;
  }
}

/**
 * A built-in template takes all of its inputs; one of the organization's runs with a part of them, and says so. One
 * that names no inputs is given all that there is.
 */
export function checkInputs(
  definition: Pick<TemplateDefinition, "required_keys" | "optional_keys">,
  isBuiltIn: boolean,
  mapping: Readonly<Record<string, unknown>>,
): CheckedInputs {
  const optional = new Set(definition.optional_keys);
  const keys = [...new Set([...definition.required_keys, ...definition.optional_keys])];
  if (keys.length === 0) return { inputs: { ...mapping }, warnings: [] };
  const given = keys.filter((key) => Object.hasOwn(mapping, key));
  const empty = given.filter((key) => isEmptyInput(mapping[key]));
  const missing = keys.filter((key) => !Object.hasOwn(mapping, key) && !optional.has(key));
  if (isBuiltIn) {
    const [first] = empty;
    if (first !== undefined)
      return { key: first, problem: `No input received for '${first}'. Please check your input.` };
    const [lacking] = missing;
    if (lacking !== undefined) return { key: lacking, problem: `The input '${lacking}' is missing.` };
    return { inputs: Object.fromEntries(given.map((key) => [key, mapping[key]])), warnings: [] };
  }
  const emptyKeys = keys.filter((key) => empty.includes(key) || missing.includes(key));
  const filledKeys = given.filter((key) => !empty.includes(key));
  if (filledKeys.length === 0)
    return {
      key: keys[0] ?? "mapping",
      problem: `No input received for any of ${keys.join(", ")}. Please check your input.`,
    };
  const inputs = Object.fromEntries(keys.map((key) => [key, filledKeys.includes(key) ? mapping[key] : ""]));
  if (emptyKeys.length === 0) return { inputs, warnings: [] };
  const message = `No input received for ${emptyKeys.join(", ")}: the result rests on ${filledKeys.join(", ")} alone.`;
  return { inputs, warnings: [{ type: "partial_input", empty_keys: emptyKeys, filled_keys: filledKeys, message }] };
}
