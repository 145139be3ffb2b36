// How often each contestant is preferred, from comparisons of two at a time.

/** A comparison between two contestants (indices): 1 if `a` was preferred, 0 if `b` was, ½ for a tie. */
export interface Comparison {
  readonly a: number;
  readonly b: number;
  readonly result: 0 | 0.5 | 1;
}

/** Items with the same comparisons. */
export interface ComparisonRow {
  readonly items: number;
  readonly comparisons: readonly Comparison[];
}

export interface Fit {
  /** The logarithm of each strength; the mean is 0. */
  readonly strengths: readonly number[];
  /** The chance to be preferred to another contestant, as the mean over the others. */
  readonly winRates: readonly number[];
}

const MOST_STEPS = 5000;
const PRECISION = 1e-9;

/** How often the row's contestant was preferred to the column's. */
export function winsOf(rows: readonly ComparisonRow[], contestants: number): number[][] {
  const wins = Array.from({ length: contestants }, () => Array.from({ length: contestants }, () => 0));
  const add = (winner: number, loser: number, by: number) => {
    const row = wins[winner];
    if (row) row[loser] = (row[loser] ?? 0) + by;
  };
  for (const { items, comparisons } of rows)
    for (const { a, b, result } of comparisons) {
      add(a, b, items * result);
      add(b, a, items * (1 - result));
    }
  return wins;
}

/**
 * Bradley & Terry (1952), "Rank analysis of incomplete block designs: I. The method of paired comparisons", Biometrika
 * 39: `a` is preferred to `b` with the chance pₐ / (pₐ + p_b). Maximum likelihood by the MM algorithm of Hunter (2004),
 * "MM algorithms for generalized Bradley–Terry models", Annals of Statistics 32. A tie counts as half a win for each.
 *
 * Null if there is no maximum: Ford (1957), "Solution of a ranking problem from binary comparisons", American
 * Mathematical Monthly 64. It needs a chain of wins from each contestant to each other.
 */
export function bradleyTerry(wins: readonly (readonly number[])[]): Fit | null {
  if (wins.length < 2 || !isChained(wins)) return null;
  const { length } = wins;
  const won = wins.map((row) => row.reduce((sum, one) => sum + one, 0));
  const met = Float64Array.from(wins.flatMap((row, i) => row.map((one, j) => one + (wins[j]?.[i] ?? 0))));
  let strengths = won.map(() => 1);
  for (let step = 0; step < MOST_STEPS; step++) {
    const before = strengths;
    strengths = centred(
      before.map((own, i) => {
        let expected = 0;
        for (let j = 0; j < length; j++) if (j !== i) expected += (met[i * length + j] ?? 0) / (own + (before[j] ?? 1));
        return (won[i] ?? 0) / expected;
      }),
    );
    if (strengths.every((strength, i) => Math.abs(strength / (before[i] ?? 1) - 1) < PRECISION)) break;
  }
  return { strengths: strengths.map(Math.log), winRates: strengths.map((_, i) => winRate(strengths, i)) };
}

/** Scaled so that the geometric mean is 1. */
function centred(strengths: readonly number[]): number[] {
  const mean = strengths.reduce((sum, one) => sum + Math.log(one), 0) / strengths.length;
  return strengths.map((one) => one / Math.exp(mean));
}

function winRate(strengths: readonly number[], own: number): number {
  const strength = strengths[own] ?? 1;
  const chances = strengths.map((other, index) => (index === own ? 0 : strength / (strength + other)));
  return chances.reduce((sum, one) => sum + one, 0) / (strengths.length - 1);
}

const isChained = (wins: readonly (readonly number[])[]): boolean =>
  reachesAll(wins, (from, to) => (wins[from]?.[to] ?? 0) > 0) &&
  reachesAll(wins, (from, to) => (wins[to]?.[from] ?? 0) > 0);

function reachesAll(wins: readonly unknown[], isLinked: (from: number, to: number) => boolean): boolean {
  const reached = new Set([0]);
  for (const from of reached) for (const to of wins.keys()) if (isLinked(from, to)) reached.add(to);
  return reached.size === wins.length;
}
