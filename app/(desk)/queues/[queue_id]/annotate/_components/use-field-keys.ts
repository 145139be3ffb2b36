"use client";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { fieldKeys } from "@/app/_components/label-field/field-keys";
import { focusFilter, focusStop } from "@/app/_components/label-field/focus-stop";
import { answerOf, chooseByDigit, type Value } from "@/app/_components/label-field/form-label";
import { isTyping } from "@/app/_ui/keyboard/shortcut";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import type { ItemDetail, ItemLabel } from "@/lib/contracts/annotation/item-detail";
import { type Draft, problemsOf, withValue } from "./draft/draft";
import { isShown, suggestionFor, withSeenByEdit, withSeenByLeaving } from "./draft/seen-suggestions";
import { focusProblem } from "./focus-problem";
import { suggestedValue, USE_KEY } from "./suggestion-line";

interface Options {
  detail: ItemDetail;
  draft: Draft;
  onEdit: (draft: Draft) => void;
  onSubmit: () => void;
}

/** The field that has the focus, and the keys that choose its answer, go to other fields and submit. */
export function useFieldKeys({ detail, draft, onEdit, onSubmit }: Options) {
  const { labels } = detail;
  const [focused, setFocused] = useState(0);
  const form = useRef<HTMLDivElement>(null);
  const focusField = (index: number) => focusStop(fieldAt(form, index));
  useFirstFocus(form);
  const choose = useChoice(form, focused, draft, (digit, isShifted) => {
    const label = labels[focused];
    const value = label && chooseByDigit(label, draft.values[label.label_id] ?? null, digit, isShifted);
    if (!label || value === undefined) return false;
    answer(label, value);
    return true;
  });
  const answer = (label: ItemLabel, value: Value) =>
    onEdit(withSeenByEdit(detail, withValue(draft, label.label_id, value), label));
  const enter = (index: number) => {
    setFocused(index);
    const next = withSeenByLeaving(detail, draft, labels[index]?.label_id ?? "");
    if (next !== draft) onEdit(next);
  };
  useSuggestionKey(detail, draft, labels[focused], answer);
  const step = (by: -1 | 1) => focusField(Math.min(labels.length - 1, Math.max(0, focused + by)));
  useShortcuts("Form", [
    { keys: "arrowdown", description: "Next field (also Tab); in a number, one step less", run: () => step(1) },
    {
      keys: "arrowup",
      description: "Previous field (also Shift Tab); in a number, one step more",
      run: () => step(-1),
    },
    ...fieldKeys({ choose, filter: () => focusFilter(fieldAt(form, focused)) }),
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    const typing = isTyping(event.target);
    if (event.key === "Escape" && typing && event.target instanceof HTMLElement) event.target.blur();
    const plainEnter = event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    const onChoice = event.target instanceof Element && event.target.matches("[data-field] button[aria-pressed]");
    if (!plainEnter || typing || !onChoice) return;
    event.preventDefault();
    if (Object.keys(problemsOf(labels, draft)).length === 0) return onSubmit();
    focusProblem(fieldAt(form, firstGap(labels, draft)));
  };
  return { form, focused, enter, answer, onKeyDown };
}

/** The first field without an answer; if there is none, the first with a problem. */
function firstGap(labels: readonly ItemLabel[], draft: Draft): number {
  const blank = labels.findIndex((label) => answerOf(label, draft.values[label.label_id] ?? null).kind === "blank");
  return blank >= 0 ? blank : labels.findIndex(({ label_id }) => label_id in problemsOf(labels, draft));
}

/** The key exists only on items with suggestions. */
function useSuggestionKey(
  detail: ItemDetail,
  draft: Draft,
  label: ItemLabel | undefined,
  answer: (label: ItemLabel, value: Value) => void,
) {
  const use = () => {
    const suggestion = label && suggestionFor(detail, label.label_id);
    if (!suggestion || !isShown(detail, draft, label.label_id)) return;
    const value = suggestedValue(label, suggestion);
    if (value) answer(label, value);
  };
  const key = { keys: USE_KEY, description: "Use the suggestion of the current field", run: use };
  useShortcuts("Form", detail.suggestions.length > 0 ? [key] : []);
}

const fieldAt = (form: RefObject<HTMLElement | null>, index: number): Element | undefined =>
  form.current?.querySelectorAll("[data-field]")[index];

/** On a device with a keyboard, a new item focuses its first field. The source does not scroll. */
function useFirstFocus(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (matchMedia("(pointer: coarse)").matches) return;
    focusStop(fieldAt(form, 0), { preventScroll: true });
  }, [form]);
}

type Choose = (digit: number, isShifted: boolean) => boolean;

/** The tab stop follows a choice by key, and the focus follows the tab stop, so that Tab goes on to the next field. */
function useChoice(form: RefObject<HTMLElement | null>, focused: number, draft: Draft, choose: Choose) {
  const chosenByKey = useRef(false);
  useEffect(() => {
    if (!chosenByKey.current || !draft) return;
    chosenByKey.current = false;
    focusStop(fieldAt(form, focused));
  }, [form, draft, focused]);
  return (digit: number, isShifted: boolean) => {
    if (choose(digit, isShifted)) chosenByKey.current = true;
  };
}
