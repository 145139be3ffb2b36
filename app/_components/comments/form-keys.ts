import type { KeyboardEvent } from "react";

/** Keys while typing in a form: Ctrl or Cmd Enter sends, Escape leaves. The screen's own shortcuts do not fire. */
export const formKeys =
  <E extends Element>(send: () => void, leave: (event: KeyboardEvent<E>) => void) =>
  (event: KeyboardEvent<E>): void => {
    if (event.key === "Escape") leave(event);
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

interface Field {
  value: string;
  blur: () => void;
}

/** On Escape a form without text closes. With text only its field is left, as a label's field is: text is not lost. */
export const escapeOf = (field: Field | null, close: () => void): (() => void) =>
  field && field.value.trim() !== "" ? () => field.blur() : close;

/** For the field of a form: leaves it, or closes the form if nothing is written. */
export const leaving = (close: () => void) => (event: KeyboardEvent<HTMLElement>) =>
  escapeOf(event.currentTarget.querySelector("textarea"), close)();
