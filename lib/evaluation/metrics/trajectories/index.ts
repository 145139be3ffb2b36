// Compares what an agent did with what it should have done.
import { excerpt } from "@/lib/bounds/excerpt";
import { always, equalOrNot } from "../empty";
import { computed } from "../template";
import { emptyScore, occurrences, shared } from "../tokens";
import { Unscored } from "../unscored";
import { matchedCalls, stepName, toolCall } from "./tool-calls";

const base = { tags: ["agent"] } as const;
const STEPS =
  "Steps are a list, a JSON list, or texts with commas between them; of an object its action, name or tool counts.";
const count = { type: "integer", minimum: 0 } as const;

type Mode = "strict" | "unordered" | "subset" | "superset";

function follows(mode: Mode, output: readonly string[], expected: readonly string[]): boolean {
  const common = shared(occurrences(output), occurrences(expected));
  if (mode === "subset") return common === output.length;
  if (mode === "superset") return common === expected.length;
  if (output.length !== expected.length) return false;
  return mode === "unordered" ? common === output.length : output.every((step, index) => step === expected[index]);
}

function firstDifference(output: readonly string[], expected: readonly string[]): string {
  const at = Array.from({ length: Math.max(output.length, expected.length) }).findIndex(
    (_, i) => output[i] !== expected[i],
  );
  if (at < 0) return "";
  const nameOf = (step: string | undefined) => (step === undefined ? "nothing" : JSON.stringify(excerpt(step, 60)));
  return ` Step ${at + 1} is ${nameOf(output[at])}, expected is ${nameOf(expected[at])}.`;
}

export const trajectories = [
  computed({
    ...base,
    name: "tool_call_accuracy",
    empty: equalOrNot("list"),
    keys: ["output", "expected"],
    output: "score",
    description: "How many tool calls were made as expected: by name, and by the share of equal arguments.",
    notes: [
      "Calls are {name, arguments} with arguments as an object or its JSON text, OpenAI's {function: {…}}, or names alone.",
      "Each expected call counts the share of equal arguments (among all that either call has) of the best call of its name; the sum is divided by the longer list's length, so extra calls lower the score.",
      "The order does not count; trajectory_match checks it.",
    ],
    source: "Ours",
    score(input) {
      const [output, expected] = ["output", "expected"].map((key) =>
        input.list(key).map((call, index) => toolCall(call, `Member ${index + 1} of ${key}`, input.parse)),
      ) as [ReturnType<typeof toolCall>[], ReturnType<typeof toolCall>[]];
      const empty = emptyScore(output, expected);
      if (empty) return empty;
      const { sum, named, exact } = matchedCalls(output, expected);
      const reason = `${exact} of ${expected.length} expected calls were made exactly, ${named} by name; ${output.length} calls in all.`;
      return { score: sum / Math.max(output.length, expected.length), reason: reason };
    },
  }),
  computed({
    ...base,
    name: "trajectory_match",
    empty: { reads: "list", all: 1, some: "by parameters" },
    keys: ["output", "expected"],
    output: "score",
    params: { mode: { type: "option", default: "strict", options: ["strict", "unordered", "subset", "superset"] } },
    description: "1 when the steps are the expected ones in the sense of the mode, else 0.",
    notes: [
      STEPS,
      "strict: the same in the same order. unordered: the same in any order. subset: only expected steps. superset: all expected steps, and perhaps more. A step counts as often as it occurs.",
      "Arguments do not count; tool_call_accuracy checks them.",
    ],
    source: "Ours, with the usual names of the four modes",
    score(input) {
      const [output, expected] = [input.steps("output").map(stepName), input.steps("expected").map(stepName)];
      const mode = input.param<Mode>("mode") ?? "strict";
      const score = follows(mode, output, expected);
      const common = shared(occurrences(output), occurrences(expected));
      const reason = `${common} steps in common of ${output.length} made and ${expected.length} expected (${mode}).`;
      return { score, reason: reason + (score || mode !== "strict" ? "" : firstDifference(output, expected)) };
    },
  }),
  computed({
    ...base,
    name: "step_count",
    empty: always("by parameters", "list"),
    keys: ["output"],
    output: "Pass/Fail",
    params: { min_steps: count, max_steps: count, expected_steps: count },
    description: "Passes when the number of steps is the expected one, or within the limits.",
    notes: [STEPS, "expected_steps goes before the limits; with none of the three the row is not scored."],
    source: "Counts; no formula",
    score(input) {
      const steps = input.steps("output").length;
      const [exact, least, most] = ["expected_steps", "min_steps", "max_steps"].map((name) =>
        input.param<number>(name),
      );
      if (exact !== undefined) return { score: steps === exact, reason: `${steps} steps; ${exact} are expected.` };
      if (least === undefined && most === undefined)
        throw new Unscored("expected_steps, min_steps or max_steps is needed.");
      const score = steps >= (least ?? 0) && steps <= (most ?? Number.POSITIVE_INFINITY);
      return { score, reason: `${steps} steps; ${least ?? 0} to ${most ?? "any number"} are wanted.` };
    },
  }),
];
