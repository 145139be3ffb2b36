// The only reader of a metric's inputs: texts, lists and numbers, as values or as JSON text.

import { withExactNumbers } from "@/lib/bounds/exact-numbers";
import { excerpt } from "@/lib/bounds/excerpt";
import { MAX_VALUES } from "@/lib/bounds/limits";
import { ValueCount } from "@/lib/bounds/value-count";
import { isRecord } from "@/lib/records";
import { Unscored } from "./unscored";

/** Characters of one text, and members of one list. */
const MAX_TEXT = 2_000_000;
const MAX_LIST = 10_000;

export class MetricInput {
  constructor(
    private readonly inputs: Readonly<Record<string, unknown>>,
    private readonly params: Readonly<Record<string, unknown>>,
  ) {}

  /** A missing value is the empty text; lists and objects become their JSON. */
  text(key: string, most = MAX_TEXT): string {
    const text = textOf(this.inputs[key]);
    if (text.length > most) throw new Unscored(`${key} has more than ${most} characters.`);
    return text;
  }

  /** The JSON text of a value; a text is taken as JSON already. */
  source(key: string): string {
    return this.inputs[key] === null ? "null" : this.text(key);
  }

  /** A list, the JSON text of one, or a single value. A missing value and an empty object are the empty list. */
  list(key: string): unknown[] {
    const value = this.json(key);
    if (value === null || value === undefined || value === "") return [];
    if (isRecord(value) && Object.keys(value).length === 0) return [];
    return bounded(key, Array.isArray(value) ? value : [value]);
  }

  /** A list whose members are taken as trimmed texts. */
  texts(key: string): string[] {
    return this.list(key).map((member) => textOf(member).trim());
  }

  /** Like a list, or texts separated by commas. */
  steps(key: string): unknown[] {
    const value = this.json(key);
    if (typeof value !== "string") return this.list(key);
    const parts = value.split(",").map((part) => part.trim());
    return bounded(
      key,
      parts.filter((part) => part !== ""),
    );
  }

  /** Throws `Unscored` for a member that is not a finite number. */
  numbers(key: string): number[] {
    return this.list(key).map((member, index) => numberOf(member, `Member ${index + 1} of ${key}`));
  }

  /**
   * Parses JSON text. Whole numbers beyond 2⁵³ become the text of their digits, so that different ones differ. If an
   * input came as a list or an object, its numbers are rounded already, and the others are read alike.
   */
  readonly parse = (text: string): unknown => {
    const isRounded = Object.values(this.inputs).some((value) => typeof value === "object" && value !== null);
    return isRounded ? parsed(text) : parsed(text, (token) => /^-?\d+$/.test(token));
  };

  /** A value; the text of a JSON list, object or string is parsed. */
  json(key: string, parse = this.parse): unknown {
    const value = this.inputs[key];
    if (typeof value !== "string") return value;
    const text = this.text(key).trim();
    return /^[[{"]/.test(text) ? (parse(text) ?? text) : text;
  }

  /** All inputs as they came. */
  everything(): Readonly<Record<string, unknown>> {
    return this.inputs;
  }

  /** A parameter. Its schema says which type it has. */
  param<T extends string | number | boolean | readonly unknown[] | Readonly<Record<string, unknown>>>(
    name: string,
  ): T | undefined {
    // Safe: the template's schema, which checked the parameters, names this type.
    return this.params[name] as T | undefined;
  }
}

function bounded(key: string, list: unknown[]): unknown[] {
  if (list.length > MAX_LIST)
    throw new Unscored(`${key} has ${list.length} members; at most ${MAX_LIST} are compared.`);
  return list;
}

export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const encoder = new TextEncoder();

/** JSON text as its value; undefined if it is not JSON, or is larger or deeper than a request may be. */
export function parsed(text: string, isKept: (number: string) => boolean = () => false): unknown {
  try {
    new ValueCount(MAX_VALUES).add(encoder.encode(text));
    const value: unknown = JSON.parse(text);
    const exact = withExactNumbers(text, isKept);
    return exact === text ? value : JSON.parse(exact);
  } catch {
    return undefined;
  }
}

/** Throws `Unscored`, naming the input. */
export function numberOf(value: unknown, what: string): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "number" && Number.isFinite(number)) return number;
  if (typeof number === "boolean") return Number(number);
  throw new Unscored(`${what} is not a finite number: ${excerpt(textOf(value) || "nothing", 60)}.`);
}

/** A word such as “Passed” or “no” as 1 or 0; anything else unchanged. */
export function verdictOf(value: unknown): unknown {
  const word = typeof value === "string" ? value.trim().toLowerCase() : "";
  if (/^(?:passed|pass|true|yes)$/.test(word)) return 1;
  return /^(?:failed|fail|false|no)$/.test(word) ? 0 : value;
}
