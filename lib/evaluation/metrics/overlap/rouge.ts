// ROUGE: Lin (2004), "ROUGE: A Package for Automatic Evaluation of Summaries".
import { fMeasure, ngrams, occurrences, shared } from "../tokens";
import { within } from "../unscored";

export interface Rouge {
  readonly precision: number;
  readonly recall: number;
  readonly f: number;
  readonly common: number;
}

const rouge = (common: number, target: number, prediction: number): Rouge => {
  const [precision, recall] = [prediction === 0 ? 0 : common / prediction, target === 0 ? 0 : common / target];
  return { precision, recall, f: fMeasure(precision, recall), common };
};

export function rougeN(target: readonly string[], prediction: readonly string[], n: number): Rouge {
  const [expectedRuns, actualRuns] = [ngrams(target, n), ngrams(prediction, n)];
  return rouge(shared(occurrences(expectedRuns), occurrences(actualRuns)), expectedRuns.length, actualRuns.length);
}

/** By the longest common subsequence. Throws `Unscored` above 10⁸ pairs of words. */
export function rougeL(target: readonly string[], prediction: readonly string[]): Rouge {
  within(target.length * prediction.length, 100_000_000, "The pair of texts");
  const ids = new Map<string, number>();
  const idOf = (token: string) => ids.get(token) ?? ids.set(token, ids.size).size - 1;
  const columns = Int32Array.from(prediction, idOf);
  const lengths = new Int32Array(columns.length + 1);
  for (const token of target) {
    const id = idOf(token);
    let diagonal = 0;
    for (let column = 1; column <= columns.length; column++) {
      const above = lengths[column] ?? 0;
      const left = lengths[column - 1] ?? 0;
      lengths[column] = columns[column - 1] === id ? diagonal + 1 : Math.max(above, left);
      diagonal = above;
    }
  }
  return rouge(lengths[columns.length] ?? 0, target.length, prediction.length);
}
