// Checks the inputs before a template runs.
import type { TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import { isRecord } from "@/lib/records";

export interface PartialInput {
  type: "partial_input";
  empty_keys: string[];
  filled_keys: string[];
  message: string;
}

type CheckedInputs = { inputs: Record<string, unknown>; warnings: PartialInput[] } | { problem: string; key: string };

const MAX_LOOK = 10_000;

/** Null, blank text, an empty list or object, a list or object of empties, and text that is JSON for one of these. */
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

/** How a template handles its inputs. */
export interface Intake {
  /** Whether every input is required. Other templates run with some of them, and warn. */
  needsAll: boolean;
  /**
   * Whether an empty input is a value. A judge is not asked about nothing; functions and code decide what empty means.
   */
  emptyIsValue: boolean;
  /** Whether null is a value too, as in JSON. */
  nullIsValue: boolean;
}

const isMissing = (value: unknown, { emptyIsValue, nullIsValue }: Intake): boolean => {
  if (value === undefined) return true;
  if (value === null) return !nullIsValue;
  return !emptyIsValue && isEmptyInput(value);
};

/**
 * The inputs that the template runs on, or the first one that is missing. A template that names no inputs gets all of
 * them.
 */
export function checkInputs(
  definition: Pick<TemplateDefinition, "required_keys" | "optional_keys">,
  intake: Intake,
  mapping: Readonly<Record<string, unknown>>,
): CheckedInputs {
  const optional = new Set(definition.optional_keys);
  const keys = [...new Set([...definition.required_keys, ...definition.optional_keys])];
  if (keys.length === 0) return { inputs: { ...mapping }, warnings: [] };
  const mapped = keys.filter((key) => Object.hasOwn(mapping, key));
  const lacking = mapped.filter((key) => isMissing(mapping[key], intake));
  const absent = keys.filter((key) => !Object.hasOwn(mapping, key) && !optional.has(key));
  if (intake.needsAll) {
    const [first] = lacking;
    if (first !== undefined)
      return { key: first, problem: `No input received for '${first}'. Please check your input.` };
    const [missing] = absent;
    if (missing !== undefined) return { key: missing, problem: `The input '${missing}' is missing.` };
    return { inputs: Object.fromEntries(mapped.map((key) => [key, mapping[key]])), warnings: [] };
  }
  const emptyKeys = keys.filter((key) => lacking.includes(key) || absent.includes(key));
  const filledKeys = mapped.filter((key) => !lacking.includes(key));
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
