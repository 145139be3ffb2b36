// Every text of a span, and the span with other texts in their stead.
import { type Breaks, startBreaks } from "@/lib/bounds/turn";
import type { SpanRecord } from "@/lib/contracts/traces/span-record";
import { isRecord } from "@/lib/records";
import { distinct, isJson, longNumber, type Names, readTokens, type Token } from "./json-texts";

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

export interface SpanTexts {
  /** Texts without JSON, also those inside texts of JSON. */
  plain: Set<string>;
  /** Texts of JSON, those inside others before these. */
  json: Map<string, Token[]>;
}

/** Each text of JSON is read once. Others are served meanwhile. */
export async function textsOf(span: SpanRecord, breaks: Breaks = startBreaks()): Promise<SpanTexts> {
  const plain = new Set<string>();
  const json = new Map<string, Token[]>();
  let texts = new Set<string>();
  changeTexts(span, (text) => {
    texts.add(text);
    return text;
  });
  for (let depth = 0; texts.size > 0; depth++) {
    const inner = new Set<string>();
    for (const text of texts) {
      if (json.has(text)) continue;
      if (depth < MOST_NESTED && isJson(text)) json.set(text, await readTokens(text, inner, breaks));
      else plain.add(text);
      if (breaks.isDue()) await breaks.take();
    }
    texts = inner;
  }
  // A text inside another is shorter.
  return { plain, json: new Map([...json].sort(([one], [other]) => one.length - other.length)) };
}

/** The span with each text changed: in values, in names of members, in numbers as long as those of cards. */
export function changeTexts(span: SpanRecord, change: (text: string) => string): SpanRecord {
  const fields = Object.entries(span).map(([field, value]) => {
    if (FIXED.has(field)) return [field, value];
    if (field !== "events" && field !== "links") return [field, changed(value, change)];
    return [field, span[field].map((part) => changedMembers(part, change, FIXED_OF_PARTS))];
  });
  // Safe: texts stay texts, and lists and objects stay what they are. Numbers that become texts are in JSON alone.
  return Object.fromEntries(fields) as SpanRecord;
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
