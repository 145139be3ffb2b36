// Estimates items' true categories and annotators' reliability from the answers alone.

/**
 * Items with the same answers from the same annotators: indices of annotators and categories. An annotator may occur
 * twice.
 */
export interface AnsweredItems {
  readonly items: number;
  readonly answers: readonly (readonly [annotator: number, category: number])[];
}

export interface ConsensusModel {
  /** How common each category is. */
  readonly prevalence: readonly number[];
  /** Annotator → true category → answered category: the chance of that answer. */
  readonly confusions: readonly (readonly (readonly number[])[])[];
  /** For each group of items, the probability that each category is the true one. */
  readonly posteriors: readonly (readonly number[])[];
  readonly logLikelihood: number;
  readonly iterations: number;
  readonly converged: boolean;
}

interface FitOptions {
  /**
   * A prior, in answers per annotator and category: half of them right and half random, and as many items spread evenly
   * over the categories. It keeps a few answers from giving anybody an error rate of exactly 0 or 1. With 0, the result
   * is the maximum likelihood estimate.
   */
  readonly pseudoAnswers: number;
  readonly mostIterations?: number;
  readonly tolerance?: number;
}

/**
 * Dawid & Skene (1979), "Maximum likelihood estimation of observer error-rates using the EM algorithm", Applied
 * Statistics 28(1): answers are independent given an item's true category, and each annotator has a matrix of errors.
 * As in the paper it starts from the shares of the answers to each item. It ends when the log-likelihood grows by less
 * than `tolerance`, or after `mostIterations`.
 */
export function fitDawidSkene(
  groups: readonly AnsweredItems[],
  { annotators, categories }: { annotators: number; categories: number },
  { pseudoAnswers, mostIterations = 200, tolerance = 1e-8 }: FitOptions,
): ConsensusModel {
  let posteriors = groups.map(({ answers }) => voteShares(answers, categories));
  let [logLikelihood, iterations, converged] = [Number.NEGATIVE_INFINITY, 0, false];
  let estimated = estimate(groups, posteriors, annotators, categories, pseudoAnswers);
  for (; iterations < mostIterations && !converged; iterations++) {
    const before = logLikelihood;
    logLikelihood = 0;
    posteriors = groups.map(({ items, answers }) => {
      const { posterior, logChance } = posteriorOf(answers, estimated);
      logLikelihood += items * logChance;
      return posterior;
    });
    estimated = estimate(groups, posteriors, annotators, categories, pseudoAnswers);
    converged = logLikelihood - before < tolerance;
  }
  return { ...estimated, posteriors, logLikelihood, iterations, converged };
}

type Estimated = Pick<ConsensusModel, "prevalence" | "confusions">;

function voteShares(answers: AnsweredItems["answers"], categories: number): number[] {
  const shares = new Array<number>(categories).fill(answers.length === 0 ? 1 / categories : 0);
  for (const [, category] of answers) shares[category] = (shares[category] ?? 0) + 1 / answers.length;
  return shares;
}

/** The paper's (2.3) and (2.4). */
function estimate(
  groups: readonly AnsweredItems[],
  posteriors: readonly (readonly number[])[],
  annotators: number,
  categories: number,
  pseudoAnswers: number,
): Estimated {
  const byLot = pseudoAnswers / categories;
  const prevalence = new Array<number>(categories).fill(byLot);
  const beforehand = (truth: number) =>
    prevalence.map((_, answer) => (byLot + (answer === truth ? pseudoAnswers : 0)) / 2);
  const confusions = Array.from({ length: annotators }, () => prevalence.map((_, truth) => beforehand(truth)));
  for (const [index, group] of groups.entries()) {
    for (const [truth, chance] of (posteriors[index] ?? []).entries()) {
      prevalence[truth] = (prevalence[truth] ?? 0) + group.items * chance;
      for (const [annotator, answer] of group.answers) {
        const row = confusions[annotator]?.[truth];
        if (row) row[answer] = (row[answer] ?? 0) + group.items * chance;
      }
    }
  }
  return {
    prevalence: normalized(prevalence),
    confusions: confusions.map((matrix) => matrix.map(normalized)),
  };
}

function normalized(counts: readonly number[]): number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => (all === 0 ? 0 : count / all));
}

/** The probability of each category for an item with these answers, by (2.5), and the log-likelihood of the answers. */
export function posteriorOf(
  answers: AnsweredItems["answers"],
  { prevalence, confusions }: Estimated,
): { posterior: number[]; logChance: number } {
  const logs = prevalence.map((share, truth) =>
    answers.reduce(
      (sum, [annotator, answer]) => sum + Math.log(confusions[annotator]?.[truth]?.[answer] ?? 0),
      Math.log(share),
    ),
  );
  const highest = Math.max(...logs);
  // No category could have given these answers, so only the categories' frequencies are known.
  if (highest === Number.NEGATIVE_INFINITY) return { posterior: [...prevalence], logChance: highest };
  const weights = logs.map((log) => Math.exp(log - highest));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return { posterior: weights.map((weight) => weight / all), logChance: highest + Math.log(all) };
}

/** How often an annotator's answer is the true one, given these frequencies of categories. */
export const accuracyOf = ({ prevalence, confusions }: Estimated, annotator: number): number =>
  prevalence.reduce((sum, share, truth) => sum + share * (confusions[annotator]?.[truth]?.[truth] ?? 0), 0);

/** How uncertain an item still is: the entropy of its posterior as a share of the maximum, 0 to 1. */
export function uncertainty(posterior: readonly number[]): number {
  if (posterior.length < 2) return 0;
  const entropy = posterior.reduce((sum, chance) => (chance > 0 ? sum - chance * Math.log(chance) : sum), 0);
  return Math.min(1, Math.max(0, entropy / Math.log(posterior.length)));
}
