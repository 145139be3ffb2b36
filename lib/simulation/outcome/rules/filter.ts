// Which calls an evaluation covers: filters as in tables, on the sources that a call's mapping can name.
import type { FilterConfig, FilterItem } from "@/lib/contracts/evaluation/shapes/filters";

/** The value of a filter's column for a call, null if it has none; or why there is no such column. */
export type ColumnValue = { value: string | null } | { problem: string };
export type Sifted = { isTaken: true } | { isTaken: false; reason: string } | { problem: string };

/** All filters must match. A call without a value matches nothing but is_null. */
export function sift(filters: readonly FilterItem[], heldBy: (column: string) => ColumnValue): Sifted {
  for (const { column_id: column, display_name: name, filter_config: config } of filters) {
    const problem = filterProblem(config);
    if (problem) return { problem: `The filter on ${name ?? column}: ${problem.message}` };
    const current = heldBy(column);
    if ("problem" in current) return { problem: `The filter on ${name ?? column}: ${current.problem}` };
    if (!holds(config, current.value === "" ? null : current.value))
      return { isTaken: false, reason: reasonOf(name ?? column, config) };
  }
  return { isTaken: true };
}

const reasonOf = (name: string, { filter_op: operator, filter_value: value }: FilterConfig): string => {
  const operand = value === null || value === undefined ? "" : ` ${JSON.stringify(value)}`;
  return `Skipped by the filter ${name} ${operator}${operand}.`;
};

/** Why a filter cannot apply to calls, and where; null if it can. */
export function filterProblem({ filter_type: type, filter_value: value }: FilterConfig) {
  if (type === "thumbs" || type === "annotator")
    return { at: "filter_type", message: `Calls cannot be filtered by the type ${type}.` };
  const read = readers[type];
  const bad = [value ?? []].flat().find((operand) => read(String(operand)) === null);
  return bad === undefined ? null : { at: "filter_value", message: `${JSON.stringify(bad)} is not a valid ${type}.` };
}

type Value = string | number | boolean;

const PASSES: Readonly<Record<string, boolean>> = { true: true, passed: true, pass: true, yes: true, "1": true };
const FAILS: Readonly<Record<string, boolean>> = { false: false, failed: false, fail: false, no: false, "0": false };

const folded = (text: string): string => text.trim().toLowerCase();
const numberIn = (text: string): number | null => {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
};
const instantIn = (text: string): number | null => {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
};

const readers: Record<Exclude<FilterConfig["filter_type"], "thumbs" | "annotator">, (text: string) => Value | null> = {
  text: folded,
  categorical: folded,
  array: folded,
  number: numberIn,
  datetime: instantIn,
  boolean: (text) => PASSES[folded(text)] ?? FAILS[folded(text)] ?? null,
};

function holds(
  { filter_type: type, filter_op: operator, filter_value: filterValue }: FilterConfig,
  text: string | null,
): boolean {
  if (type === "thumbs" || type === "annotator") return false;
  const read = readers[type];
  const value = text === null ? null : type === "array" ? entriesIn(text) : read(text);
  if (operator === "is_null") return value === null;
  if (value === null) return false;
  if (operator === "is_not_null") return true;
  const operands = [filterValue ?? []].flat().flatMap((operand) => read(String(operand)) ?? []);
  if (Array.isArray(value)) return value.includes(String(operands[0])) === (operator === "contains");
  return compares[operator](value, operands);
}

const entriesIn = (text: string): string[] | null => {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list)
      ? list.map((entry) => folded(typeof entry === "string" ? entry : JSON.stringify(entry)))
      : null;
  } catch {
    return null;
  }
};

type Compare = (value: Value, operands: readonly Value[]) => boolean;
const isBetween: Compare = (value, [low = value, high = value]) => value >= low && value <= high;
const compares: Record<Exclude<FilterConfig["filter_op"], "is_null" | "is_not_null">, Compare> = {
  equals: (value, [one]) => value === one,
  not_equals: (value, [one]) => value !== one,
  in: (value, all) => all.includes(value),
  not_in: (value, all) => !all.includes(value),
  contains: (value, [one]) => String(value).includes(String(one)),
  not_contains: (value, [one]) => !String(value).includes(String(one)),
  starts_with: (value, [one]) => String(value).startsWith(String(one)),
  ends_with: (value, [one]) => String(value).endsWith(String(one)),
  greater_than: (value, [one = value]) => value > one,
  greater_than_or_equal: (value, [one = value]) => value >= one,
  less_than: (value, [one = value]) => value < one,
  less_than_or_equal: (value, [one = value]) => value <= one,
  between: isBetween,
  not_between: (value, operands) => !isBetween(value, operands),
};
