// How a check says what is wrong, where a schema has no sentence of its own: in plain words instead of zod's.
import { z } from "zod";

type Issue = Parameters<z.core.$ZodErrorMap>[0];
type Of<Code extends Issue["code"]> = Extract<Issue, { code: Code }>;

/** The types of JSON, as people say them. */
const TYPES: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const NOT_VALID = "Is not valid.";

const FORMATS: Record<string, string> = {
  email: "an email address",
  url: "a URL",
  uuid: "a UUID",
  guid: "a UUID",
  datetime: "a time such as 2026-01-31T10:00:00Z",
  date: "a date such as 2026-01-31",
  base64: "base64",
};

/** A sentence for an issue whose schema brings none; the field's name stands before it. */
export const wording: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
    case "invalid_value":
      return mustBe(namesOf(issue));
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "invalid_format":
      return wrongFormat(issue);
    case "not_multiple_of":
      return `Must be a multiple of ${issue.divisor}.`;
    case "invalid_union":
      return noChoice(issue);
    case "invalid_key":
      return "Has a name that is not allowed.";
    default:
      return NOT_VALID;
  }
};

// Also for checks that read the sentences of zod themselves.
z.config({ customError: wording });

const typeName = (type: string): string => TYPES[type] ?? `of the type ${type}`;

/** "Must be a or b.", without what is named twice. */
function mustBe(choices: readonly string[]): string {
  const [last, ...others] = [...new Set(choices)].reverse();
  if (!last) return NOT_VALID;
  return others.length > 0 ? `Must be ${others.reverse().join(", ")} or ${last}.` : `Must be ${last}.`;
}

function tooSmall({ origin, minimum, inclusive, exact }: Of<"too_small">): string {
  const unit = unitOf(origin, minimum);
  if (!unit) return inclusive ? `Must be at least ${minimum}.` : `Must be more than ${minimum}.`;
  if (exact) return `Must have exactly ${unit}.`;
  return Number(minimum) === 1 ? "May not be empty." : `Must have at least ${unit}.`;
}

function tooBig({ origin, maximum, inclusive, exact }: Of<"too_big">): string {
  const unit = unitOf(origin, maximum);
  if (!unit) return inclusive ? `Must be at most ${maximum}.` : `Must be less than ${maximum}.`;
  return `Must have ${exact ? "exactly" : "at most"} ${unit}.`;
}

/** A size with its unit; null for what has none, such as a number. */
function unitOf(origin: string, size: number | bigint): string | null {
  const isOne = Number(size) === 1;
  if (origin === "string") return `${size} ${isOne ? "character" : "characters"}`;
  if (["array", "set", "map"].includes(origin)) return `${size} ${isOne ? "entry" : "entries"}`;
  return null;
}

function wrongFormat({ format, pattern }: Of<"invalid_format">): string {
  const name = FORMATS[format];
  if (name) return `Must be ${name}.`;
  return pattern ? `Must match the pattern ${pattern}.` : NOT_VALID;
}

/** The only choice of the value's own type says what is wrong; otherwise all choices are named, if a name is enough. */
function noChoice(issue: Of<"invalid_union">): string {
  if (Array.isArray(issue.options) && issue.options.length > 0) return mustBe(issue.options.map(asWritten));
  const [own, another] = issue.errors.filter((issues) => !issues.some(isOfAnotherType));
  if (own && !another) return own.find(({ path }) => path.length === 0)?.message ?? NOT_VALID;
  const choices = issue.errors.map((issues) => issues.find(isOfAnotherType));
  return choices.every((choice) => choice !== undefined) ? mustBe(choices.flatMap(namesOf)) : NOT_VALID;
}

type Mismatch = Extract<z.core.$ZodIssue, { code: "invalid_type" | "invalid_value" }>;

const isOfAnotherType = (issue: z.core.$ZodIssue): issue is Mismatch =>
  issue.path.length === 0 && (issue.code === "invalid_type" || issue.code === "invalid_value");

const namesOf = (issue: Mismatch | Of<"invalid_type"> | Of<"invalid_value">): string[] =>
  issue.code === "invalid_type" ? [typeName(issue.expected)] : issue.values.map(asWritten);

const asWritten = (value: unknown): string => (typeof value === "string" ? JSON.stringify(value) : String(value));
