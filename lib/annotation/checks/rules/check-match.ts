// Whether an annotator's answer matches the known one, or the annotator's own earlier one.

import { canonicalText } from "@/lib/annotation/agreement/canonical";
import { characterF1 } from "@/lib/annotation/agreement/spans/span-f1";
import { bareValue, type CanonicalValue } from "@/lib/annotation/labels/rules/label-value";
import { spansOf } from "@/lib/annotation/labels/rules/text-spans";
import type { LabelType } from "@/lib/contracts/shapes";

export interface ComparedLabel {
  type: LabelType;
  settings: Record<string, unknown>;
}

/** Why answers under a label are not compared; null if they are. */
export const leftOutReason = (type: LabelType): string | null =>
  type === "text" ? "Texts that mean the same are written in many ways, so they are not compared." : null;

const ROUNDING = 1e-9;
/** Two careful people agree on what is wrong, and still rarely on where its last word ends. */
const NEARLY_SAME_SPANS = 0.8;

/** Whether two values under a label count as the same answer; null if the label's values are not compared. */
export function sameAnswer(label: ComparedLabel, left: CanonicalValue, right: CanonicalValue): boolean | null {
  if (leftOutReason(label.type) !== null) return null;
  if (label.type === "numeric") return isNear(label, bareValue("numeric", left), bareValue("numeric", right));
  if (label.type === "text_spans") return characterF1(spansOf(left), spansOf(right)) >= NEARLY_SAME_SPANS;
  const [one, other] = [canonicalText(label.type, left), canonicalText(label.type, right)];
  return one !== null && one === other;
}

/** A neighbouring step counts as the same answer. Without steps, only the same number does. */
function isNear({ settings }: ComparedLabel, left: unknown, right: unknown): boolean {
  if (typeof left !== "number" || typeof right !== "number") return false;
  const step = typeof settings.step_size === "number" && settings.step_size > 0 ? settings.step_size : 0;
  return Math.abs(left - right) <= step + ROUNDING * Math.max(1, Math.abs(left), Math.abs(right));
}
