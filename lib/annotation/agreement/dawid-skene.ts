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
  /** The largest change of a posterior at which the fit ends. */
  readonly tolerance?: number;
}

/**
 * Dawid & Skene (1979), "Maximum likelihood estimation of observer error-rates using the EM algorithm", Applied
 * Statistics 28(1): answers are independent given an item's true category, and each annotator has a matrix of errors.
 * As in the paper it starts from the shares of the answers to each item. With a prior, EM climbs likelihood and prior
 * together: Dempster, Laird & Rubin (1977), "Maximum likelihood from incomplete data via the EM algorithm", Journal of
 * the Royal Statistical Society B 39. The likelihood alone may fall, so it cannot say when to stop. The fit ends where a
 * step changes no posterior by `tolerance`, because EM's fixed points are where that sum is stationary: Wu (1983), "On
 * the convergence properties of the EM algorithm", Annals of Statistics 11. Or it ends after `mostIterations`.
 */
export function fitDawidSkene(
  groups: readonly AnsweredItems[],
  size: { annotators: number; categories: number },
  { pseudoAnswers, mostIterations = 500, tolerance = 1e-6 }: FitOptions,
): ConsensusModel {
  let posteriors = groups.map(({ answers }) => voteShares(answers, size.categories));
  let [logLikelihood, iterations, converged] = [Number.NEGATIVE_INFINITY, 0, false];
  let shares = estimate(groups, posteriors, size, pseudoAnswers);
  for (; iterations < mostIterations && !converged; iterations++) {
    const [before, logs] = [posteriors, logsOf(shares)];
    logLikelihood = 0;
    posteriors = groups.map(({ items, answers }) => {
      const { posterior, logChance } = posteriorBy(answers, shares.prevalence, logs);
      logLikelihood += items * logChance;
      return posterior;
    });
    shares = estimate(groups, posteriors, size, pseudoAnswers);
    converged = posteriors.every((after, group) => largestChange(before[group] ?? [], after) < tolerance);
  }
  return { ...nested(shares, size.annotators), posteriors, logLikelihood, iterations, converged };
}

const largestChange = (before: readonly number[], after: readonly number[]): number =>
  after.reduce((most, chance, category) => Math.max(most, Math.abs(chance - (before[category] ?? 0))), 0);

type Estimated = Pick<ConsensusModel, "prevalence" | "confusions">;

/** The same in one array, because a large queue has millions of steps: annotator, then answer, then true category. */
interface Shares {
  readonly prevalence: readonly number[];
  readonly confusions: Float64Array;
}

function flat({ prevalence, confusions }: Estimated): Shares {
  const k = prevalence.length;
  const all = new Float64Array(confusions.length * k * k);
  for (const [annotator, matrix] of confusions.entries())
    for (const [truth, row] of matrix.entries())
      for (const [answer, chance] of row.entries()) all[(annotator * k + answer) * k + truth] = chance;
  return { prevalence, confusions: all };
}

function nested({ prevalence, confusions }: Shares, annotators: number): Estimated {
  const k = prevalence.length;
  const matrix = (annotator: number) =>
    prevalence.map((_, truth) => prevalence.map((_, answer) => confusions[(annotator * k + answer) * k + truth] ?? 0));
  return { prevalence, confusions: Array.from({ length: annotators }, (_, annotator) => matrix(annotator)) };
}

/** Logarithms, so that a step takes each of them once. */
const logsOf = ({ prevalence, confusions }: Shares): Shares => ({
  prevalence: prevalence.map(Math.log),
  confusions: confusions.map(Math.log),
});

function voteShares(answers: AnsweredItems["answers"], categories: number): number[] {
  const shares = new Array<number>(categories).fill(answers.length === 0 ? 1 / categories : 0);
  for (const [, category] of answers) shares[category] = (shares[category] ?? 0) + 1 / answers.length;
  return shares;
}

/** The paper's (2.3) and (2.4). */
function estimate(
  groups: readonly AnsweredItems[],
  posteriors: readonly (readonly number[])[],
  { annotators, categories: k }: { annotators: number; categories: number },
  pseudoAnswers: number,
): Shares {
  const byLot = pseudoAnswers / k;
  const prevalence = new Array<number>(k).fill(byLot);
  const confusions = new Float64Array(annotators * k * k).fill(byLot / 2);
  for (let row = 0; row < annotators * k; row++) confusions[row * k + (row % k)] = (byLot + pseudoAnswers) / 2;
  for (let group = 0; group < groups.length; group++) {
    const { items, answers } = groups[group] ?? { items: 0, answers: [] };
    const posterior = posteriors[group] ?? [];
    for (let truth = 0; truth < k; truth++)
      prevalence[truth] = (prevalence[truth] ?? 0) + items * (posterior[truth] ?? 0);
    for (const [annotator, answer] of answers) {
      const start = (annotator * k + answer) * k;
      for (let truth = 0; truth < k; truth++)
        confusions[start + truth] = (confusions[start + truth] ?? 0) + items * (posterior[truth] ?? 0);
    }
  }
  normalize(confusions, k);
  const all = prevalence.reduce((sum, count) => sum + count, 0);
  return { prevalence: prevalence.map((count) => (all === 0 ? 0 : count / all)), confusions };
}

/** Makes the answers of each annotator to each true category add up to 1. */
function normalize(confusions: Float64Array, k: number): void {
  for (let start = 0; start < confusions.length; start += k * k)
    for (let truth = start; truth < start + k; truth++) {
      let all = 0;
      for (let at = truth; at < start + k * k; at += k) all += confusions[at] ?? 0;
      for (let at = truth; at < start + k * k; at += k) confusions[at] = all === 0 ? 0 : (confusions[at] ?? 0) / all;
    }
}

/** For an item's answers, the probability of each category by (2.5), and the log-likelihood of the answers. */
export function posteriorOf(estimated: Estimated) {
  const logs = logsOf(flat(estimated));
  return (answers: AnsweredItems["answers"]) => posteriorBy(answers, estimated.prevalence, logs);
}

function posteriorBy(
  answers: AnsweredItems["answers"],
  prevalence: readonly number[],
  logs: Shares,
): { posterior: number[]; logChance: number } {
  const k = prevalence.length;
  const sums = [...logs.prevalence];
  for (const [annotator, answer] of answers) {
    const start = (annotator * k + answer) * k;
    for (let truth = 0; truth < k; truth++)
      sums[truth] = (sums[truth] ?? 0) + (logs.confusions[start + truth] ?? Number.NEGATIVE_INFINITY);
  }
  const highest = Math.max(...sums);
  // No category could have given these answers, so only the categories' frequencies are known.
  if (highest === Number.NEGATIVE_INFINITY) return { posterior: [...prevalence], logChance: highest };
  const weights = sums.map((log) => Math.exp(log - highest));
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
