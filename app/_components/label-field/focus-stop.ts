// The filter of a long option list captures typed keys, so focus enters a field at its options.
const STOPS = ':is(textarea, input:not([data-filter]), button):not([tabindex="-1"], :disabled)';

/** Focuses the first stop of a label's field. */
export const focusStop = (field: Element | null | undefined, options?: FocusOptions): void =>
  (elsewhere(field) ?? field?.querySelector<HTMLElement>(STOPS))?.focus(options);

/** A field whose text is in the source begins there. */
function elsewhere(field: Element | null | undefined): HTMLElement | null {
  const id = field?.querySelector("[data-stop]")?.getAttribute("data-stop");
  return id ? document.getElementById(id) : null;
}

/** Focuses the filter of a field's options, if it has one. */
export const focusFilter = (field: Element | null | undefined): void =>
  field?.querySelector<HTMLElement>("[data-filter]")?.focus();
