// Makes values of a span unreadable by a project's rules.

import type { SpanRecord } from "@/lib/contracts/traces/span-record";
import { Abort } from "@/lib/exchange/signal";
import type { Rule } from "@/lib/gateway/guardrails/compile";
import { altered } from "@/lib/gateway/guardrails/redact";
import { runRule } from "@/lib/gateway/guardrails/run-rule";
import { WHOLE_NAME } from "../rules/read-span";
import { shortName } from "../rules/span-meaning";
import { changeTexts, textsOf } from "./span-texts";

/** What stands in place of a text that could not be checked in time: masking never lets a text pass unchecked. */
export const UNCHECKED = "[REDACTED:unchecked]";

const surroundings = {
  context: { systemPrompt: "" },
  ask: () => Promise.reject(new Error("masking asks nobody")),
  now: () => Date.now(),
  signal: new Abort(),
};

/** The span, and how many values each rule has masked, in the order of the rules. */
export async function maskSpan(
  span: SpanRecord,
  rules: readonly Rule[],
): Promise<{ span: SpanRecord; masked: number[] }> {
  const bare = isCut(span) ? { ...span, name: "" } : span;
  const texts = new Map([...textsOf(bare)].map((text) => [text, text]));
  const masked: number[] = [];
  for (const rule of rules) masked.push(await maskTexts(texts, rule));
  if (masked.every((count) => count === 0)) return { span, masked };
  return { span: withName(changeTexts(bare, (text) => texts.get(text) ?? text)), masked };
}

/** Of a long name the whole is masked and then cut, because a cut could divide a value. */
const isCut = ({ attributes }: SpanRecord): boolean => typeof attributes[WHOLE_NAME] === "string";
const withName = (span: SpanRecord): SpanRecord =>
  isCut(span) ? { ...span, name: shortName(String(span.attributes[WHOLE_NAME])) } : span;

/** Runs a rule over texts as the earlier rules left them, and replaces what it finds. Returns how much that is. */
async function maskTexts(texts: Map<string, string>, { alter, ...rule }: Rule): Promise<number> {
  const originals = [...texts.keys()];
  const passages = originals.map((text) => ({
    text: texts.get(text) ?? text,
    role: "user" as const,
    place: "",
    isContent: false,
  }));
  const { failed, findings } = await runRule({ ...rule, alter }, passages, surroundings);
  let count = 0;
  for (const [index, original] of originals.entries()) {
    const found = findings[index] ?? [];
    const text = passages[index]?.text ?? "";
    if (failed) texts.set(original, UNCHECKED);
    else if (found.length > 0 && alter) texts.set(original, await altered(text, found, alter));
    count += failed ? 1 : found.length;
  }
  return count;
}
