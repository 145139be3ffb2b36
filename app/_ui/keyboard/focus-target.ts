// A keyboard user's position: a control within its list, or the control that replaces it when it disappears.
const controlsOf = (list: Element): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>(
    ":is(a[href], button, input, select, textarea, [tabindex='0']):not([aria-hidden=true])",
  ),
];
const isUsable = (control: HTMLElement): boolean => !control.matches(":disabled, [aria-disabled=true]");

export interface FocusTarget {
  control: HTMLElement;
  list: Element;
  /** Index among the list's controls, from 0. */
  at: number;
}

export const focusTargetIn = (list: Element, control: HTMLElement): FocusTarget => ({
  control,
  list,
  at: controlsOf(list).indexOf(control),
});

/** The usable control nearest to the target: the same one, else the one that moved up, else the one before. */
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

/** The page's control that was focused last, with its list. Controls of menus and dialogs do not count. */
export function lastFocusTarget(): FocusTarget | null {
  const list = last?.closest("table, ul, ol");
  return last && list ? focusTargetIn(list, last) : null;
}

/** The control to focus after a dialog: the original one, or the one that replaced it if its row was removed. */
export function returnTo(target: FocusTarget): HTMLElement | null {
  const current = () => (target.list.isConnected ? nearest(target) : undefined);
  // The row may be removed in the same frame and lose the focus again.
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) current()?.focus();
  });
  return current() ?? null;
}
