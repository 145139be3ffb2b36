// What differs between two drafts of an item, as text.
import { type FormLabel, valueText } from "@/app/_components/label-field/form-label";
import type { Draft } from "./draft";

export interface Difference {
  name: string;
  /** Empty where nothing was put in. */
  mine: string;
  theirs: string;
}

export function differencesOf(labels: readonly FormLabel[], mine: Draft, theirs: Draft): Difference[] {
  const fields = labels.flatMap((label) => [
    { name: label.name, textIn: (draft: Draft) => textOf(label, draft) },
    { name: `Note on ${label.name}`, textIn: (draft: Draft) => draft.labelNotes[label.label_id] ?? "" },
  ]);
  return [...fields, { name: "Note on the item", textIn: (draft: Draft) => draft.itemNote }]
    .map(({ name, textIn }) => ({ name, mine: textIn(mine), theirs: textIn(theirs) }))
    .filter((each) => each.mine !== each.theirs);
}

function textOf(label: FormLabel, { values }: Draft): string {
  const value = values[label.label_id];
  return value ? valueText(label, value) : "";
}
