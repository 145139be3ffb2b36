import { isMultiple, optionLabels, rangeOf, starsOf, textRules } from "@/app/_components/label-field/form-label";
import { answerWords } from "@/app/_components/label-field/preference-choices";
import { preferenceAnswers } from "@/lib/annotation/labels/rules/preference";
import { notedAnswers } from "@/lib/annotation/labels/rules/required-note";
import { spanRules } from "@/lib/annotation/labels/rules/text-spans";
import type { Label } from "@/lib/contracts/annotation/labels";

type SummarizedLabel = Pick<Label, "id" | "name" | "type" | "settings" | "description" | "allow_notes">;

/** "a, b or c". */
const oneOf = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** Outputs have the names of their fields; other answers begin with a capital only on their buttons. */
function answerInLine(answer: string): string {
  const words = answerWords(answer);
  return words === answer ? answer : words.toLowerCase();
}

/** The answers that a label accepts, and how many of them need a note, in one line. */
export function settingsSummary(label: SummarizedLabel): string {
  const noted = notedAnswers(label.settings).length;
  return noted === 0 ? answersText(label) : `${answersText(label)}; ${noted} need${noted === 1 ? "s" : ""} a note`;
}

function answersText(label: SummarizedLabel): string {
  const form = { ...label, label_id: label.id, required: false };
  switch (label.type) {
    case "categorical":
      return `${isMultiple(form) ? "Any of" : "One of"} ${optionLabels(form).join(", ")}`;
    case "numeric": {
      const { min, max, step } = rangeOf(form);
      return `${min} to ${max} in steps of ${step}`;
    }
    case "star":
      return `1 to ${starsOf(form)} stars`;
    case "text": {
      const { min, max } = textRules(form);
      return Number.isFinite(max) ? `${min} to ${max} characters` : "Any length";
    }
    case "text_spans": {
      const { field, categories } = spanRules(label.settings);
      return `${categories.map((category) => category.label).join(", ")} in ${field}`;
    }
    case "preference":
      return oneOf.format(preferenceAnswers(label.settings).map(answerInLine));
    case "thumbs_up_down":
      return "Yes or no";
  }
}
