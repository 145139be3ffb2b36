// When a label's suggestion is shown to the annotator. What was shown is kept in the draft and sent with the answer.
import { answerOf, type FormLabel, isMultiple } from "@/app/_components/label-field/form-label";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import type { Suggestion } from "@/lib/contracts/annotation/suggestions";
import type { Draft } from "./draft";

type Suggesting = Pick<ItemDetail, "queue" | "suggestions" | "labels">;

export const suggestionFor = ({ suggestions }: Pick<ItemDetail, "suggestions">, labelId: string): Suggestion | null =>
  suggestions.find(({ label_id }) => label_id === labelId) ?? null;

/** Whether one act answers the label whole. Other answers are whole when the annotator goes on to another field. */
const isOneAct = (label: FormLabel): boolean =>
  label.type === "categorical" ? !isMultiple(label) : ["star", "thumbs_up_down", "preference"].includes(label.type);

/** Whether the suggestion is to be seen now. */
export const isShown = ({ queue }: Pick<ItemDetail, "queue">, draft: Draft, labelId: string): boolean =>
  queue.suggestions === "before" || draft.seen[labelId] !== undefined;

/** The draft after its annotator has changed the label's answer. */
export function withSeenByEdit(detail: Suggesting, draft: Draft, label: FormLabel): Draft {
  if (!suggestionFor(detail, label.label_id) || draft.seen[label.label_id]) return draft;
  if (detail.queue.suggestions === "before")
    return { ...draft, seen: { ...draft.seen, [label.label_id]: { shown: "before" } } };
  return isOneAct(label) ? revealed(draft, label) : draft;
}

/** The draft after its annotator has gone on to another field: whole answers to the others get their suggestions. */
export const withSeenByLeaving = (detail: Suggesting, draft: Draft, entered: string): Draft =>
  detail.queue.suggestions !== "after"
    ? draft
    : detail.labels.reduce(
        (next, label) =>
          label.label_id !== entered && suggestionFor(detail, label.label_id) ? revealed(next, label) : next,
        draft,
      );

/** The own answer is kept as it was before the suggestion was shown. */
function revealed(draft: Draft, label: FormLabel): Draft {
  const value = draft.values[label.label_id] ?? null;
  if (draft.seen[label.label_id] || answerOf(label, value).kind !== "given") return draft;
  return { ...draft, seen: { ...draft.seen, [label.label_id]: { shown: "after", first: value } }, changed: true };
}
