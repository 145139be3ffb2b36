// Selecting rows: one by one, and ranges with Shift by click or arrow key.
import { type KeyboardEvent, type MouseEvent, useRef } from "react";
import { toggled } from "@/lib/toggled";

export interface Selection {
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
  /** Names a row's checkbox, e.g. "Select item 4". */
  labelOf: (key: string) => string;
}

/** The keys from one to another, in the order of the rows; only the second if the first is gone. */
export function rangeOf(keys: readonly string[], from: string | null, to: string): string[] {
  const [start, end] = [from === null ? -1 : keys.indexOf(from), keys.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return keys.slice(Math.min(start, end), Math.max(start, end) + 1);
}

const boxOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("tr[data-key] [data-select] [role=checkbox]") : null;
const keyOf = (box: HTMLElement | null): string | undefined => box?.closest<HTMLElement>("tr[data-key]")?.dataset.key;

/** Handlers for the table whose rows carry `data-key`, and the change of one row's checkbox. */
export function useRowSelection(keys: readonly string[], selection: Selection | undefined) {
  const anchor = useRef<string | null>(null);
  const isRange = useRef(false);
  const include = (key: string) => {
    if (!selection) return;
    selection.onChange(new Set([...selection.selected, ...rangeOf(keys, anchor.current, key)]));
  };
  return {
    toggle: (key: string) => {
      if (isRange.current && anchor.current !== null) return include(key);
      anchor.current = key;
      selection?.onChange(toggled(selection.selected, key));
    },
    // The checkbox reports its change without the keys that were down.
    onClickCapture: (event: MouseEvent<HTMLTableElement>) => {
      isRange.current = event.shiftKey;
    },
    onKeyDown: (event: KeyboardEvent<HTMLTableElement>) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const box = boxOf(event.target);
      const key = keyOf(box);
      if (!step || !box || key === undefined) return;
      const boxes = [
        ...event.currentTarget.querySelectorAll<HTMLElement>("tr[data-key] [data-select] [role=checkbox]"),
      ];
      const next = boxes[boxes.indexOf(box) + step];
      const nextKey = keyOf(next ?? null);
      if (!next || nextKey === undefined) return;
      event.preventDefault();
      next.focus();
      if (!event.shiftKey) return;
      anchor.current = selection?.selected.has(anchor.current ?? "") ? anchor.current : key;
      include(nextKey);
    },
  };
}
