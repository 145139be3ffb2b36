import { stemmer } from "stemmer";
import { fMeasure } from "../tokens";

const [ALPHA, BETA, GAMMA] = [0.9, 3, 0.5];

/** Matches each unmatched word of the hypothesis, last first, with the last equal word that is left. */
function matchOnce(hypothesis: readonly string[], reference: readonly string[], matched: Map<number, number>): void {
  const taken = new Set(matched.values());
  const places = new Map<string, number[]>();
  for (const [index, word] of reference.entries()) {
    if (taken.has(index)) continue;
    const own = places.get(word);
    if (own) own.push(index);
    else places.set(word, [index]);
  }
  for (let index = hypothesis.length - 1; index >= 0; index--) {
    const position = matched.has(index) ? undefined : places.get(hypothesis[index] ?? "")?.pop();
    if (position !== undefined) matched.set(index, position);
  }
}

/**
 * METEOR of lower-cased words: Lavie and Agarwal (2007), "METEOR: An Automatic Metric for MT Evaluation with High
 * Levels of Correlation with Human Judgments", by equal words, then equal stems (Porter). Searches from the end, as
 * NLTK does.
 */
export function meteor(reference: readonly string[], hypothesis: readonly string[]) {
  const matched = new Map<number, number>();
  matchOnce(hypothesis, reference, matched);
  matchOnce(hypothesis.map(stemmer), reference.map(stemmer), matched);
  const matches = matched.size;
  if (matches === 0) return { score: 0, matches, chunks: 0 };
  let chunks = 0;
  for (const [index, position] of matched) if (matched.get(index - 1) !== position - 1) chunks++;
  const [precision, recall] = [matches / hypothesis.length, matches / reference.length];
  // α weighs precision against recall, as β² = α/(1 − α) does in the F measure.
  const mean = fMeasure(precision, recall, Math.sqrt(ALPHA / (1 - ALPHA)));
  return { score: mean * (1 - GAMMA * (chunks / matches) ** BETA), matches, chunks };
}
