// The filter of a long option list captures typed keys, so focus enters a field at its options.
const STOPS = ':is(textarea, input:not([data-filter]), button):not([tabindex="-1"])';

/** Focuses the first stop of a label's field. */
export const focusStop = (field: Element | null | undefined, options?: FocusOptions): void =>
  field?.querySelector<HTMLElement>(STOPS)?.focus(options);

/** Focuses the filter of a field's options, if it has one. */
export const focusFilter = (field: Element | null | undefined): void =>
  field?.querySelector<HTMLElement>("[data-filter]")?.focus();
