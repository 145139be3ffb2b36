// Every text of a span, and the span with other texts in their stead.
import type { SpanRecord } from "@/lib/contracts/traces/span-record";
import { isRecord } from "@/lib/records";

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

export function textsOf(span: SpanRecord): Set<string> {
  const texts = new Set<string>();
  changeTexts(span, (text) => {
    texts.add(text);
    return text;
  });
  return texts;
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

const LONG_NUMBER = 1_000_000_000;

function changed(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return value === "" ? value : change(value);
  if (Number.isSafeInteger(value) && Math.abs(Number(value)) >= LONG_NUMBER) {
    const text = String(value);
    const other = change(text);
    return other === text ? value : other;
  }
  if (Array.isArray(value)) return value.map((entry) => changed(entry, change));
  if (!isRecord(value)) return value;
  const members = new Map<string, unknown>();
  const taken = new Map<string, number>();
  for (const [name, member] of Object.entries(value)) {
    const other = change(name);
    const number = (taken.get(other) ?? 0) + 1;
    taken.set(other, number);
    // Members whose names become equal are kept apart.
    members.set(number === 1 ? other : `${other} ${number}`, changed(member, change));
  }
  return Object.fromEntries(members);
}

const changedMembers = (part: object, change: (text: string) => string, fixed: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, fixed.has(name) ? value : changed(value, change)]),
  );
