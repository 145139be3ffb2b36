import { fMeasure, ngrams, occurrences, shared, total } from "../tokens";

interface ChrfCounts {
  readonly hypothesis: number[];
  readonly reference: number[];
  readonly matches: number[];
}

/** Character n-grams without blanks, of each order. */
function chrfCounts(hypothesis: string, reference: string, order: number): ChrfCounts {
  const [one, other] = [hypothesis, reference].map((text) => Array.from(text.replaceAll(/\s+/gu, ""))) as [
    string[],
    string[],
  ];
  const counts: ChrfCounts = { hypothesis: [], reference: [], matches: [] };
  for (let n = 1; n <= order; n++) {
    const [a, b] = [occurrences(ngrams(one, n)), occurrences(ngrams(other, n))];
    counts.hypothesis.push(total(a));
    counts.reference.push(total(b));
    counts.matches.push(shared(a, b));
  }
  return counts;
}

/** Averages precision and recall over the orders that both sides are long enough for. */
function fOf({ hypothesis, reference, matches }: ChrfCounts, beta: number): number {
  let [precision, recall, orders] = [0, 0, 0];
  for (const [index, match] of matches.entries()) {
    const [own, theirs] = [hypothesis[index] ?? 0, reference[index] ?? 0];
    if (own === 0 || theirs === 0) continue;
    precision += match / own;
    recall += match / theirs;
    orders++;
  }
  return orders === 0 ? 0 : fMeasure(precision / orders, recall / orders, beta);
}

/**
 * chrF, 0 to 1: Popović (2015), "chrF: character n-gram F-score for automatic MT evaluation". The best of several
 * references counts. The counts of several texts are added up.
 */
export function chrf(
  hypotheses: readonly string[],
  references: readonly (readonly string[])[],
  order = 6,
  beta = 2,
): number {
  const sum: ChrfCounts = { hypothesis: [], reference: [], matches: [] };
  for (const [index, hypothesis] of hypotheses.entries()) {
    const all = references.map((set) => chrfCounts(hypothesis, set[index] ?? "", order));
    const best = all.reduce((one, other) => (fOf(other, beta) > fOf(one, beta) ? other : one));
    for (const name of ["hypothesis", "reference", "matches"] as const)
      for (const [n, count] of best[name].entries()) sum[name][n] = (sum[name][n] ?? 0) + count;
  }
  return fOf(sum, beta);
}
