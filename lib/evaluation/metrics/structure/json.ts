// Compares JSON values by their members.

import { excerpt } from "@/lib/bounds/excerpt";
import { compilePattern } from "@/lib/gateway/guardrails/patterns";
import { flawIn } from "@/lib/gateway/guardrails/rule-flaw";
import { isRecord } from "@/lib/records";
import { canonical } from "../canonical";
import { textOf } from "../metric-input";
import { Unscored } from "../unscored";

interface Leaves {
  equal: number;
  all: number;
}

/** Single values, and lists and objects without members. */
function leavesIn(value: unknown): number {
  const members = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  return members.length === 0 ? 1 : members.reduce((sum: number, member) => sum + leavesIn(member), 0);
}

/** How many leaves are equal at the same path, out of all leaves of either side. */
export function compareLeaves(one: unknown, other: unknown): Leaves {
  const sum: Leaves = { equal: 0, all: 0 };
  const add = (a: unknown, b: unknown, [hasA, hasB]: readonly [boolean, boolean]) => {
    const part = hasA && hasB ? compareLeaves(a, b) : { equal: 0, all: leavesIn(hasA ? a : b) };
    sum.equal += part.equal;
    sum.all += part.all;
  };
  if (Array.isArray(one) && Array.isArray(other) && one.length + other.length > 0) {
    for (let index = 0; index < Math.max(one.length, other.length); index++)
      add(one[index], other[index], [index < one.length, index < other.length]);
    return sum;
  }
  if (isRecord(one) && isRecord(other) && Object.keys(one).length + Object.keys(other).length > 0) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)]))
      add(one[name], other[name], [Object.hasOwn(one, name), Object.hasOwn(other, name)]);
    return sum;
  }
  const isEqual = canonical(one) === canonical(other);
  return { equal: Number(isEqual), all: isEqual ? 1 : Math.max(leavesIn(one), leavesIn(other)) };
}

const typeOf = (value: unknown): string =>
  value === null || value === undefined
    ? "null"
    : Array.isArray(value)
      ? "list"
      : typeof value === "object"
        ? "object"
        : typeof value;

const MOST_PROBLEMS = 20;

/**
 * Where the value lacks an expected member or has another type. Members of lists are compared with the first expected
 * member.
 */
export function shapeProblems(actual: unknown, expected: unknown, path = "$", problems: string[] = []): string[] {
  if (problems.length >= MOST_PROBLEMS) return problems;
  if (typeOf(actual) !== typeOf(expected)) problems.push(`${path} is ${typeOf(actual)}, not ${typeOf(expected)}`);
  else if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length > 0)
      for (const [index, member] of actual.entries()) shapeProblems(member, expected[0], `${path}[${index}]`, problems);
  } else if (isRecord(expected) && isRecord(actual)) {
    for (const [name, member] of Object.entries(expected)) {
      const below = `${path}.${excerpt(name, 60)}`;
      if (Object.hasOwn(actual, name)) shapeProblems(actual[name], member, below, problems);
      else problems.push(`${below} is missing`);
    }
  }
  return problems;
}

const rules: Record<string, (actual: unknown, value: unknown) => boolean> = {
  exists: (actual) => actual !== undefined,
  not_empty: (actual) =>
    actual !== undefined &&
    actual !== null &&
    actual !== "" &&
    leavesIn(actual) > 0 &&
    canonical(actual) !== "[]" &&
    canonical(actual) !== "{}",
  equals: (actual, value) => canonical(actual) === canonical(value),
  type: (actual, value) => typeOf(actual) === value,
  minimum: (actual, value) => typeof actual === "number" && actual >= Number(value),
  maximum: (actual, value) => typeof actual === "number" && actual <= Number(value),
  one_of: (actual, value) => Array.isArray(value) && value.some((option) => canonical(option) === canonical(actual)),
  pattern: (actual, value) =>
    typeof actual === "string" && actual.length <= 10_000 && compilePattern(textOf(value)).matcher(actual).find(),
};

/** Checks `{path, rule, value}` on the value at a path such as `a.b.0`. Throws `Unscored` for anything else. */
export function validationProblem(root: unknown, validation: unknown, index: number): string | null {
  const { path, rule, value } = isRecord(validation) ? validation : {};
  const check = typeof rule === "string" && Object.hasOwn(rules, rule) ? rules[rule] : undefined;
  if (typeof path !== "string" || !check)
    throw new Unscored(`Validation ${index + 1} needs a path and a rule: ${Object.keys(rules).join(", ")}.`);
  let at = root;
  for (const name of path.split(".").filter((part) => part !== "" && part !== "$"))
    at = typeof at === "object" && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined;
  try {
    return check(at, value)
      ? null
      : `${excerpt(path, 100)} does not satisfy ${rule} ${excerpt(textOf(value), 60)}`.trim();
  } catch (error) {
    throw new Unscored(`Validation ${index + 1}: ${excerpt(flawIn(error), 100)}`);
  }
}
