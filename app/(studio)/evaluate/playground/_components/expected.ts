// The expected result of a test case, as form values and as text.
import type { ExpectedVerdict } from "@/lib/contracts/evaluation/cases";
import type { EvalOutput, Outcome } from "@/lib/contracts/evaluation/names";
import { isRecord } from "@/lib/records";
import { numberText } from "../../_components/verdict-text";

export type ExpectedKind = ExpectedVerdict["kind"];

/** The form's fields. Fields of other kinds keep their values. */
export interface ExpectedDraft {
  kind: ExpectedKind;
  from: string;
  to: string;
  labels: string;
}

export const kindWords: Record<ExpectedKind, string> = {
  passes: "Passes",
  fails: "Fails",
  score: "A score in a range",
  labels: "These labels",
  unscored: "No score",
};

/** What can be expected of a template with this output. */
export const expectedKinds = (output: EvalOutput): ExpectedKind[] => [
  ...(output !== "numeric" && output !== "reason" ? (["passes", "fails"] as const) : []),
  ...(output === "score" || output === "numeric" ? (["score"] as const) : []),
  ...(output === "choices" || output === "reason" ? (["labels"] as const) : []),
  "unscored",
];

const MARGIN = 0.05;
const rounded = (value: number): string => String(Number(value.toFixed(4)));

/** The latest result as the expectation: for a number, a small range around it. */
export function draftOf({ outcome, output }: { outcome: Outcome; output: unknown }): ExpectedDraft {
  const draft = { from: "0", to: "1", labels: "" };
  if (outcome !== "scored") return { ...draft, kind: "unscored" };
  if (output === "Passed") return { ...draft, kind: "passes" };
  if (output === "Failed") return { ...draft, kind: "fails" };
  if (typeof output === "number") {
    const isUnit = output >= 0 && output <= 1;
    const [from, to] = [output - MARGIN, output + MARGIN];
    return {
      ...draft,
      kind: "score",
      from: rounded(isUnit ? Math.max(0, from) : from),
      to: rounded(isUnit ? Math.min(1, to) : to),
    };
  }
  const labels = isRecord(output) ? (output.choices ?? output.choice) : output;
  return { ...draft, kind: "labels", labels: [labels].flat().map(String).join("\n") };
}

/** A blank bound is missing, not 0. */
const boundOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));

/** Null if a bound is not a number, or no label is named. */
export function expectedOf({ kind, from, to, labels }: ExpectedDraft): ExpectedVerdict | null {
  if (kind === "score") {
    const bounds = { from: boundOf(from), to: boundOf(to) };
    return Number.isFinite(bounds.from) && Number.isFinite(bounds.to) && bounds.from <= bounds.to
      ? { kind, ...bounds }
      : null;
  }
  if (kind !== "labels") return { kind };
  const named = labels.split("\n").filter((label) => label.trim() !== "");
  return named.length > 0 ? { kind, labels: named } : null;
}

/** "0.5 to 0.7", "joy, calm", "Passes". */
export function expectedText(expected: ExpectedVerdict): string {
  if (expected.kind === "score") return `${numberText(expected.from)} to ${numberText(expected.to)}`;
  return expected.kind === "labels" ? expected.labels.join(", ") : kindWords[expected.kind];
}
