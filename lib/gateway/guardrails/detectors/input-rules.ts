// Rules of form: patterns that a text may not or must match, lengths, and the scripts that it may be written in.
import type { GuardrailConfig } from "@/lib/contracts/gateway/guardrails";
import type { Detector, Finding, Passage, Verdict } from "../finding";
import { compilePattern, finderOfConfigured } from "../patterns";

const passed: Verdict = { score: 0, reason: null };
const fired = (reason: string): Verdict => ({ score: 1, reason });

/** Throws for a pattern that cannot be compiled. */
export function inputValidation(config: GuardrailConfig<"input-validation">): Detector {
  const { deny_patterns: denied, require_patterns: required } = config;
  for (const source of [...denied, ...required]) compilePattern(source);
  return {
    roles: ["user", "assistant"],
    finders: denied.map((source) => finderOfConfigured("denied pattern", source)),
    written: [...required.map((source, index) => finderOfConfigured(`required pattern ${index + 1}`, source))],
    conclude(findings, passages) {
      const isContent = (_: unknown, at: number) => passages[at]?.isContent === true;
      const kinds = new Set(findings.filter(isContent).flatMap((some) => some.map(({ kind }) => kind)));
      if (findings.some((some) => some.some(({ kind }) => kind === "denied pattern")))
        return fired("The text matches a denied pattern");
      const missing = required.findIndex((_, index) => !kinds.has(`required pattern ${index + 1}`));
      if (missing >= 0) return fired(`The text does not match the required pattern ${missing + 1}`);
      return lengthsOf(config, passages);
    },
    reach: Number.POSITIVE_INFINITY,
  };
}

function lengthsOf(config: GuardrailConfig<"input-validation">, passages: readonly Passage[]): Verdict {
  const lengths = passages.filter(({ isContent }) => isContent).map(({ text }) => text.length);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const { min_message_length: least = 0, max_message_length: most = Number.POSITIVE_INFINITY } = config;
  if (lengths.some((length) => length > most)) return fired(`A text is longer than ${most} characters`);
  if (lengths.some((length) => length < least)) return fired(`A text is shorter than ${least} characters`);
  const all = config.max_total_length ?? Number.POSITIVE_INFINITY;
  return total > all ? fired(`The texts together are longer than ${all} characters`) : passed;
}

const SHORT = 5;

/** Which letters are in none of the allowed scripts. Throws for a script that Unicode does not know. */
export function languageDetection({ allowed_scripts: scripts }: GuardrailConfig<"language-detection">): Detector {
  const allowed = scripts.map((script) => `\\p{Script_Extensions=${script}}`).join("");
  const foreign = new RegExp(`(?=\\p{L})[^${allowed}]`, "gu");
  const LETTERS = /\p{L}/gu;
  return {
    roles: ["user", "assistant"],
    contentOnly: true,
    finders: [],
    written: [
      (text): Finding[] => {
        const found: Finding[] = [];
        for (const { 0: letter, index } of text.matchAll(foreign)) {
          const last = found.at(-1);
          const end = index + letter.length;
          if (last && last.end === index) last.end = end;
          else found.push({ kind: "other script", start: index, end });
        }
        return found;
      },
    ],
    conclude(findings, passages) {
      const letters = passages.reduce((sum, { text }) => sum + (text.match(LETTERS)?.length ?? 0), 0);
      const others = findings.flat().reduce((sum, { start, end }) => sum + end - start, 0);
      if (letters <= SHORT || others === 0) return passed;
      return { score: Math.min(1, others / letters), reason: "The text is in a script that is not allowed" };
    },
    reach: Number.POSITIVE_INFINITY,
  };
}
