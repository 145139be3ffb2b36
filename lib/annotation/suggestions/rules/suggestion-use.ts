// What is stored about a suggestion with the answer of an annotator who saw it.
import { canonicalText } from "@/lib/annotation/agreement/canonical";
import { type ComparedLabel, sameAnswer } from "@/lib/annotation/checks/rules/check-match";
import { type CanonicalValue, readValue } from "@/lib/annotation/labels/rules/label-value";
import type { StoredUse, SuggestionUse } from "@/lib/contracts/annotation/suggestions";

const isSame = (label: ComparedLabel, left: CanonicalValue, right: CanonicalValue): boolean =>
  sameAnswer(label, left, right) ?? canonicalText(label.type, left) === canonicalText(label.type, right);

/** Null if there was no suggestion, or its annotator has not seen it. */
export function storedUse(
  label: ComparedLabel & { name: string },
  answer: CanonicalValue,
  suggested: CanonicalValue | null,
  use: SuggestionUse | null | undefined,
): StoredUse | null {
  if (!suggested || !use) return null;
  const first = use.shown === "after" ? readValue(label, use.first) : null;
  return {
    value: suggested,
    shown: use.shown,
    firstSame: first?.kind === "value" ? isSame(label, first.value, suggested) : null,
    same: isSame(label, answer, suggested),
  };
}
