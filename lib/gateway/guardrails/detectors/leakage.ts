// What an answer should not give away: pieces of the system prompt, and traces of the systems behind it.
import type { GuardrailConfig, LeakType } from "@/lib/contracts/gateway/guardrails";
import { type Detector, scoreByCount } from "../finding";
import { simpleText } from "../normal-form/readings";
import { finders, type Pattern, reachOf } from "../patterns";

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

interface Token {
  text: string;
  start: number;
  end: number;
}

const wordsOf = (text: string): Token[] =>
  Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    text: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));

const runs = (words: readonly Token[], length: number): string[] =>
  words.slice(0, Math.max(0, words.length - length + 1)).map((_, at) => joined(words, at, length));

const joined = (words: readonly Token[], at: number, length: number): string =>
  words
    .slice(at, at + length)
    .map(({ text }) => text)
    .join(" ");

/** The runs of words of a system prompt, made once for all stretches of an answer. */
let last: { prompt: string; length: number; runs: Set<string> } | undefined;
const MAX_PROMPT = 200_000;

function runsOf(prompt: string, length: number): Set<string> {
  if (last?.prompt === prompt && last.length === length) return last.runs;
  last = { prompt, length, runs: new Set(runs(wordsOf(simpleText(prompt.slice(0, MAX_PROMPT))), length)) };
  return last.runs;
}

/** Fires if `min_words` consecutive words are also in the system prompt, whatever is between them. */
export function systemPromptProtection({ min_words }: GuardrailConfig<"system-prompt-protection">): Detector {
  return {
    roles: ["assistant"],
    finders: [
      (text, { systemPrompt }) => {
        if (systemPrompt === "") return [];
        const secret = runsOf(systemPrompt, min_words);
        const words = wordsOf(text);
        return runs(words, min_words).flatMap((run, at) => {
          const [first, end] = [words[at], words[at + min_words - 1]];
          return first && end && secret.has(run) ? [{ kind: "system prompt", start: first.start, end: end.end }] : [];
        });
      },
    ],
    conclude: scoreByCount(1, "Parts of the system prompt"),
    // The distance between words has no limit.
    reach: Number.POSITIVE_INFINITY,
  };
}

const patterns: Record<LeakType, Pattern> = {
  sql: {
    expression:
      /\b(?:select\s{1,5}(?:\*|count\(\*\)|[\w."]{1,40}(?:\s{0,3},\s{0,3}[\w."]{1,40}){1,8})\s{1,5}from\s|insert\s{1,5}into\s{1,5}[\w."]{1,60}|update\s{1,5}[\w."]{1,60}\s{1,5}set\s|delete\s{1,5}from\s{1,5}[\w."]{1,60}|drop\s{1,5}(?:table|database|schema)\s|union\s{1,5}(?:all\s{1,5})?select\s)/gi,
    longest: 450,
  },
  shell: {
    expression:
      /(?:\brm\s{1,5}-[rRf]{1,3}\s|\bsudo\s{1,5}\w{1,30}|\b(?:curl|wget)\s[^\n|]{1,150}\|\s{0,5}(?:ba|z)?sh\b|\bchmod\s{1,5}[0-7+x]{2,4}\s|\bnc\s{1,5}-[lenvp]{1,5}\s|\/bin\/(?:ba|z)?sh\b)/g,
    longest: 180,
  },
  script: {
    expression:
      /(?:<script\b|javascript:|\bon(?:error|load|click|mouseover)\s{0,5}=\s{0,5}["']|<iframe\b|document\.cookie)/gi,
    longest: 30,
  },
  path_traversal: { expression: /(?:\.\.[\\/]){2,20}|(?:%2e%2e(?:%2f|\/)){1,20}/gi, longest: 180, certain: 12 },
  system_info: {
    expression:
      /(?:\/etc\/(?:passwd|shadow|hosts|ssh\/)|\/proc\/self\/|\b[cC]:\\(?:Windows\\System32|Users\\)|\broot:x:0:0:|\buid=\d{1,6}\(\w{1,30}\))/g,
    longest: 50,
  },
  environment: {
    expression:
      /\b(?:process\.env\.\w{1,60}|os\.environ\b|[A-Z][A-Z0-9]{1,30}_(?:[A-Z0-9]{1,20}_){0,3}(?:SECRET|PASSWORD|TOKEN|KEY)\s{0,3}=\s{0,3}[^\s]{6,200})/g,
    longest: 340,
    certain: 140,
  },
};

export function dataLeakage({
  types,
  max_findings,
  remediation,
}: GuardrailConfig<"data-leakage-prevention">): Detector {
  const chosen = Object.entries(patterns).filter(([type]) => !types || types.some((name) => name === type));
  return {
    finders: finders(chosen),
    conclude: scoreByCount(max_findings, "Leaks"),
    reach: reachOf(
      chosen.map(([, pattern]) => pattern),
      remediation !== "block",
    ),
  };
}
