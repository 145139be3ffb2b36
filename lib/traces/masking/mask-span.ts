// Makes values of a span unreadable by a project's rules.
import type { SpanRecord } from "@/lib/contracts/traces/span-record";
import type { Rule } from "@/lib/gateway/guardrails/compile";
import { WHOLE_NAME } from "../rules/read-span";
import { readMeaning, shortName } from "../rules/span-meaning";
import { asJson, asText, type Masked, maskTexts, type Run, UNCHECKED } from "./mask-texts";
import { changeTexts, type SpanTexts, textsOf } from "./span-texts";

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
  const texts = textsOf(bare);
  const plain = await maskPlain(bare, texts, run, known);
  const { span: changed, masked } = await maskJson(plain, plain.span === bare ? texts : textsOf(plain.span), run);
  if (changed === bare) return { span, masked };
  const name = isWithoutName ? shortName(String(changed.attributes[WHOLE_NAME])) : changed.name;
  return { span: { ...changed, name, isDerived: false }, masked };
}

function isCut({ name, attributes }: SpanRecord): boolean {
  const whole = attributes[WHOLE_NAME];
  return typeof whole === "string" && whole !== name && shortName(whole) === name;
}

async function maskPlain(
  span: SpanRecord,
  texts: SpanTexts,
  run: readonly Run[],
  known: KnownTexts,
): Promise<MaskedSpan> {
  const plain = [...texts.plain];
  const checked = await maskTexts(
    plain.filter((text) => !known.has(text)),
    run,
    asText,
  );
  const outcomes = new Map(plain.flatMap((text) => pairOf(text, known.get(text) ?? checked.get(text))));
  for (const [text, outcome] of checked)
    if (text.length <= SHORT && outcome.text !== UNCHECKED && known.size < MOST_KNOWN) known.set(text, outcome);
  return withMasked(span, null, outcomes, run);
}

const pairOf = (text: string, outcome: Masked | undefined): [string, Masked][] => (outcome ? [[text, outcome]] : []);

/**
 * Texts of JSON as wholes, after the texts in them: some values are found by the names beside them. The innermost come
 * first.
 */
async function maskJson(plain: MaskedSpan, { json }: SpanTexts, run: readonly Run[]): Promise<MaskedSpan> {
  let { span, masked } = plain;
  for (const level of [...json.keys()].toReversed()) {
    // What has changed further inside is also in these texts.
    const texts = span === plain.span ? json[level] : textsOf(span).json[level];
    const outcome = await withMasked(span, level, await maskTexts(texts ?? [], run, asJson), run);
    span = outcome.span;
    masked = masked.map((count, index) => count + (outcome.masked[index] ?? 0));
  }
  return { span: span === plain.span || !span.isDerived ? span : withContents(span), masked };
}

/** Input and output that were read from attributes, read again. What these no longer say stays as it is. */
function withContents(span: SpanRecord): SpanRecord {
  const { input, output } = readMeaning(span.attributes, span.events);
  return { ...span, input: input ?? span.input, output: output ?? span.output };
}

/** The same span if nothing was masked. */
function withMasked(
  span: SpanRecord,
  level: number | null,
  outcomes: ReadonlyMap<string, Masked>,
  run: readonly Run[],
): MaskedSpan {
  const masked = run.map((_, index) => sum([...outcomes.values()].map(({ counts }) => counts[index] ?? 0)));
  if (masked.every((count) => count === 0)) return { span, masked };
  const change = (text: string, at: number | null) => (at === level ? (outcomes.get(text)?.text ?? text) : text);
  return { span: changeTexts(span, change), masked };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);
