// How texts are split into tokens. A character is a Unicode code point throughout.

/** Splits at blanks. */
export const whitespaceTokens = (text: string): string[] => text.split(/\s+/u).filter((token) => token !== "");

// Scripts that put no blanks between words: each of their characters is a token.
const UNSPACED = "\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Mymr}";
const WORD = new RegExp(`(?=[\\p{L}\\p{N}])[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{N}]\\p{M}*)+`, "gu");

/** Runs of letters and digits, lower-cased. In scripts without blanks between words, each character. */
export const words = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/** Sentences by their final marks. A stretch without a letter or digit is not a sentence. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?…؟।][)"'”’\]]?)\s+|(?<=[。！？])|(?:\r?\n){2}/u)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));

export function codePointsIn(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index++) if (isHighOfPair(text, index)) count--;
  return count;
}

const isHighOfPair = (text: string, index: number): boolean => (text.codePointAt(index) ?? 0) > 0xffff;

/** How often each occurs in the list. */
export function occurrences<T>(members: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const member of members) counts.set(member, (counts.get(member) ?? 0) + 1);
  return counts;
}

export const total = (counts: ReadonlyMap<unknown, number>): number => {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
};

/** The overlap of two bags: Σ min. */
export function shared<T>(one: ReadonlyMap<T, number>, other: ReadonlyMap<T, number>): number {
  let sum = 0;
  for (const [member, count] of one) sum += Math.min(count, other.get(member) ?? 0);
  return sum;
}

/** Runs of n tokens, joined so that different runs give different texts. */
export function ngrams(tokens: readonly string[], n: number): string[] {
  const runs: string[] = [];
  for (let start = 0; start + n <= tokens.length; start++) runs.push(tokens.slice(start, start + n).join("\u0000"));
  return runs;
}

/** 2pr/(p+r), or with β (1+β²)pr/(β²p+r): van Rijsbergen (1979), "Information Retrieval". 0 where both are 0. */
export function fMeasure(precision: number, recall: number, beta = 1): number {
  const weight = beta * beta;
  return precision + recall === 0 ? 0 : ((1 + weight) * precision * recall) / (weight * precision + recall);
}

/** For reasons: at most three decimals. */
export const figure = (value: number): string => String(Math.round(value * 1000) / 1000);

/** The convention for empty sides: 1 if both are empty, 0 if one is; null if neither is. */
export function emptyScore(one: { length: number }, other: { length: number }) {
  if (one.length > 0 && other.length > 0) return null;
  return one.length === other.length
    ? { score: 1, reason: "Both sides are empty." }
    : { score: 0, reason: "One side is empty." };
}
