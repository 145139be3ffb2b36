import { type FocusEvent, useEffect, useRef } from "react";
import { type FocusTarget, focusTargetIn, nearest } from "./focus-target";

/**
 * For a list whose controls come, go and change places: where the one that has the focus is gone or can no longer be used, the
 * focus goes to what stands in its place, and is not lost. Who leaves the list by themselves is not called back: React tells of
 * no blur that its own changes have caused.
 */
export function useKeptFocus<E extends HTMLElement>() {
  const list = useRef<E>(null);
  const held = useRef<FocusTarget | null>(null);
  useEffect(() => {
    const active = document.activeElement;
    const isLost = active === document.body || (active === held.current?.control && active.matches(":disabled"));
    if (!held.current || !isLost || !list.current) return;
    nearest(held.current)?.focus();
  });
  const onFocus = ({ target, currentTarget }: FocusEvent<E>) => {
    held.current = focusTargetIn(currentTarget, target);
  };
  const onBlur = () => {
    held.current = null;
  };
  return { ref: list, onFocus, onBlur };
}
