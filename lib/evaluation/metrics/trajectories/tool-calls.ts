// Tool calls, in the forms in which agents and datasets write them.
import { isRecord } from "@/lib/records";
import { canonical } from "../canonical";
import { textOf } from "../metric-input";
import { occurrences } from "../tokens";
import { Unscored, within } from "../unscored";

interface ToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * Reads `{name, arguments}`, its usual spellings, OpenAI's `{function: {…}}`, or a name alone. Throws `Unscored` for
 * anything else.
 */
export function toolCall(value: unknown, what: string, parse: (text: string) => unknown): ToolCall {
  if (typeof value === "string" && value.trim() !== "") return { name: value.trim(), args: {} };
  const call = isRecord(value) && isRecord(value.function) ? value.function : value;
  if (!isRecord(call)) throw new Unscored(`${what} is not a tool call.`);
  const name = call.name ?? call.tool ?? call.tool_name ?? call.action;
  if (typeof name !== "string") throw new Unscored(`${what} has no name.`);
  const sent = call.arguments ?? call.args ?? call.parameters ?? call.input ?? call.tool_input ?? {};
  const args = typeof sent === "string" ? (sent.trim() === "" ? {} : parse(sent)) : sent;
  return { name, args: isRecord(args) ? args : { "": args } };
}

/** The share of equal arguments among all arguments of both calls; 1 if neither has any. */
function argumentScore(one: ToolCall, other: ToolCall): number {
  const names = new Set([...Object.keys(one.args), ...Object.keys(other.args)]);
  let equal = 0;
  for (const name of names)
    if (Object.hasOwn(one.args, name) && Object.hasOwn(other.args, name))
      equal += Number(canonical(one.args[name]) === canonical(other.args[name]));
  return names.size === 0 ? 1 : equal / names.size;
}

const MAX_COMPARISONS = 200_000;

/** Pairs each expected call with one of the same name: equal ones first, then the best remaining match by arguments. */
export function matchedCalls(output: readonly ToolCall[], expected: readonly ToolCall[]) {
  const keyOf = ({ name, args }: ToolCall) => canonical([name, args]);
  const [own, theirs] = [output, expected].map((calls) => calls.map((call) => ({ call, key: keyOf(call) }))) as [
    Keyed[],
    Keyed[],
  ];
  const rest = leftOver(own, theirs);
  const missing = leftOver(theirs, own);
  const exact = expected.length - missing.length;
  let [sum, named, comparisons] = [exact, exact, 0];
  for (const call of missing) {
    let best = { at: -1, score: -1 };
    for (const [at, candidate] of rest.entries()) {
      if (candidate.name !== call.name) continue;
      within(++comparisons, MAX_COMPARISONS, "The list of calls");
      const score = argumentScore(candidate, call);
      if (score > best.score) best = { at, score };
    }
    if (best.at < 0) continue;
    rest.splice(best.at, 1);
    sum += best.score;
    named++;
  }
  return { sum, named, exact };
}

interface Keyed {
  readonly call: ToolCall;
  readonly key: string;
}

/** The members without an equal on the other side, each counted once. */
function leftOver(calls: readonly Keyed[], others: readonly Keyed[]): ToolCall[] {
  const there = occurrences(others.map(({ key }) => key));
  return calls
    .filter(({ key }) => {
      const count = there.get(key) ?? 0;
      there.set(key, count - 1);
      return count <= 0;
    })
    .map(({ call }) => call);
}

/** The name of a step in a trajectory. */
export function stepName(step: unknown): string {
  if (!isRecord(step)) return textOf(step).trim();
  const inner = isRecord(step.function) ? step.function : step;
  const name = inner.action ?? inner.name ?? inner.tool ?? inner.tool_name ?? inner.step;
  return typeof name === "string" ? name.trim() : canonical(step);
}
