import { type FocusEvent, useEffect, useRef } from "react";
import { type FocusTarget, focusTargetIn, nearest } from "./focus-target";

/**
 * For a list whose controls change. If the focused control is removed or disabled, the
 * focus moves to the control that replaces it. A user who leaves the list is not pulled back: React reports
 * no blur for changes that it makes itself.
 */
export function useKeptFocus<E extends HTMLElement>() {
  const list = useRef<E>(null);
  const focused = useRef<FocusTarget | null>(null);
  useEffect(() => {
    const active = document.activeElement;
    const isLost = active === document.body || (active === focused.current?.control && active.matches(":disabled"));
    if (!focused.current || !isLost || !list.current) return;
    nearest(focused.current)?.focus();
  });
  const onFocus = ({ target, currentTarget }: FocusEvent<E>) => {
    focused.current = focusTargetIn(currentTarget, target);
  };
  const onBlur = () => {
    focused.current = null;
  };
  return { ref: list, onFocus, onBlur };
}
