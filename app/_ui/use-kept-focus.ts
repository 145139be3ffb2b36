import { type FocusEvent, useEffect, useRef } from "react";

const controlsOf = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>(
    ":is(a[href], button, input, select, textarea, [tabindex='0']):not([aria-hidden=true])",
  ),
];
const isUsable = (control: HTMLElement): boolean => !control.matches(":disabled, [aria-disabled=true]");

interface Held {
  control: HTMLElement;
  /** Its place among the list's controls. */
  at: number;
}

/**
 * For a list whose controls come, go and change places: where the one that has the focus is gone or can no longer be used, the
 * focus goes to what stands in its place, and is not lost. Who leaves the list by themselves is not called back: React tells of
 * no blur that its own changes have caused.
 */
export function useKeptFocus<E extends HTMLElement>() {
  const list = useRef<E>(null);
  const held = useRef<Held | null>(null);
  useEffect(() => {
    const active = document.activeElement;
    const isLost = active === document.body || (active === held.current?.control && active.matches(":disabled"));
    if (!held.current || !isLost || !list.current) return;
    const { control, at } = held.current;
    const controls = controlsOf(list.current);
    const stays = controls.indexOf(control);
    const from = stays === -1 ? at : stays;
    (controls.slice(from).find(isUsable) ?? controls.slice(0, from).findLast(isUsable))?.focus();
  });
  const onFocus = ({ target, currentTarget }: FocusEvent<E>) => {
    held.current = { control: target, at: controlsOf(currentTarget).indexOf(target) };
  };
  const onBlur = () => {
    held.current = null;
  };
  return { ref: list, onFocus, onBlur };
}
