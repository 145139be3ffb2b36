// Spans of a text: pieces of one field of the source, each with a category.
import { isRecord, recordsIn } from "@/lib/records";

export const spanColors = ["blue", "orange", "green", "purple", "grey"] as const;
export type SpanColor = (typeof spanColors)[number];

export interface SpanCategory {
  label: string;
  color: SpanColor;
}

/** From the character `start` up to but without `end`, both from 0. Characters are code points, as in Python. */
export interface TextSpan {
  field: string;
  start: number;
  end: number;
  category: string;
  text: string;
}

export interface SpanRules {
  field: string;
  categories: SpanCategory[];
  allowOverlap: boolean;
}

type Settings = Record<string, unknown>;

const MOST_SPANS = 500;

const colorOf = (value: unknown, index: number): SpanColor =>
  spanColors.find((color) => color === value) ?? spanColors[index % spanColors.length] ?? "grey";

export const spanRules = (settings: Settings): SpanRules => ({
  field: typeof settings.field === "string" ? settings.field : "",
  categories: recordsIn(settings.categories).map(({ label, color }, index) => ({
    label: String(label),
    color: colorOf(color, index),
  })),
  allowOverlap: settings.allow_overlap === true,
});

export type ReadSpans = { value: { spans: TextSpan[]; length?: number } } | { problem: string };

const isPosition = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Spans in their order in the text. An empty list is an answer: there is nothing to mark. */
export function readSpans(settings: Settings, bare: unknown, length: unknown): ReadSpans {
  if (!Array.isArray(bare)) return { problem: "must be a list of spans." };
  if (bare.length > MOST_SPANS) return { problem: `has more than ${MOST_SPANS} spans.` };
  const { field, categories, allowOverlap } = spanRules(settings);
  const spans: TextSpan[] = [];
  for (const [index, sent] of bare.entries()) {
    const span = readSpan(sent, field, categories);
    if (typeof span === "string") return { problem: `span ${index + 1} ${span}` };
    spans.push(span);
  }
  spans.sort(inOrder);
  for (const [index, span] of spans.entries()) {
    const overlapping = spans.slice(0, index).filter((other) => other.end > span.start);
    const before = overlapping.find(({ category }) => category === span.category) ?? overlapping[0];
    if (!before) continue;
    const what = `has spans at ${before.start} and ${span.start} that overlap`;
    if (!allowOverlap) return { problem: `${what}, which its settings do not allow.` };
    if (before.category === span.category) return { problem: `${what} with the same category.` };
  }
  return { value: isPosition(length) ? { spans, length } : { spans } };
}

const inOrder = (one: TextSpan, other: TextSpan): number =>
  one.start - other.start || one.end - other.end || (one.category < other.category ? -1 : 1);

function readSpan(sent: unknown, field: string, categories: readonly SpanCategory[]): TextSpan | string {
  if (!isRecord(sent)) return "must be an object.";
  const { start, end, category, text } = sent;
  if (sent.field !== undefined && sent.field !== field) return `must have the field ${field}.`;
  if (!isPosition(start) || !isPosition(end) || start >= end) return "needs a start, and an end behind it.";
  const known = categories.find(({ label }) => label === category);
  if (!known) return "has a category that is not configured.";
  if (typeof text !== "string" || [...text].length !== end - start)
    return "needs its text, with as many characters as from start to end.";
  return { field, start, end, category: known.label, text };
}

/**
 * The value with the length of the text it was checked against; else the problem. `text` is null if the source has no
 * such field.
 */
export function quoted(settings: Settings, spans: readonly TextSpan[], text: string | null): ReadSpans {
  const { field } = spanRules(settings);
  if (text === null)
    return spans.length === 0
      ? { value: { spans: [] } }
      : { problem: `marks the field ${field}, which the source does not have.` };
  const characters = [...text];
  const wrong = spans.find(({ start, end, text: own }) => characters.slice(start, end).join("") !== own);
  if (wrong)
    return { problem: `has a span at ${wrong.start} whose text is not what ${field} has from there to ${wrong.end}.` };
  return { value: { spans: [...spans], length: characters.length } };
}

/** The spans of a stored value. */
export const spansOf = (value: Record<string, unknown> | null): TextSpan[] =>
  // Safe: only readSpans makes stored values.
  Array.isArray(value?.spans) ? (value.spans as TextSpan[]) : [];

export const spansText = (spans: readonly TextSpan[]): string =>
  spans.length === 0 ? "Nothing marked" : spans.map(({ category, text }) => `${category}: “${text}”`).join("; ");
