// The text of a span label in pieces that are marked alike, and positions in it. Pure.
import type { TextSpan } from "@/lib/annotation/labels/rules/text-spans";

/** Positions in a JavaScript string. Stored positions count characters, so that 🙂 is one and not two. */
export interface Range {
  from: number;
  to: number;
}

export interface Segment extends Range {
  text: string;
  /** The spans that cover it, each with its lane: overlapping spans have different lanes. */
  covering: readonly { span: TextSpan; lane: number; isLast: boolean }[];
}

/** The number of characters in the first `units` units of a string. */
export const charactersIn = (text: string, units: number): number => [...text.slice(0, units)].length;

/** For each character its position in the string, and the string's length behind the last. */
export function unitsOf(text: string): number[] {
  const units = [0];
  for (const character of text) units.push((units.at(-1) ?? 0) + character.length);
  return units;
}

export function rangeOf(units: readonly number[], { start, end }: Pick<TextSpan, "start" | "end">): Range {
  const last = units.at(-1) ?? 0;
  return { from: units[start] ?? last, to: units[end] ?? last };
}

/** The lowest lane that is free where each span begins. */
export function lanesOf(spans: readonly TextSpan[]): number[] {
  const ends: number[] = [];
  return spans.map(({ start, end }) => {
    const free = ends.findIndex((taken) => taken <= start);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = end;
    return lane;
  });
}

export function segmentsOf(text: string, spans: readonly TextSpan[]): Segment[] {
  const units = unitsOf(text);
  const lanes = lanesOf(spans);
  const ranges = spans.map((span) => rangeOf(units, span));
  const borders = [...new Set([0, text.length, ...ranges.flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b);
  return borders.slice(1).map((to, index) => {
    const from = borders[index] ?? 0;
    const covering = spans.flatMap((span, at) => {
      const range = ranges[at];
      if (!range || range.from > from || range.to < to) return [];
      return [{ span, lane: lanes[at] ?? 0, isLast: range.to === to }];
    });
    return { from, to, text: text.slice(from, to), covering };
  });
}

/** A selection without the spaces at its ends; null if nothing is left. It never cuts a character in two. */
export function trimmedRange(text: string, { from, to }: Range): Range | null {
  const chosen = text.slice(from, to);
  const start = from + (chosen.length - chosen.trimStart().length);
  const end = start + chosen.trim().length;
  return start < end ? { from: isHalf(text, start) ? start - 1 : start, to: isHalf(text, end) ? end + 1 : end } : null;
}

const isHalf = (text: string, at: number): boolean => /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1)) && at > 0;

export const spanAt = (text: string, { from, to }: Range, field: string, category: string): TextSpan => ({
  field,
  start: charactersIn(text, from),
  end: charactersIn(text, to),
  category,
  text: text.slice(from, to),
});

/** A span that the new one may not overlap: any, or one of its category where overlapping is allowed. */
export const clashing = (spans: readonly TextSpan[], added: TextSpan, allowOverlap: boolean): TextSpan | undefined =>
  spans.find(
    (span) => span.start < added.end && added.start < span.end && (!allowOverlap || span.category === added.category),
  );

/** The next span from a position, or the one before it. */
export function neighbourOf(
  text: string,
  spans: readonly TextSpan[],
  at: Range,
  by: -1 | 1,
): { span: TextSpan; range: Range; number: number } | null {
  const units = unitsOf(text);
  const all = spans.map((span, index) => ({ span, range: rangeOf(units, span), number: index + 1 }));
  const isCurrent = ({ range }: { range: Range }) => range.from === at.from && range.to === at.to;
  const current = all.findIndex(isCurrent);
  if (current >= 0) return all[current + by] ?? null;
  if (by === 1) return all.find(({ range }) => range.from >= at.from) ?? null;
  return all.findLast(({ range }) => range.to <= at.from) ?? null;
}
