import type { KeyboardEvent } from "react";

/** Keys while typing in a form: Ctrl or Cmd Enter sends, Escape leaves. The screen's own shortcuts do not fire. */
export const formKeys =
  <E extends Element>(send: () => void, leave: (event: KeyboardEvent<E>) => void) =>
  (event: KeyboardEvent<E>): void => {
    // React also passes on the keys of a list above the form, which are the list's own.
    if (!event.currentTarget.matches(":focus-within")) return;
    if (event.key === "Escape") leave(event);
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

interface Field {
  value: string;
}

interface Focused {
  blur: () => void;
}

/**
 * On Escape a form without text closes. With text only the control that has the focus is left, as a label's field is:
 * text is not lost.
 */
export const escapeOf = (field: Field | null, focused: Focused | null, close: () => void): (() => void) =>
  field && field.value.trim() !== "" ? () => focused?.blur() : close;

/** For a form: leaves its control, or closes the form if nothing is written. */
export const leaving =
  (close: () => void) =>
  ({ currentTarget }: KeyboardEvent<HTMLElement>) =>
    escapeOf(currentTarget.querySelector("textarea"), currentTarget.querySelector<HTMLElement>(":focus"), close)();
