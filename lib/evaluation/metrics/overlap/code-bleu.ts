import { occurrences } from "../tokens";
import { bleu, bleuCounts, brevity } from "./bleu";

/** Keywords of Python, JavaScript and similar languages. */
const KEYWORDS = new Set(
  (
    "and as assert async await break case catch class const continue def default del do elif else enum except export extends " +
    "False finally for from function global if implements import in instanceof interface is lambda let match new None nonlocal " +
    "not null or package pass private protected public raise return self static struct super switch this throw throws True true " +
    "false try type typeof undefined union use var void while with yield fn func impl int string bool float double char"
  ).split(" "),
);
const KEYWORD_WEIGHT = 5;

/** Names, numbers, quoted strings, and every other character. */
export const codeTokens = (code: string): string[] =>
  code.match(/[\p{L}_$][\p{L}\p{N}_$]*|\d+(?:\.\d+)?|"[^"\n]*"|'[^'\n]*'|[^\s\p{L}\p{N}_$]/gu) ?? [];

/** The share of the hypothesis' tokens that the reference has as often. Keywords weigh five times as much. */
function weightedShare(reference: readonly string[], hypothesis: readonly string[]): number {
  const there = occurrences(reference);
  let [matched, all] = [0, 0];
  for (const [token, count] of occurrences(hypothesis)) {
    const weight = KEYWORDS.has(token) ? KEYWORD_WEIGHT : 1;
    all += weight * count;
    matched += weight * Math.min(count, there.get(token) ?? 0);
  }
  return all === 0 ? 0 : matched / all;
}

/** The mean of BLEU-4 and of the keyword-weighted token share, both with BLEU's brevity penalty. */
export function codeBleu(reference: readonly string[], hypothesis: readonly string[]) {
  const counts = bleuCounts(hypothesis, [reference]);
  const [runs, weighted] = [
    bleu(counts, { effectiveOrder: true }),
    brevity(counts) * weightedShare(reference, hypothesis),
  ];
  return { score: (runs + weighted) / 2, runs, weighted };
}
