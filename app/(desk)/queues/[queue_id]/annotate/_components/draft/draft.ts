// An annotator's answers to one item, before they are submitted.

import { answerOf, type FormLabel, type Value } from "@/app/_components/label-field/form-label";
import { readValue } from "@/lib/annotation/labels/rules/label-value";
import { needsNote } from "@/lib/annotation/labels/rules/required-note";
import type { Content, KeptEntry } from "@/lib/client/outbox/entry";
import type { LocalDraft } from "@/lib/client/outbox/outbox-store";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import type { SuggestionUse } from "@/lib/contracts/annotation/suggestions";
import { isRecord } from "@/lib/records";

export interface Draft {
  values: Record<string, Value>;
  labelNotes: Record<string, string>;
  itemNote: string;
  /** The suggestions that were shown, by label. */
  seen: Record<string, SuggestionUse>;
  /** Differs from the version on the server. */
  changed: boolean;
}

/** The draft that an item opens with: the annotator's unsent draft, else the earlier submission, else empty. */
export function draftOf({ labels, annotations, existing_notes, draft: unsent }: ItemDetail): Draft {
  return unsent
    ? { ...draftFrom(labels, unsent.annotations, unsent.item_notes), changed: true }
    : draftFrom(labels, annotations, existing_notes);
}

export function draftFrom(labels: readonly FormLabel[], annotations: Content["annotations"], itemNote: string): Draft {
  const draft: Draft = { values: {}, labelNotes: {}, itemNote, seen: {}, changed: false };
  for (const label of labels) {
    const annotation = annotations.find((each) => each.label_id === label.label_id);
    if (!annotation) continue;
    const value = valueIn(label, annotation.value);
    if (value) draft.values[label.label_id] = value;
    if (annotation.suggestion) draft.seen[label.label_id] = annotation.suggestion;
    if (annotation.notes) draft.labelNotes[label.label_id] = annotation.notes;
  }
  return draft;
}

/** A value as its field shows it. Drafts also keep unfinished values as entered. */
function valueIn(label: FormLabel, value: unknown): Value {
  const reading = readValue(label, value);
  if (reading.kind === "value") return reading.value;
  return reading.kind === "invalid" && isRecord(value) ? (value as Exclude<Value, null>) : null; // safe because it is an object
}

/** Content that was sent without an answer, and this window's draft if it is the same. */
export interface SentDraft {
  content: Content;
  draft: Draft | null;
}

/** The draft to show for an item, and the version on the server. */
export interface DraftAtHand {
  draft: Draft;
  kept: Draft;
  /** The revision of the server's draft that was edited; null if there was none. */
  revision: number | null;
  /** What this browser sent without an answer; the server may have it. */
  sent: SentDraft | null;
  /** Why the server refused the submission. */
  error: string | null;
}

/**
 * The latest answers to an item: a submission that was refused or waits in the outbox, a draft in this browser only, or the
 * server's draft.
 */
export function draftAtHand(
  detail: ItemDetail,
  entry: Pick<KeptEntry, "act" | "refusal"> | undefined,
  local: Pick<LocalDraft, "content" | "revision" | "sent"> | undefined,
): DraftAtHand {
  const kept = draftOf(detail);
  const revision = detail.draft?.revision ?? null;
  const error = entry?.refusal ?? null;
  if (local) {
    const draft = withContent(detail, local.content, true);
    // A closing page sends its draft but may close before it records that.
    const sent = local.sent ? { content: local.sent, draft: null } : { content: local.content, draft };
    return { draft, kept, revision: local.revision, sent, error };
  }
  if (entry?.act.kind !== "submit") return { draft: kept, kept, revision, sent: null, error };
  const draft = withContent(detail, entry.act, error !== null);
  if (error === null) return { draft, kept: draft, revision: null, sent: null, error };
  return { draft, kept, revision, sent: null, error };
}

const withContent = (detail: ItemDetail, { annotations, item_notes }: Content, changed: boolean): Draft => ({
  ...draftFrom(detail.labels, annotations, item_notes),
  changed,
});

/** The part of a draft that the server stores. */
export const keptOf = ({ values, labelNotes, itemNote, seen }: Draft) => ({
  annotations: [...new Set([...Object.keys(values), ...Object.keys(labelNotes)])].map((label_id) => ({
    label_id,
    value: values[label_id] ?? null,
    notes: labelNotes[label_id] ?? "",
    ...seenOf(seen, label_id),
  })),
  item_notes: itemNote,
});

const seenOf = (seen: Draft["seen"], labelId: string) => {
  const suggestion = seen[labelId];
  return suggestion ? { suggestion } : {};
};

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

/** Whether a label's answer needs a note. */
export const isNoteNeeded = (label: FormLabel, { values }: Draft): boolean => {
  const value = values[label.label_id] ?? null;
  return label.allow_notes && value !== null && needsNote(label, value);
};

const lacksNote = (label: FormLabel, draft: Draft): boolean =>
  isNoteNeeded(label, draft) && (draft.labelNotes[label.label_id] ?? "").trim() === "";

/** The problems that prevent submitting a draft, by label. Empty when it can be submitted. */
export function problemsOf(labels: readonly FormLabel[], draft: Draft): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const label of labels) {
    const answer = answerOf(label, draft.values[label.label_id] ?? null);
    if (answer.kind === "wrong") problems[label.label_id] = answer.message;
    else if (answer.kind === "blank" && label.required) problems[label.label_id] = "This field is required.";
    else if (lacksNote(label, draft)) problems[label.label_id] = "Add a note: this answer needs one.";
  }
  const isBlank = labels.every((label) => answerOf(label, draft.values[label.label_id] ?? null).kind === "blank");
  const first = labels[0];
  if (isBlank && first && Object.keys(problems).length === 0) problems[first.label_id] = "Give at least one answer.";
  return problems;
}

/** The body of a submission. Null values are sent too: the server leaves them out. */
export const submissionOf = (labels: readonly FormLabel[], draft: Draft) => ({
  annotations: labels.map((label) => ({
    label_id: label.label_id,
    value: draft.values[label.label_id] ?? null,
    ...(label.allow_notes ? { notes: draft.labelNotes[label.label_id] ?? "" } : {}),
    ...seenOf(draft.seen, label.label_id),
  })),
  item_notes: draft.itemNote,
});
