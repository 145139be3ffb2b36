// What an annotator has put in for one item, before it is submitted.

import { answerOf, type FormLabel, type Value } from "@/app/_components/label-field/form-label";
import { readValue } from "@/lib/annotation/rules/label-value";
import type { ItemDetail } from "@/lib/contracts/annotation/annotating";

export interface Draft {
  values: Record<string, Value>;
  labelNotes: Record<string, string>;
  itemNote: string;
  /** Differs from what the server has. */
  changed: boolean;
}

/** The draft that an item begins with: what the annotator left unsent, else what was submitted before, or nothing. */
export function draftOf({ labels, annotations, existing_notes, draft: unsent }: ItemDetail): Draft {
  const draft: Draft = {
    values: {},
    labelNotes: {},
    itemNote: unsent ? unsent.item_notes : existing_notes,
    changed: unsent !== null,
  };
  for (const label of labels) {
    const given = (unsent ?? { annotations }).annotations.find((each) => each.label_id === label.label_id);
    if (!given) continue;
    const value = valueIn(label, given.value);
    if (value) draft.values[label.label_id] = value;
    if (given.notes) draft.labelNotes[label.label_id] = given.notes;
  }
  return draft;
}

/** A value as the field shows it. Drafts hold unfinished ones too, which stay as they were put in. */
function valueIn(label: FormLabel, value: unknown): Value {
  const reading = readValue(label, value);
  if (reading.kind === "value") return reading.value;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return reading.kind === "invalid" && isObject ? (value as Exclude<Value, null>) : null; // safe because it is an object
}

/** What the server keeps of a draft. */
export const keptOf = ({ values, labelNotes, itemNote }: Draft) => ({
  annotations: [...new Set([...Object.keys(values), ...Object.keys(labelNotes)])].map((label_id) => ({
    label_id,
    value: values[label_id] ?? null,
    notes: labelNotes[label_id] ?? "",
  })),
  item_notes: itemNote,
});

export const withValue = (draft: Draft, labelId: string, value: Value): Draft => ({
  ...draft,
  values: { ...draft.values, [labelId]: value },
  changed: true,
});
export const withLabelNote = (draft: Draft, labelId: string, note: string): Draft => ({
  ...draft,
  labelNotes: { ...draft.labelNotes, [labelId]: note },
  changed: true,
});
export const withItemNote = (draft: Draft, itemNote: string): Draft => ({ ...draft, itemNote, changed: true });

/** What keeps a draft from being submitted, by label. Empty when it may go. */
export function problemsOf(labels: readonly FormLabel[], draft: Draft): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const label of labels) {
    const answer = answerOf(label, draft.values[label.label_id] ?? null);
    if (answer.kind === "wrong") problems[label.label_id] = answer.message;
    else if (answer.kind === "blank" && label.required) problems[label.label_id] = "This field is required.";
  }
  const nothing = labels.every((label) => answerOf(label, draft.values[label.label_id] ?? null).kind === "blank");
  const first = labels[0];
  if (nothing && first && Object.keys(problems).length === 0) problems[first.label_id] = "Give at least one answer.";
  return problems;
}

/** The body of a submission. Null values are sent too: the server leaves them out. */
export const submissionOf = (labels: readonly FormLabel[], draft: Draft) => ({
  annotations: labels.map((label) => ({
    label_id: label.label_id,
    value: draft.values[label.label_id] ?? null,
    ...(label.allow_notes ? { notes: draft.labelNotes[label.label_id] ?? "" } : {}),
  })),
  item_notes: draft.itemNote,
});
