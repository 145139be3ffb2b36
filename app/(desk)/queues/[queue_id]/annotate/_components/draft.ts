// What an annotator has put in for one item, before it is submitted.

import { answerOf, type FormLabel, type Value } from "@/app/(studio)/_components/label-field/form-label";
import { readValue } from "@/lib/annotation/rules/label-value";
import type { ItemDetail } from "@/lib/contracts/annotation/items";

export interface Draft {
  values: Record<string, Value>;
  labelNotes: Record<string, string>;
  itemNote: string;
  /** Differs from what the server has. */
  changed: boolean;
}

/** The draft that an item begins with: what the annotator submitted for it before, or nothing. */
export function draftOf({ labels, annotations, existing_notes }: ItemDetail): Draft {
  const draft: Draft = { values: {}, labelNotes: {}, itemNote: existing_notes, changed: false };
  for (const label of labels) {
    const score = annotations.find((each) => each.label_id === label.label_id);
    if (!score) continue;
    const reading = readValue(label, score.value);
    if (reading.kind === "value") draft.values[label.label_id] = reading.value;
    if (score.notes) draft.labelNotes[label.label_id] = score.notes;
  }
  return draft;
}

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
