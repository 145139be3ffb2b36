"use client";
import { type RefObject, useRef, useState } from "react";
import { spanRules, spansOf, type TextSpan } from "@/lib/annotation/labels/rules/text-spans";
import type { FieldProps } from "../field-props";
import { clashing, neighbourOf, type Range, rangeOf, spanAt, trimmedRange, unitsOf } from "./segments";
import { select, selectionIn } from "./selection";

interface Options extends Pick<FieldProps, "label" | "value" | "onChange"> {
  text: string;
  field: string;
  root: RefObject<HTMLDivElement | null>;
}

/** The spans of a field, the selection in its text, and what can be done with them. */
export function useSpans({ label, value, onChange, text, field, root }: Options) {
  const { allowOverlap } = spanRules(label.settings);
  const spans = spansOf(value);
  const [selection, setSelection] = useState<Range | null>(null);
  const [message, setMessage] = useState("");
  const keep = useRef<Range | null>(null);
  const selected = selection && trimmedRange(text, selection);
  /** As the browser has it: a key may arrive before the change of the selection has been drawn. */
  const selectionNow = () => selectionIn(root.current) ?? selection;
  const write = (next: readonly TextSpan[], words: string, cursor: Range | null = selectionNow()) => {
    keep.current = cursor;
    setMessage(words);
    onChange(next.length > 0 ? { spans: [...next].sort(inOrder) } : null);
  };
  const drop = (span: TextSpan) =>
    write(
      spans.filter((each) => each !== span),
      `Removed ${span.category}: ${span.text}`,
    );
  const add = (category: string) => {
    const at = selectionNow();
    const range = at && trimmedRange(text, at);
    if (!range) return setMessage("Select some text first.");
    const span = spanAt(text, range, field, category);
    const clash = clashing(spans, span, allowOverlap);
    if (clash) return setMessage(`This overlaps ${clash.category}: “${clash.text}”. Remove that first.`);
    write([...spans, span], `${category}: ${span.text}`, { from: range.to, to: range.to });
  };
  /** Removes the span at the text cursor, or the first that the selection touches. */
  const remove = () => {
    const at = selectionNow();
    const span = at && touched(text, spans, at);
    if (span) drop(span);
    else setMessage("There is no span here.");
  };
  const toggleNone = () => {
    if (spans.length > 0) return setMessage("Remove the spans first.");
    setMessage(value === null ? "Nothing to mark" : "");
    onChange(value === null ? { spans: [] } : null);
  };
  const moves = movesIn(text, spans, root, { selectionNow, say: setMessage });
  return { spans, selected, message, keep, follow: setSelection, add, drop, remove, toggleNone, ...moves };
}

const inOrder = (one: TextSpan, other: TextSpan): number => one.start - other.start || one.end - other.end;

function touched(text: string, spans: readonly TextSpan[], at: Range): TextSpan | undefined {
  const units = unitsOf(text);
  return spans.find((span) => {
    const { from, to } = rangeOf(units, span);
    return from <= at.to && at.from <= to;
  });
}

interface Cursor {
  selectionNow: () => Range | null;
  say: (words: string) => void;
}

const movesIn = (text: string, spans: readonly TextSpan[], root: Options["root"], { selectionNow, say }: Cursor) => ({
  /** Selects the next span; false if there is none, so that the focus leaves the text. */
  step(by: -1 | 1): boolean {
    const next = neighbourOf(text, spans, selectionNow() ?? { from: 0, to: 0 }, by);
    if (!next) return false;
    select(root.current, next.range);
    say(`Span ${next.number} of ${spans.length}, ${next.span.category}: ${next.span.text}`);
    return true;
  },
  show(span: TextSpan) {
    root.current?.focus();
    select(root.current, rangeOf(unitsOf(text), span));
    root.current?.scrollIntoView({ block: "nearest" });
  },
});
