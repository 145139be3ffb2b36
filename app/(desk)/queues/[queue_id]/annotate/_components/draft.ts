// What an annotator has put in for one item, before it is submitted.

import { answerOf, type FormLabel, type Value } from "@/app/_components/label-field/form-label";
import { readValue } from "@/lib/annotation/labels/rules/label-value";
import type { Content, KeptEntry } from "@/lib/client/outbox/entry";
import type { LocalDraft } from "@/lib/client/outbox/outbox-store";
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
  return unsent
    ? { ...draftFrom(labels, unsent.annotations, unsent.item_notes), changed: true }
    : draftFrom(labels, annotations, existing_notes);
}

export function draftFrom(labels: readonly FormLabel[], annotations: Content["annotations"], itemNote: string): Draft {
  const draft: Draft = { values: {}, labelNotes: {}, itemNote, changed: false };
  for (const label of labels) {
    const given = annotations.find((each) => each.label_id === label.label_id);
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

/** What was sent without an answer, and the draft of this window that it is, if it still is one. */
export interface SentDraft {
  content: Content;
  draft: Draft | null;
}

/** The draft to show for an item, and what the server keeps. */
export interface DraftAtHand {
  draft: Draft;
  kept: Draft;
  /** Of the server's draft that was changed; null where there was none. */
  revision: number | null;
  /** What this browser kept, which the server may have: its answer has not come. */
  sent: SentDraft | null;
  /** Why the server did not take it when it was sent. */
  error: string | null;
}

/**
 * What was put in last for an item: what was sent and refused, or waits to be sent, what this browser alone has, or what the
 * server has.
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
    // A page that goes away sends what it has, and may not live to note it.
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
