// Metrics that compare numbers with numbers.

import { excerpt } from "@/lib/bounds/excerpt";
import { meanOf } from "@/lib/mean";
import { always } from "../empty";
import type { MetricInput } from "../metric-input";
import { halved, numberPairs } from "../pairs";
import { computed } from "../template";
import { figure } from "../tokens";
import { Unscored } from "../unscored";
import { publishedIn } from "../vector";

const base = { keys: ["output", "expected"], output: "score", tags: ["numeric"], empty: always(null, "list") } as const;
const NUMBERS =
  "Numbers are lists, JSON lists or one value. A member that is not a finite number leaves the row without a score.";
const CONSTANT = "Where one side does not vary, the coefficient is 0/0 and not scored.";

/** Compared before any sum: the deviations of 0.1, 0.1 and 0.1 from their mean are floats other than 0. */
const isConstant = (numbers: readonly number[]): boolean => numbers.every((number) => number === numbers[0]);

/** Numbers divided by a power of two, so that their squares neither overflow nor vanish. The division is exact. */
function scaled(numbers: readonly number[]): { numbers: number[]; scale: number } {
  const largest = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
  if (!Number.isFinite(largest)) throw new Unscored("The numbers are too large.");
  const scale = largest === 0 ? 1 : 2 ** Math.floor(Math.log2(largest));
  return { numbers: numbers.map((number) => number / scale), scale };
}

const squares = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number ** 2, 0);

function deviations(numbers: readonly number[]): number[] {
  const mean = meanOf(numbers) ?? 0;
  return numbers.map((number) => number - mean);
}

/** Σ(x−x̄)(y−ȳ)/√(Σ(x−x̄)²·Σ(y−ȳ)²): Pearson (1895). Throws `Unscored` if a side does not vary. */
function pearson(xs: readonly number[], ys: readonly number[]): number {
  const constant = () => new Unscored("One side does not vary, so the correlation is 0/0.");
  if (isConstant(xs) || isConstant(ys)) throw constant();
  const [dx, dy] = [scaled(deviations(xs)).numbers, scaled(deviations(ys)).numbers];
  const both = dx.reduce((sum, x, index) => sum + x * (dy[index] ?? 0), 0);
  const [squaresX, squaresY] = [squares(dx), squares(dy)];
  if (squaresX === 0 || squaresY === 0) throw constant();
  return Math.max(-1, Math.min(1, both / (Math.sqrt(squaresX) * Math.sqrt(squaresY))));
}

/** Ranks in ascending order; equal values share their mean rank. */
function ranks(numbers: readonly number[]): number[] {
  const order = numbers.map((number, index) => ({ number, index })).sort((a, b) => a.number - b.number);
  const places = new Array<number>(numbers.length);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (order[end]?.number === order[start]?.number) end++;
    for (const { index } of order.slice(start, end)) places[index] = (start + end + 1) / 2;
    start = end;
  }
  return places;
}

/** Pearson's coefficient of the ranks: Spearman (1904). */
const spearman = (xs: readonly number[], ys: readonly number[]): number => pearson(ranks(xs), ranks(ys));

const errorsOf = (output: readonly number[], expected: readonly number[]): number[] =>
  output.map((value, index) => value - (expected[index] ?? 0));

/** 1 − Σ(y−ŷ)²/Σ(y−ȳ)². Throws `Unscored` if the expected numbers do not vary. */
function rSquared(output: readonly number[], expected: readonly number[]): number {
  const constant = () => new Unscored("The expected numbers do not vary, so R² is not defined.");
  if (isConstant(expected)) throw constant();
  const [errors, spread] = [scaled(errorsOf(output, expected)), scaled(deviations(expected))];
  const spreadSquares = squares(spread.numbers);
  if (spreadSquares === 0) throw constant();
  const errorSquares = squares(errors.numbers);
  // The scales may be too far apart for their ratio: of no errors that is 0 times infinity.
  if (errorSquares === 0) return 1;
  return Math.max(-Number.MAX_VALUE, 1 - (errorSquares / spreadSquares) * (errors.scale / spread.scale) ** 2);
}

function rmse(output: readonly number[], expected: readonly number[]): number {
  const { numbers, scale } = scaled(errorsOf(output, expected));
  return Math.sqrt(squares(numbers) / output.length) * scale;
}

const NUMBER = /[-+]?(?:\d{1,3}(?:,\d{3})+(?![\d,])|\d+)?(?:\.\d+)?(?:e[-+]?\d{1,3})?/gi;

