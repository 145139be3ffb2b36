// Whether an agent has met a row's expectations: its tool calls, and the state that it leaves.
import type { Check, RunSettings, ToolCall } from "@/lib/contracts/simulation/call-parts";
import { isRecord } from "@/lib/records";
import type { ExpectedCall } from "../../scenarios/rules/check-row";

export interface MadeCall {
  turn: number;
  name: string;
  /** Null if they are not an object. */
  arguments: Record<string, unknown> | null;
}

export const madeCall = (turn: number, { function: { name, arguments: text } }: ToolCall): MadeCall => {
  try {
    const value: unknown = JSON.parse(text || "{}");
    return { turn, name, arguments: isRecord(value) ? value : null };
  } catch {
    return { turn, name, arguments: null };
  }
};

/** "*" matches anything. Numbers match texts of the same value, and texts match ignoring case. */
export function matches(expected: unknown, actual: unknown): boolean {
  if (expected === "*") return actual !== undefined;
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((entry, index) => matches(entry, actual[index]))
    );
  if (isRecord(expected))
    return isRecord(actual) && Object.entries(expected).every(([name, value]) => matches(value, actual[name]));
  if (expected === null || actual === null || actual === undefined) return expected === (actual ?? null);
  if (isRecord(actual) || Array.isArray(actual)) return false;
  if (typeof expected === "number") return isNumber(actual, expected);
  return typeof actual === "number" ? isNumber(expected, actual) : folded(expected) === folded(actual);
}

/** A text of the same value, such as "12.50" for 12.5. */
const isNumber = (value: unknown, number: number): boolean =>
  value === number || (typeof value === "string" && value.trim() !== "" && Number(value) === number);

const folded = (value: unknown): string => String(value).trim().toLowerCase();

type Order = RunSettings["tool_call_order"];

/**
 * One check for each expected or forbidden call, and with `exact` one for additional calls. A call matches if its name
 * is the same and each expected argument matches; other arguments do not matter.
 */
export function toolCallChecks(expected: readonly ExpectedCall[], made: readonly MadeCall[], order: Order): Check[] {
  const required = expected.filter(({ forbidden }) => !forbidden);
  const found = order === "any" ? assigned(required, made) : inOrder(required, made);
  const used = new Set(found.filter((index) => index !== null));
  const checks = required.map((call, position): Check => {
    const index = found[position] ?? null;
    if (index !== null) return checkOf(call, true, "Called as expected.", made[index]?.turn ?? null);
    return checkOf(call, false, whyNot(call, made, used), null);
  });
  const refused = expected
    .filter(({ forbidden }) => forbidden)
    .map((call): Check => {
      const hit = made.find((one) => isForbiddenCall(call, one));
      return hit
        ? checkOf(call, false, "Called, although it is forbidden.", hit.turn)
        : checkOf(call, true, "Not called, as required.", null);
    });
  const beside = order === "exact" ? made.filter((_, index) => !used.has(index)) : [];
  return [
    ...checks,
    ...refused,
    ...beside.map(
      ({ name, turn }): Check => ({
        name,
        kind: "tool_call",
        passed: false,
        reason: `${name} is called, but only expected calls are allowed.`,
        turn,
      }),
    ),
  ];
}

const isCall = (expected: ExpectedCall, made: MadeCall): boolean =>
  expected.name === made.name && made.arguments !== null && matches(expected.arguments, made.arguments);

/** Without arguments, the name alone forbids a call, also one whose own arguments cannot be read. */
const isForbiddenCall = (forbidden: ExpectedCall, made: MadeCall): boolean =>
  isCall(forbidden, made) || (forbidden.name === made.name && Object.keys(forbidden.arguments).length === 0);

const checkOf = ({ name }: ExpectedCall, passed: boolean, reason: string, turn: number | null): Check => ({
  name,
  kind: "tool_call",
  passed,
  reason,
  turn,
});

function whyNot(expected: ExpectedCall, made: readonly MadeCall[], used: ReadonlySet<number>): string {
  const same = made.filter(({ name }) => name === expected.name);
  const near = same.find((one) => !used.has(made.indexOf(one)));
  if (same.length === 0) return `${expected.name} is never called.`;
  if (!near) return `${expected.name} is called less often than expected.`;
  if (near.arguments === null) return `${expected.name} is called with arguments that are not a JSON object.`;
  const actualArguments = near.arguments;
  const wrong = Object.entries(expected.arguments).find(([name, value]) => !matches(value, actualArguments[name]));
  if (!wrong) return `${expected.name} is called out of order.`;
  const [name, value] = wrong;
  return `${expected.name} is called with ${name} ${JSON.stringify(actualArguments[name]) ?? "missing"} instead of ${JSON.stringify(value)}.`;
}

/** Pairs each expected call with an actual one, each used once. Finds the most pairs, by augmenting paths (Kuhn). */
function assigned(expected: readonly ExpectedCall[], made: readonly MadeCall[]): (number | null)[] {
  const owner = new Map<number, number>();
  const take = (position: number, tried: Set<number>): boolean => {
    const call = expected[position];
    for (const [index, one] of made.entries()) {
      if (!call || tried.has(index) || !isCall(call, one)) continue;
      tried.add(index);
      const other = owner.get(index);
      if (other === undefined || take(other, tried)) {
        owner.set(index, position);
        return true;
      }
    }
    return false;
  };
  for (const position of expected.keys()) take(position, new Set());
  const found = new Map([...owner].map(([index, position]) => [position, index]));
  return expected.map((_, position) => found.get(position) ?? null);
}

function inOrder(expected: readonly ExpectedCall[], made: readonly MadeCall[]): (number | null)[] {
  let from = 0;
  return expected.map((call) => {
    const index = made.findIndex((one, position) => position >= from && isCall(call, one));
    if (index < 0) return null;
    from = index + 1;
    return index;
  });
}

/** One check for each expected field of the state; `actual` is null if the agent has reported none. */
export const stateChecks = (
  expected: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>> | null,
): Check[] =>
  Object.entries(expected).map(([name, value]): Check => {
    const common = { name, kind: "state" as const, turn: null };
    if (!actual) return { ...common, passed: false, reason: "The agent reported no state." };
    if (matches(value, actual[name])) return { ...common, passed: true, reason: "As expected." };
    return {
      ...common,
      passed: false,
      reason: `Is ${JSON.stringify(actual[name]) ?? "missing"} instead of ${JSON.stringify(value)}.`,
    };
  });
