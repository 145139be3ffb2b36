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
