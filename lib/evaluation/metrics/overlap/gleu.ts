import { ngrams, occurrences, shared } from "../tokens";

/** The smaller of precision and recall over all n-grams of one to four tokens: Wu et al. (2016), section 4.3. */
export function gleu(reference: readonly string[], hypothesis: readonly string[]) {
  const runs = (tokens: readonly string[]) => [1, 2, 3, 4].flatMap((n) => ngrams(tokens, n));
  const [expectedRuns, actualRuns] = [runs(reference), runs(hypothesis)];
  const common = shared(occurrences(expectedRuns), occurrences(actualRuns));
  const most = Math.max(expectedRuns.length, actualRuns.length);
  return { score: most === 0 ? 0 : common / most, common, most };
}
