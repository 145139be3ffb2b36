"use client";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";

interface FocusOptions {
  region: RefObject<HTMLElement | null>;
  rowHeight: number;
  total: number;
  bringIntoView: (index: number) => void;
}

/** Arrow keys, Page up and down, Home and End move the focus between rows, also to rows that have not loaded yet. */
export function useRowFocus({ region, rowHeight, total, bringIntoView }: FocusOptions) {
  const [focused, setFocused] = useState<number | null>(null);
  const pending = useRef<number | null>(null);
  // The row gets the focus once it has loaded. Until then the focus stays.
  const focusPending = () => {
    if (pending.current === null) return;
    const button = region.current?.querySelector<HTMLButtonElement>(`button[data-row="${pending.current}"]`);
    if (!button) return;
    pending.current = null;
    button.focus({ preventScroll: true });
  };
  useEffect(focusPending);
  const walk = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (!(target instanceof HTMLButtonElement) || target.dataset.row === undefined) return;
    const page = Math.max(1, Math.floor((region.current?.clientHeight ?? 0) / rowHeight) - 2);
    const from = Number(target.dataset.row);
    const to = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + page,
      PageUp: from - page,
      Home: 0,
      End: total - 1,
    }[key];
    if (to === undefined) return;
    event.preventDefault();
    pending.current = Math.min(Math.max(to, 0), total - 1);
    bringIntoView(pending.current);
    focusPending();
  };
  return { focused, setFocused, walk };
}
