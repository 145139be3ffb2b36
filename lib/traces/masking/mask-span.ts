// Makes values of a span unreadable by a project's rules.
import { type Breaks, startBreaks } from "@/lib/bounds/turn";
import type { SpanRecord } from "@/lib/contracts/traces/span-record";
import type { Rule } from "@/lib/gateway/guardrails/compile";
import { WHOLE_NAME } from "../rules/read-span";
import { readMeaning, shortName } from "../rules/span-meaning";
import { type Token, withTokens } from "./json-texts";
import { asJson, asText, type Masked, maskTexts, type Run, UNCHECKED } from "./mask-texts";
import { changeTexts, textsOf } from "./span-texts";

/** Short texts that were checked before, by themselves: names of attributes and models recur from span to span. */
export type KnownTexts = Map<string, Masked>;
const MOST_KNOWN = 10_000;
const SHORT = 100;

/** A span, and how many values each rule has masked in it, in the order of the rules. */
interface MaskedSpan {
  span: SpanRecord;
  masked: number[];
}

export async function maskSpan(
  span: SpanRecord,
  rules: readonly Rule[],
  known: KnownTexts = new Map(),
): Promise<MaskedSpan> {
  // Of a long name the whole is masked and then cut, because a cut could divide a value.
  const isWithoutName = isCut(span);
  const bare = isWithoutName ? { ...span, name: "" } : span;
  const run = rules.map((rule) => ({ rule, leftMs: rule.timeoutMs }));
  const breaks = startBreaks();
  const { plain, json } = await textsOf(bare, breaks);
  const outcomes = await maskPlain([...plain], run, known);
  const whole = await maskJson(json, outcomes, run, breaks);
  const masked = countsOf(outcomes.values(), run);
  if (masked.every((count) => count === 0)) return { span, masked };
  const changed = changeTexts(bare, (text) => outcomes.get(text)?.text ?? text);
  const read = whole && changed.isDerived ? withContents(changed) : changed;
  const name = isWithoutName ? shortName(String(read.attributes[WHOLE_NAME])) : read.name;
  return { span: { ...read, name, isDerived: false }, masked };
}

function isCut({ name, attributes }: SpanRecord): boolean {
  const whole = attributes[WHOLE_NAME];
  return typeof whole === "string" && whole !== name && shortName(whole) === name;
}

async function maskPlain(
  texts: readonly string[],
  run: readonly Run[],
  known: KnownTexts,
): Promise<Map<string, Masked>> {
  const checked = await maskTexts(
    texts.filter((text) => !known.has(text)),
    run,
    asText,
  );
  const outcomes = new Map(texts.flatMap((text) => pairOf(text, known.get(text) ?? checked.get(text))));
  for (const [text, outcome] of checked)
    if (text.length <= SHORT && outcome.text !== UNCHECKED && known.size < MOST_KNOWN) known.set(text, outcome);
  return outcomes;
}

const pairOf = (text: string, outcome: Masked | undefined): [string, Masked][] => (outcome ? [[text, outcome]] : []);

/**
 * Texts of JSON, with what has changed inside them, as wholes: some values are found by the names beside them. Adds to the
 * outcomes, and answers whether a whole has changed.
 */
async function maskJson(
  json: ReadonlyMap<string, readonly Token[]>,
  outcomes: Map<string, Masked>,
  run: readonly Run[],
  breaks: Breaks,
): Promise<boolean> {
  const isMasked = ({ counts }: Masked) => counts.some((count) => count > 0);
  let isChanged = [...outcomes.values()].some(isMasked);
  let isWholeChanged = false;
  for (const [text, tokens] of json) {
    const change = (inner: string) => outcomes.get(inner)?.text ?? inner;
    const inside = isChanged ? await withTokens(text, tokens, change, breaks) : text;
    const outcome = (await maskTexts([inside], run, asJson)).get(inside);
    if (outcome) outcomes.set(text, outcome);
    if (outcome && isMasked(outcome)) isChanged = isWholeChanged = true;
    if (breaks.isDue()) await breaks.take();
  }
  return isWholeChanged;
}

/** Input and output that were read from attributes, read again. What these no longer say stays as it is. */
function withContents(span: SpanRecord): SpanRecord {
  const { input, output } = readMeaning(span.attributes, span.events);
  return { ...span, input: input ?? span.input, output: output ?? span.output };
}

/** How many values each rule has masked. */
function countsOf(outcomes: Iterable<Masked>, run: readonly Run[]): number[] {
  const sums = run.map(() => 0);
  for (const { counts } of outcomes)
    for (const [index, count] of counts.entries()) sums[index] = (sums[index] ?? 0) + count;
  return sums;
}
