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

/** A text after all rules, and how many values each has masked in it, in the order of the rules. */
interface Masked {
  text: string;
  counts: number[];
}

/** Short texts that were checked before, by themselves: names of attributes and models recur from span to span. */
export type KnownTexts = Map<string, Masked>;
const MOST_KNOWN = 10_000;
const SHORT = 100;

/** The span, and how many values each rule has masked, in the order of the rules. */
export async function maskSpan(
  span: SpanRecord,
  rules: readonly Rule[],
  known: KnownTexts = new Map(),
): Promise<{ span: SpanRecord; masked: number[] }> {
  // Of a long name the whole is masked and then cut, because a cut could divide a value.
  const isWithoutName = isCut(span);
  const bare = isWithoutName ? { ...span, name: "" } : span;
  const texts = [...textsOf(bare)];
  const checked = await maskTexts(
    texts.filter((text) => !known.has(text)),
    rules,
  );
  const outcomes = new Map(texts.flatMap((text) => pairOf(text, known.get(text) ?? checked.get(text))));
  for (const [text, outcome] of checked)
    if (text.length <= SHORT && outcome.text !== UNCHECKED && known.size < MOST_KNOWN) known.set(text, outcome);
  const masked = rules.map((_, index) => sum([...outcomes.values()].map(({ counts }) => counts[index] ?? 0)));
  if (masked.every((count) => count === 0)) return { span, masked };
  const changed = changeTexts(bare, (text) => outcomes.get(text)?.text ?? text);
  const name = isWithoutName ? shortName(String(changed.attributes[WHOLE_NAME])) : changed.name;
  return { span: { ...changed, name, isDerived: false }, masked };
}

const pairOf = (text: string, outcome: Masked | undefined): [string, Masked][] => (outcome ? [[text, outcome]] : []);
const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

function isCut({ name, attributes }: SpanRecord): boolean {
  const whole = attributes[WHOLE_NAME];
  return typeof whole === "string" && whole !== name && shortName(whole) === name;
}

/** Each rule sees the texts as the earlier ones left them. */
async function maskTexts(texts: readonly string[], rules: readonly Rule[]): Promise<Map<string, Masked>> {
  const all = new Map<string, Masked>(texts.map((text) => [text, { text, counts: [] }]));
  if (texts.length > 0) for (const rule of rules) await runOver([...all.values()], rule);
  return all;
}

async function runOver(texts: readonly Masked[], rule: Rule): Promise<void> {
  const passages = texts.map(({ text }) => ({ text, role: "user" as const, location: "", isContent: false }));
  const { failed, findings } = await runRule(rule, passages, surroundings);
  for (const [index, masked] of texts.entries()) {
    const found = findings[index] ?? [];
    masked.counts.push(failed ? 1 : found.length);
    if (failed) masked.text = UNCHECKED;
    else if (found.length > 0 && rule.alter) masked.text = await altered(masked.text, found, rule.alter);
  }
}
