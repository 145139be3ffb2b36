const STOPS = ':is(textarea, input, button):not([tabindex="-1"])';

/** Focuses what Tab reaches first in a label's field. */
export const focusStop = (field: Element | null | undefined, options?: FocusOptions): void =>
  field?.querySelector<HTMLElement>(STOPS)?.focus(options);
