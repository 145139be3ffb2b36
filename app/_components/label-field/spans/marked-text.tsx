"use client";
import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useState } from "react";
import type { SpanCategory, TextSpan } from "@/lib/annotation/labels/rules/text-spans";
import { type Range, type Segment, segmentsOf } from "./segments";
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
  /** The selection to restore after drawing; the text is drawn anew when its spans change. */
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
        <Piece key={segment.from} segment={segment} categories={categories} />
      ))}
    </div>
  );
}

/** Follows the selection and refuses every input. The number changes when the text must be drawn anew. */
function useLockedText(root: Props["root"], onSelect: Props["onSelect"]): number {
  const [drawing, setDrawing] = useState(0);
  useEffect(() => {
    const element = root.current;
    const prevent = (event: Event) => event.preventDefault();
    // An input method cannot be prevented, so the text is drawn anew after it.
    const redraw = () => setDrawing((before) => before + 1);
    const follow = () => {
      const range = selectionIn(element);
      if (range) onSelect(range);
    };
    element?.addEventListener("beforeinput", prevent);
    element?.addEventListener("compositionend", redraw);
    document.addEventListener("selectionchange", follow);
    return () => {
      element?.removeEventListener("beforeinput", prevent);
      element?.removeEventListener("compositionend", redraw);
      document.removeEventListener("selectionchange", follow);
    };
  });
  return drawing;
}

/** Each covering span is a line below, each in its lane; the number of its category stands at its end. */
function Piece({ segment: { text, covering }, categories }: { segment: Segment; categories: readonly SpanCategory[] }) {
  if (covering.length === 0) return <span>{text}</span>;
  const numberOf = ({ category }: TextSpan) => categories.findIndex(({ label }) => label === category) + 1;
  const ending = covering.filter(({ isLast }) => isLast).map(({ span }) => numberOf(span));
  const colors = covering.map(({ span }) => `var(--series-${categories[numberOf(span) - 1]?.color ?? "grey"})`);
  const lanes = covering.map(({ lane }) => lane);
  const style: CSSProperties = {
    backgroundColor: `color-mix(in oklab, ${colors[0]} 16%, transparent)`,
    backgroundImage: colors.map((color) => `linear-gradient(${color}, ${color})`).join(", "),
    backgroundPosition: lanes.map((lane) => `0 calc(100% - ${lane * 4}px)`).join(", "),
    backgroundRepeat: "no-repeat",
    backgroundSize: "100% 2px",
    paddingBottom: `${Math.max(...lanes) * 4 + 2}px`,
  };
  return (
    <span
      style={style}
      data-tag={ending.join(" ") || undefined}
      className="data-[tag]:after:ml-px data-[tag]:after:align-super data-[tag]:after:text-[0.625rem] data-[tag]:after:font-medium data-[tag]:after:content-[attr(data-tag)]"
    >
      {text}
    </span>
  );
}
