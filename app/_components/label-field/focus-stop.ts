// The filter of a long list of options takes typed keys, so a field is entered at its options.
const STOPS = ':is(textarea, input:not([data-filter]), button):not([tabindex="-1"])';

/** Focuses where a label's field is entered. */
export const focusStop = (field: Element | null | undefined, options?: FocusOptions): void =>
  field?.querySelector<HTMLElement>(STOPS)?.focus(options);

/** Focuses the filter of a field's options, where there is one. */
export const focusFilter = (field: Element | null | undefined): void =>
  field?.querySelector<HTMLElement>("[data-filter]")?.focus();
