"use client";
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { SpanCategory, TextSpan } from "@/lib/annotation/labels/rules/text-spans";
import { SegmentText } from "./segment-text";
import { type Range, segmentsOf } from "./segments";
import { select, selectionIn } from "./selection";

interface Props {
  id: string;
  name: string;
  describedBy: string;
  root: RefObject<HTMLDivElement | null>;
  text: string;
  spans: readonly TextSpan[];
  categories: readonly SpanCategory[];
  disabled: boolean;
  /** The selection to restore after drawing; the text is drawn again when its spans change. */
  keep: RefObject<Range | null>;
  onSelect: (range: Range) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * The text as one can move in it: editable for the browser, so that the text cursor, selection by mouse, touch and keys,
 * and screen readers work as in any text, but nothing that is typed changes it.
 */
export function MarkedText({ id, name, describedBy, root, text, spans, categories, disabled, keep, ...on }: Props) {
  const drawing = useLockedText(root, on.onSelect);
  useLayoutEffect(() => {
    if (keep.current && root.current && document.activeElement === root.current && spans)
      select(root.current, keep.current);
    keep.current = null;
  }, [keep, root, spans]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a textarea cannot show marks
    <div
      key={drawing}
      ref={root}
      id={id}
      role="textbox"
      aria-multiline="true"
      aria-readonly="true"
      aria-label={name}
      aria-describedby={describedBy}
      tabIndex={0}
      contentEditable={!disabled}
      suppressContentEditableWarning
      inputMode="none"
      spellCheck={false}
      dir="auto"
      onKeyDown={on.onKeyDown}
      className="rounded-md border border-line bg-paper px-3 py-2 text-base leading-8 whitespace-pre-wrap wrap-anywhere"
    >
      {segmentsOf(text, spans).map((segment) => (
        <SegmentText key={segment.from} segment={segment} categories={categories} />
      ))}
    </div>
  );
}

/** Follows the selection and refuses every input. The number changes when the text must be drawn again. */
function useLockedText(root: Props["root"], onSelect: Props["onSelect"]): number {
  const [drawing, setDrawing] = useState(0);
  const composedAt = useRef<Range | null>(null);
  useLayoutEffect(() => {
    // The text that had the focus is gone with the drawing before.
    if (drawing === 0 || !composedAt.current) return;
    root.current?.focus({ preventScroll: true });
    select(root.current, composedAt.current);
    composedAt.current = null;
  }, [drawing, root]);
  useEffect(() => {
    const element = root.current;
    const prevent = (event: Event) => event.preventDefault();
    const compose = () => {
      composedAt.current = selectionIn(element);
    };
    // An input method cannot be prevented, so the text is drawn again after it.
    const redraw = () => {
      if (document.activeElement !== element) composedAt.current = null;
      setDrawing((before) => before + 1);
    };
    const follow = () => {
      const range = selectionIn(element);
      if (range) onSelect(range);
    };
    element?.addEventListener("beforeinput", prevent);
    element?.addEventListener("compositionstart", compose);
    element?.addEventListener("compositionend", redraw);
    document.addEventListener("selectionchange", follow);
    return () => {
      element?.removeEventListener("beforeinput", prevent);
      element?.removeEventListener("compositionstart", compose);
      element?.removeEventListener("compositionend", redraw);
      document.removeEventListener("selectionchange", follow);
    };
  });
  return drawing;
}
