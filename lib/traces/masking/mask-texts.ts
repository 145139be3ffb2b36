// Runs a project's rules over texts.
import { turn } from "@/lib/bounds/turn";
import { Abort } from "@/lib/exchange/signal";
import type { Rule } from "@/lib/gateway/guardrails/compile";
import type { Finding } from "@/lib/gateway/guardrails/finding";
import { type Alter, altered } from "@/lib/gateway/guardrails/redact";
import { runRule } from "@/lib/gateway/guardrails/run-rule";
import { isJson } from "./json-texts";

/** What stands in place of a text that could not be checked in time: masking never lets a text pass unchecked. */
export const UNCHECKED = "[REDACTED:unchecked]";

const surroundings = {
  context: { systemPrompt: "" },
  ask: () => Promise.reject(new Error("masking asks nobody")),
  now: () => Date.now(),
  signal: new Abort(),
};

/** A text after all rules, and how many values each has masked in it, in the order of the rules. */
export interface Masked {
  text: string;
  counts: number[];
}

/** A rule, and the time that it has left for a span. */
export interface Run {
  rule: Rule;
  leftMs: number;
}

/** How a kind of texts is masked: which findings count, and how they are replaced. */
interface Way {
  count(text: string, found: readonly Finding[]): readonly Finding[];
  replace(text: string, found: readonly Finding[], alter: Alter): Promise<string>;
}

export const asText: Way = { count: (_, found) => found, replace: altered };

/** Texts of JSON whose inner texts were masked before. */
export const asJson: Way = {
  count: (text, found) => {
    if (found.length === 0) return found;
    const masks = [...text.matchAll(MASK)].map(({ 0: mask, index }) => ({ start: index, end: index + mask.length }));
    let next = 0;
    return found.filter(({ start, end }) => {
      while ((masks[next]?.end ?? end) < end) next++;
      const mask = masks[next];
      return !mask || start < mask.start || end > mask.end;
    });
  },
  replace: async (text, found, alter) => {
    const result = await altered(text, found, alter);
    if (isJson(result)) return result;
    const quoted = await altered(text, found, async (words, kind) => {
      const mask = await alter(words, kind);
      return /^-?[\d.]+$/.test(words) ? JSON.stringify(mask) : mask;
    });
    return isJson(quoted) ? quoted : result;
  },
};

/** What treatments write. Rules have seen what is in a text that an application wrote in this form. */
const MASK = /\*\*\*|\[(?:REDACTED:[^[\]]{1,80}|SHA:[0-9a-f]{8,64})\]/g;

/** A run prepares all its texts, and collects what it found, without a break. */
const TEXTS_AT_ONCE = 2_000;

/** Each rule sees the texts as the earlier ones left them. */
export async function maskTexts(texts: Iterable<string>, run: readonly Run[], way: Way): Promise<Map<string, Masked>> {
  const all = new Map<string, Masked>();
  for (const text of texts) all.set(text, { text, counts: [] });
  if (all.size === 0) return all;
  const masked = [...all.values()];
  for (const one of run) {
    for (let from = 0; from < masked.length; from += TEXTS_AT_ONCE) {
      const startedAt = Date.now();
      await runOver(masked.slice(from, from + TEXTS_AT_ONCE), { ...one.rule, timeoutMs: one.leftMs }, way);
      one.leftMs -= Date.now() - startedAt;
      if (from + TEXTS_AT_ONCE < masked.length) await turn();
    }
  }
  return all;
}

async function runOver(texts: readonly Masked[], rule: Rule, way: Way): Promise<void> {
  const passages = texts.map(({ text }) => ({ text, role: "user" as const, location: "", isContent: false }));
  const { failed, findings } = await runRule(rule, passages, surroundings);
  for (const [index, masked] of texts.entries()) {
    const found = way.count(masked.text, findings[index] ?? []);
    masked.counts.push(failed ? 1 : found.length);
    if (failed) masked.text = UNCHECKED;
    else if (found.length > 0 && rule.alter) masked.text = await way.replace(masked.text, found, rule.alter);
  }
}
