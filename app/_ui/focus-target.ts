// Where somebody is who works by key: a control among those of its list, or what stands there once it is gone.
const controlsOf = (list: Element): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>(
    ":is(a[href], button, input, select, textarea, [tabindex='0']):not([aria-hidden=true])",
  ),
];
const isUsable = (control: HTMLElement): boolean => !control.matches(":disabled, [aria-disabled=true]");

export interface FocusTarget {
  control: HTMLElement;
  list: Element;
  /** Among the list's controls, from 0. */
  at: number;
}

export const focusTargetIn = (list: Element, control: HTMLElement): FocusTarget => ({
  control,
  list,
  at: controlsOf(list).indexOf(control),
});

/** The usable control that is nearest to a place by now: its own, what has moved up, else what stands before. */
export function nearest({ control, list, at }: FocusTarget): HTMLElement | undefined {
  const controls = controlsOf(list);
  const stays = controls.indexOf(control);
  const from = stays === -1 ? at : stays;
  return controls.slice(from).find(isUsable) ?? controls.slice(0, from).findLast(isUsable);
}

let last: HTMLElement | null = null;
if (typeof document !== "undefined") {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement && target.closest("main")) last = target;
  });
}

/** The control of the page's own that had the focus last, and not one of a menu or dialog above it, within its list. */
export function lastFocusTarget(): FocusTarget | null {
  const list = last?.closest("table, ul, ol");
  return last && list ? focusTargetIn(list, last) : null;
}

/** What has the focus again after a dialog: where the control's row is gone by then, what has taken its place. */
export function returnTo(place: FocusTarget): HTMLElement | null {
  const standing = () => (place.list.isConnected ? nearest(place) : undefined);
  // A row may go in the same moment, and with it the focus that was given back to it.
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) standing()?.focus();
  });
  return standing() ?? null;
}
