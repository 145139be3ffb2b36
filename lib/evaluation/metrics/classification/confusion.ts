// What the classification metrics are computed from.
import { cut } from "@/lib/bounds/excerpt";
import type { LabelPairs } from "../pairs";
import { occurrences } from "../tokens";
import { Unscored } from "../unscored";

export const LABELS = "Labels are one value, a list or a JSON list; case and blanks around them do not count.";
export const PAIRS = "Lists of different lengths are not scored.";

type Labels = readonly (string | number)[];
export const pairOf = (output: Labels, expected: Labels): LabelPairs => ({
  output: output.map(String),
  expected: expected.map(String),
});

export const equal = ({ output, expected }: LabelPairs): number =>
  output.filter((label, index) => label === expected[index]).length;

/** Throws `Unscored` for a share of nothing. */
export function share(part: number, whole: number, why: string): number {
  if (whole === 0) throw new Unscored(why);
  return part / whole;
}

/** The counts of one label against all others. */
export function countsOf({ output, expected }: LabelPairs, positive: string) {
  let [hits, predicted, actual] = [0, 0, 0];
  for (const [index, label] of output.entries()) {
    const isActual = expected[index] === positive;
    predicted += Number(label === positive);
    actual += Number(isActual);
    hits += Number(isActual && label === positive);
  }
  return { hits, predicted, actual };
}

/** The mean share of each expected label's members that were found. scikit-learn's `balanced_accuracy_score`. */
export function balancedAccuracy({ output, expected }: LabelPairs): number {
  const actual = occurrences(expected);
  const hits = occurrences(expected.filter((label, index) => label === output[index]));
  let sum = 0;
  for (const [label, count] of actual) sum += (hits.get(label) ?? 0) / count;
  return sum / actual.size;
}

/**
 * Matthews' correlation for any number of labels: Gorodkin (2004), "Comparing two K-category assignments by a
 * K-category correlation coefficient". Throws `Unscored` if one side has only one label.
 */
export function matthews({ output, expected }: LabelPairs): number {
  const [predicted, actual] = [occurrences(output), occurrences(expected)];
  const all = output.length;
  const correct = equal({ output, expected });
  let product = 0;
  for (const [label, count] of predicted) product += count * (actual.get(label) ?? 0);
  const spread = (counts: Map<string, number>) => {
    let squares = 0;
    for (const count of counts.values()) squares += count * count;
    return all * all - squares;
  };
  const below = Math.sqrt(spread(predicted)) * Math.sqrt(spread(actual));
  return share(correct * all - product, below, "One side has a single label, so the correlation is 0/0.");
}

/**
 * Mean −ln of the probability of the right label: Good (1952), "Rational Decisions". Probabilities are kept 2⁻⁵² away
 * from 0 and 1, and each row is divided by its sum. A number is the probability of label 1. A row has one probability
 * per label, in order.
 */
export function logLoss(probabilities: readonly (number | readonly number[])[], labels: readonly string[]): number {
  const names = [...new Set(labels)].sort();
  let sum = 0;
  for (const [index, value] of probabilities.entries()) {
    const label = labels[index] ?? "";
    const row = typeof value === "number" ? [1 - value, value] : value;
    const where = `Row ${index + 1} of output`;
    const at = typeof value === "number" ? binary(label) : columnOf(value, label, names, where);
    if (row.some((p) => p < 0 || p > 1)) throw new Unscored(`${where} needs ${row.length} probabilities from 0 to 1.`);
    const whole = row.reduce((all, p) => all + p, 0);
    const right = share(row[at] ?? 0, whole, `The probabilities of row ${index + 1} are all 0.`);
    sum -= Math.log(Math.min(1 - Number.EPSILON, Math.max(Number.EPSILON, right)));
  }
  return sum / labels.length;
}

const BINARY = /^(?:1|true|yes|positive|0|-1|false|no|negative)$/;

/** Which of a row's probabilities is the label's. Two of them may also be of 0 and 1 if expected has only one label. */
function columnOf(row: readonly number[], label: string, names: readonly string[], where: string): number {
  if (row.length < 2) throw new Unscored(`${where} needs two probabilities or more, one for each label.`);
  if (row.length === names.length) return names.indexOf(label);
  if (row.length === 2 && names.length === 1 && BINARY.test(label)) return binary(label);
  const labels = `${names.length} ${names.length === 1 ? "label" : "labels"}`;
  throw new Unscored(`${where} has ${row.length} probabilities, but expected has ${labels}.`);
}

function binary(label: string): 0 | 1 {
  if (/^(?:1|true|yes|positive)$/.test(label)) return 1;
  if (/^(?:0|-1|false|no|negative)$/.test(label)) return 0;
  throw new Unscored(`With one probability a row, expected must be 0 or 1, not ${cut(label, 40)}.`);
}
