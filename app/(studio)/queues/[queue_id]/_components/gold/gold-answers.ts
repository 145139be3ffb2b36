// The known answers of a gold item, as form values.

import { answerOf, type FormLabel, type Value } from "@/app/_components/label-field/form-label";
import { readValue } from "@/lib/annotation/labels/rules/label-value";

/** By label. */
export type KnownValues = Readonly<Record<string, Value>>;

/** The form's initial values, without answers that their label no longer allows. */
export function knownValues(
  labels: readonly FormLabel[],
  answers: readonly { label_id: string; value: unknown }[],
): KnownValues {
  const values: Record<string, Value> = {};
  for (const label of labels) {
    const reading = readValue(label, answers.find(({ label_id }) => label_id === label.label_id)?.value);
    if (reading.kind === "value") values[label.label_id] = reading.value;
  }
  return values;
}

const valueIn = (values: KnownValues, { label_id }: FormLabel): Value => values[label_id] ?? null;

/** Validation errors by label. Labels may be left empty, but not all of them. */
export function problemsIn(labels: readonly FormLabel[], values: KnownValues): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const label of labels) {
    const answer = answerOf(label, valueIn(values, label));
    if (answer.kind === "wrong") problems[label.label_id] = answer.message;
  }
  const [first] = labels;
  const nothing = labels.every((label) => answerOf(label, valueIn(values, label)).kind === "blank");
  return first && nothing ? { [first.label_id]: "Give at least one answer." } : problems;
}

export const answersIn = (labels: readonly FormLabel[], values: KnownValues) =>
  labels
    .filter((label) => answerOf(label, valueIn(values, label)).kind === "given")
    .map((label) => ({ label_id: label.label_id, value: valueIn(values, label) }));
