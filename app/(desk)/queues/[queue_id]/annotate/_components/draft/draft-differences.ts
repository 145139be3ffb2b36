// The differences between two drafts of an item, as text.
import { type FormLabel, valueText } from "@/app/_components/label-field/form-label";
import type { Draft } from "./draft";

export interface Difference {
  name: string;
  /** Empty where the field is blank. */
  own: string;
  other: string;
}

export function differencesOf(labels: readonly FormLabel[], own: Draft, other: Draft): Difference[] {
  const fields = labels.flatMap((label) => [
    { name: label.name, textIn: (draft: Draft) => textOf(label, draft) },
    { name: `Note on ${label.name}`, textIn: (draft: Draft) => draft.labelNotes[label.label_id] ?? "" },
  ]);
  return [...fields, { name: "Note on the item", textIn: (draft: Draft) => draft.itemNote }]
    .map(({ name, textIn }) => ({ name, own: textIn(own), other: textIn(other) }))
    .filter((each) => each.own !== each.other);
}

function textOf(label: FormLabel, { values }: Draft): string {
  const value = values[label.label_id];
  return value ? valueText(label, value) : "";
}
