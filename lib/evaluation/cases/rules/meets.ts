// Whether a template's result meets the expected result.
import type { ExpectedVerdict } from "@/lib/contracts/evaluation/cases";
import type { Outcome } from "@/lib/contracts/evaluation/names";
import { isRecord } from "@/lib/records";

export interface CaseResult {
  outcome: Outcome;
  /** In the API's form. */
  output: unknown;
  score: number | null;
  passed: boolean | null;
}

/** An error meets no expectation, not even the expectation of no score. */
export function meets(expected: ExpectedVerdict, { outcome, output, score, passed }: CaseResult): boolean {
  if (outcome !== "scored") return outcome === "unscored" && expected.kind === "unscored";
  switch (expected.kind) {
    case "passes":
      return passed === true;
    case "fails":
      return passed === false;
    case "score":
      return score !== null && score >= expected.from && score <= expected.to;
    case "labels":
      return spelled(expected.labels) === spelled(labelsOf(output));
    case "unscored":
      return false;
  }
}

/** The labels of an output: one label, several, or those beside a score. */
function labelsOf(output: unknown): string[] {
  const labels = isRecord(output) ? (output.choices ?? output.choice ?? []) : output;
  return [labels].flat().map(String);
}

const spelled = (labels: readonly string[]): string =>
  JSON.stringify([...new Set(labels.map((label) => label.trim().toLowerCase()))].sort());
