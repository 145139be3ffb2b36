"use client";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { fieldKeys } from "@/app/_components/label-field/field-keys";
import { focusFilter, focusStop } from "@/app/_components/label-field/focus-stop";
import { answerOf, chooseByDigit, type Value } from "@/app/_components/label-field/form-label";
import { LabelField } from "@/app/_components/label-field/label-field";
import { Status } from "@/app/_ui/feedback/status";
import { isTyping } from "@/app/_ui/keyboard/shortcut";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { type Draft, problemsOf, withItemNote, withLabelNote, withValue } from "./draft";
import { NoteField } from "./note-field";

interface Props {
  detail: ItemDetail;
  draft: Draft;
  /** Why the server sent the item back. */
  error: string | null;
  problems: Readonly<Record<string, string>>;
  onEdit: (draft: Draft) => void;
  onSubmit: () => void;
}

/** The fields of an item. They are drawn once their code is loaded, so that they can take the focus. */
export function LabelForm({ detail, draft, error, problems, onEdit, onSubmit }: Props) {
  const { labels } = detail;
  const [focused, setFocused] = useState(0);
  const form = useRef<HTMLDivElement>(null);

  const focusField = (index: number) => {
    focusStop(form.current?.querySelectorAll("[data-field]")[index]);
  };
  // On a device with a keyboard, a new item focuses its first field. The source does not scroll.
  useEffect(() => {
    if (matchMedia("(pointer: coarse)").matches) return;
    focusStop(form.current?.querySelector("[data-field]"), { preventScroll: true });
  }, []);

  const chosenByKey = useRef(false);
  const choose = (digit: number, isShifted: boolean) => {
    const label = labels[focused];
    if (!label) return;
    const value = chooseByDigit(label, draft.values[label.label_id] ?? null, digit, isShifted);
    if (value === undefined) return;
    chosenByKey.current = true;
    onEdit(withValue(draft, label.label_id, value));
  };
  // The tab stop follows the choice, and the focus follows the tab stop, so that Tab goes on to the next field.
  useEffect(() => {
    if (!chosenByKey.current || !draft) return;
    chosenByKey.current = false;
    focusStop(form.current?.querySelectorAll("[data-field]")[focused]);
  }, [draft, focused]);
  const step = (by: -1 | 1) => focusField(Math.min(labels.length - 1, Math.max(0, focused + by)));
  useShortcuts("Form", [
    { keys: "arrowdown", description: "Next field (also Tab)", run: () => step(1) },
    { keys: "arrowup", description: "Previous field (also Shift Tab)", run: () => step(-1) },
    ...fieldKeys({ choose, filter: () => focusFilter(form.current?.querySelectorAll("[data-field]")[focused]) }),
  ]);

  const onKeyDown = (event: KeyboardEvent) => {
    const typing = isTyping(event.target);
    if (event.key === "Escape" && typing && event.target instanceof HTMLElement) event.target.blur();
    const plainEnter = event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    const onChoice = event.target instanceof Element && event.target.matches("[data-field] button[aria-pressed]");
    if (!plainEnter || typing || !onChoice) return;
    event.preventDefault();
    if (Object.keys(problemsOf(labels, draft)).length === 0) onSubmit();
    else
      focusField(labels.findIndex((label) => answerOf(label, draft.values[label.label_id] ?? null).kind === "blank"));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for the keys of the controls inside
    <div ref={form} onKeyDown={onKeyDown} className="-ml-4">
      {error ? (
        <p role="alert" className="my-2 ml-4 rounded-md bg-bad-wash px-3 py-2">
          <Status tone="bad" shape="alert" className="whitespace-normal!">
            {error} Your answers are saved.
          </Status>
        </p>
      ) : null}
      <div className="divide-y divide-line">
        {labels.map((label, index) => (
          <LabelField
            key={label.label_id}
            label={label}
            value={draft.values[label.label_id] ?? null}
            onChange={(value: Value) => onEdit(withValue(draft, label.label_id, value))}
            error={problems[label.label_id]}
            current={index === focused}
            onFocus={() => setFocused(index)}
          >
            {label.allow_notes ? (
              <NoteField
                name={`Note on ${label.name}`}
                value={draft.labelNotes[label.label_id] ?? ""}
                onChange={(note) => onEdit(withLabelNote(draft, label.label_id, note))}
              />
            ) : null}
          </LabelField>
        ))}
        <div className="py-3.5 pl-4">
          <NoteField
            name="Note on the item"
            value={draft.itemNote}
            onChange={(note) => onEdit(withItemNote(draft, note))}
          />
        </div>
      </div>
    </div>
  );
}