/** The first number of an input; commas between thousands are allowed, and a hyphen in a name (GPT-4) is no sign. Throws `Unscored` if there is none. */
function firstNumber(input: MetricInput, key: string): number {
  const text = input.text(key).replaceAll("\u2212", "-");
  const start = text.search(/(?:(?<![\p{L}\p{N}])[-+])?\.?\d/u);
  if (start < 0) throw new Unscored(`${key} has no number in it.`);
  NUMBER.lastIndex = start;
  const [found = ""] = NUMBER.exec(text) ?? [];
  const number = Number(found.replaceAll(",", ""));
  if (!Number.isFinite(number)) throw new Unscored(`The number in ${key} is too large: ${excerpt(found, 60)}.`);
  return number;
}

const [fitted, observed] = [
  [2.5, 0, 2, 8],
  [3, -0.5, 2, 7],
];

export const correlation = [
  computed({
    ...base,
    name: "pearson_correlation",
    differs: "Unlike SciPy's pearsonr r is given as (r + 1)/2.",
    description: "The linear correlation of two lists of numbers.",
    notes: [NUMBERS, "r of −1 to 1 is given as (r + 1)/2: 0.5 is none.", CONSTANT],
    source: "Pearson (1895)",
    vectors: publishedIn("SciPy's documentation of pearsonr, example", 0.00000005, [
      ["five pairs", -0.7426106572, () => pearson([1, 2, 3, 4, 5], [10, 9, 2.5, 6, 4])],
    ]),
    score(input) {
      const { output, expected } = numberPairs(input, 2);
      const r = pearson(output, expected);
      return { score: halved(r), reason: `r = ${figure(r)} over ${output.length} pairs.` };
    },
  }),
  computed({
    ...base,
    name: "spearman_correlation",
    differs: "Unlike SciPy's spearmanr ρ is given as (ρ + 1)/2.",
    description: "The correlation of two lists of numbers by their ranks.",
    notes: [NUMBERS, "Equal numbers share the mean of their ranks. ρ of −1 to 1 is given as (ρ + 1)/2.", CONSTANT],
    source: "Spearman (1904)",
    vectors: publishedIn("SciPy's documentation of spearmanr, example", 0.000005, [
      ["five pairs with equals", 0.82078, () => spearman([1, 2, 3, 4, 5], [5, 6, 7, 8, 7])],
    ]),
    score(input) {
      const { output, expected } = numberPairs(input, 2);
      const rho = spearman(output, expected);
      return { score: halved(rho), reason: `ρ = ${figure(rho)} over ${output.length} pairs.` };
    },
  }),
  computed({
    ...base,
    name: "r2_score",
    differs:
      "Unlike scikit-learn's r2_score R² is given as (R² + 1)/2 and never below 0, and expected numbers that do not vary have no score (scikit-learn: 1 or 0).",
    description: "How much of the expected numbers' spread is explained.",
    notes: [
      NUMBERS,
      "R² (at most 1, and below 0 if the mean would predict better) is given as (R² + 1)/2, at least 0.",
      "Expected numbers that do not vary are not scored.",
    ],
    source: "Coefficient of determination, 1 − Σ(y−ŷ)²/Σ(y−ȳ)²",
    vectors: publishedIn("scikit-learn's documentation of r2_score, example", 0.001, [
      ["four pairs", 0.948, () => rSquared(fitted ?? [], observed ?? [])],
    ]),
    score(input) {
      const { output, expected } = numberPairs(input, 2);
      const value = rSquared(output, expected);
      return { score: halved(value), reason: `R² = ${figure(value)} over ${output.length} pairs.` };
    },
  }),
  computed({
    ...base,
    name: "rmse",
    differs: "Unlike scikit-learn's root_mean_squared_error, where 0 is best, it is 1/(1 + RMSE).",
    description: "How far the numbers are off, as 1/(1 + root mean square error).",
    notes: [NUMBERS, "It depends on the unit: the same error in cents scores far lower than in euros."],
    source: "Root mean square error",
    vectors: publishedIn("scikit-learn's documentation of root_mean_squared_error, example", 0.0005, [
      ["four pairs", 0.612, () => rmse(fitted ?? [], observed ?? [])],
    ]),
    score(input) {
      const { output, expected } = numberPairs(input, 1);
      const value = rmse(output, expected);
      return { score: 1 / (1 + value), reason: `RMSE = ${figure(value)} over ${output.length} pairs.` };
    },
  }),
  computed({
    ...base,
    name: "numeric_similarity",
    empty: always(null),
    description: "How near the first numbers in two texts are: 1 − |a − b| / max(|a|, |b|, 1).",
    notes: [
      "The first number of each text counts, commas between thousands allowed (1,234.5). A text without one is not scored.",
    ],
    source: "Relative difference",
    score(input) {
      const [a, b] = [firstNumber(input, "output"), firstNumber(input, "expected")];
      const score = 1 - Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b), 1);
      return { score, reason: `${a} against ${b}.` };
    },
  }),
];
