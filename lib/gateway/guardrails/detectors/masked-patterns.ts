// Every match of an operator's or a project's patterns, to make them unreadable.
import type { Detector, Finding } from "../finding";
import { compilePattern } from "../patterns";

/** Of one text; the rest of it counts as one more. */
const MAX_MATCHES = 10_000;

/** Throws a RuleFlaw for a pattern that cannot be compiled. */
export function maskedPatterns(patterns: readonly string[]): Detector {
  for (const source of patterns) compilePattern(source);
  return {
    finders: [],
    written: patterns.map((source) => (text: string) => matchesOf(source, text)),
    conclude: () => ({ score: 0, reason: null }),
    reach: Number.POSITIVE_INFINITY,
  };
}

function matchesOf(source: string, text: string): Finding[] {
  const matcher = compilePattern(source).matcher(text);
  const found: Finding[] = [];
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    // An empty match hides nothing.
    if (end === start) continue;
    if (found.length === MAX_MATCHES) return [...found, { kind: "pattern", start, end: text.length }];
    found.push({ kind: "pattern", start, end });
  }
  return found;
}
