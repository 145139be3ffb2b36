// Every text of a span, and the span with other texts in their stead.
import type { SpanRecord } from "@/lib/contracts/traces/span-record";
import { isRecord } from "@/lib/records";
import { changedJson, distinct, longNumber, type Names } from "./json-texts";

/** Ids, times, figures and fixed words, which say nothing about anybody, and the project whose rules apply. */
const FIXED: ReadonlySet<string> = new Set<keyof SpanRecord>([
  "project",
  "traceId",
  "spanId",
  "parentSpanId",
  "isEntry",
  "kind",
  "observationType",
  "status",
  "startedAt",
  "endedAt",
  "latencyMs",
  "promptTokens",
  "completionTokens",
  "totalTokens",
  "costUsd",
]);
const FIXED_OF_PARTS: ReadonlySet<string> = new Set(["time", "trace_id", "span_id"]);

/** Texts of JSON inside others are read up to this depth. */
const MOST_NESTED = 4;

/** Changes a text. `level` is null for plain text; for a text of JSON it is 0, or more if it is in other texts of JSON. */
type Change = (text: string, level: number | null) => string;

export interface SpanTexts {
  /** Texts without JSON, also those inside texts of JSON. */
  plain: Set<string>;
  /** Texts of JSON, by their levels. */
  json: Set<string>[];
}

export function textsOf(span: SpanRecord): SpanTexts {
  const texts: SpanTexts = { plain: new Set(), json: [] };
  changeTexts(span, (text, level) => {
    if (level === null) texts.plain.add(text);
    else for (let at = texts.json.length; at <= level; at++) texts.json.push(new Set());
    if (level !== null) texts.json[level]?.add(text);
    return text;
  });
  return texts;
}

/** The span with each text changed: in values, in names of members, in numbers as long as those of cards. */
export function changeTexts(span: SpanRecord, change: Change): SpanRecord {
  const one = (text: string) => changedText(text, change, 0);
  const fields = Object.entries(span).map(([field, value]) => {
    if (FIXED.has(field)) return [field, value];
    if (field !== "events" && field !== "links") return [field, changed(value, one)];
    return [field, span[field].map((part) => changedMembers(part, one, FIXED_OF_PARTS))];
  });
  // Safe: texts stay texts, and lists and objects stay what they are. Numbers that become texts are in JSON alone.
  return Object.fromEntries(fields) as SpanRecord;
}

/** Of a text of JSON first what is in it, then itself. */
function changedText(text: string, change: Change, depth: number): string {
  const json = depth < MOST_NESTED ? changedJson(text, (inner) => changedText(inner, change, depth + 1)) : null;
  return json === null ? change(text, null) : change(json, depth);
}

function changed(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return value === "" ? value : change(value);
  if (typeof value === "number") {
    const text = longNumber(value);
    const other = text === null ? null : change(text);
    return other === text ? value : other;
  }
  if (Array.isArray(value)) return value.map((entry) => changed(entry, change));
  if (!isRecord(value)) return value;
  const taken: Names = new Map();
  const members = Object.entries(value).map(([name, member]) => [
    distinct(name, change(name), taken),
    changed(member, change),
  ]);
  return Object.fromEntries(members);
}

const changedMembers = (part: object, change: (text: string) => string, fixed: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, fixed.has(name) ? value : changed(value, change)]),
  );
