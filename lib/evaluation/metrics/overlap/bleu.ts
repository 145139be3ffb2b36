// BLEU as Papineni et al. (2002), "BLEU: a Method for Automatic Evaluation of Machine Translation", define it.
import { ngrams, occurrences, whitespaceTokens } from "../tokens";

export type Smoothing = "none" | "exp" | "add-k" | "floor";

interface BleuCounts {
  /** For each order, how many n-grams the hypothesis has, and how many of them a reference has as often. */
  readonly totals: number[];
  readonly correct: number[];
  hypothesis: number;
  /** The length of the nearest reference, the shorter of two. */
  reference: number;
}

export function bleuCounts(
  hypothesis: readonly string[],
  references: readonly (readonly string[])[],
  order = 4,
): BleuCounts {
  const near = references
    .map(({ length }) => length)
    .sort((a, b) => Math.abs(a - hypothesis.length) - Math.abs(b - hypothesis.length) || a - b);
  const counts: BleuCounts = { totals: [], correct: [], hypothesis: hypothesis.length, reference: near[0] ?? 0 };
  for (let n = 1; n <= order; n++) {
    const most = new Map<string, number>();
    for (const reference of references)
      for (const [run, count] of occurrences(ngrams(reference, n))) most.set(run, Math.max(count, most.get(run) ?? 0));
    let correct = 0;
    for (const [run, count] of occurrences(ngrams(hypothesis, n))) correct += Math.min(count, most.get(run) ?? 0);
    counts.correct.push(correct);
    counts.totals.push(Math.max(0, hypothesis.length - n + 1));
  }
  return counts;
}

export function summed(all: readonly BleuCounts[]): BleuCounts {
  const sum: BleuCounts = { totals: [], correct: [], hypothesis: 0, reference: 0 };
  for (const { totals, correct, hypothesis, reference } of all) {
    for (const [order, total] of totals.entries()) {
      sum.totals[order] = (sum.totals[order] ?? 0) + total;
      sum.correct[order] = (sum.correct[order] ?? 0) + (correct[order] ?? 0);
    }
    sum.hypothesis += hypothesis;
    sum.reference += reference;
  }
  return sum;
}

/** e^(1 − r/c) if the hypothesis is shorter than its reference, else 1. */
export const brevity = ({ hypothesis, reference }: Pick<BleuCounts, "hypothesis" | "reference">): number =>
  hypothesis === 0 ? 0 : Math.min(1, Math.exp(1 - reference / hypothesis));

/**
 * 0 to 1. Smoothing of orders without a match: "exp" halves from one to the next (Chen and Cherry (2014), method 3),
 * "add-k" adds to orders from 2 on (Lin and Och, 2004), "floor" puts a count instead. With `effectiveOrder`, only the
 * orders count that the hypothesis is long enough for.
 */
export function bleu(
  counts: BleuCounts,
  {
    smoothing = "exp",
    value,
    effectiveOrder = false,
  }: { smoothing?: Smoothing; value?: number; effectiveOrder?: boolean } = {},
): number {
  if (!counts.correct.some((count) => count > 0)) return 0;
  const added = smoothing === "add-k" ? (value ?? 1) : 0;
  let [logs, orders, halves] = [0, 0, 1];
  for (const [index, total] of counts.totals.entries()) {
    const more = index > 0 ? added : 0;
    const whole = total + more;
    if (whole === 0) {
      if (effectiveOrder) break;
      return 0;
    }
    let correct = (counts.correct[index] ?? 0) + more;
    if (correct === 0 && smoothing === "exp") {
      halves *= 2;
      correct = 1 / halves;
    }
    if (correct === 0 && smoothing === "floor") correct = value ?? 0.1;
    if (correct === 0) return 0;
    logs += Math.log(correct / whole);
    orders++;
  }
  return brevity(counts) * Math.exp(logs / orders);
}

/** `&amp;` comes before `&lt;` and `&gt;`, so that `&amp;lt;` is `<`, as in mteval. */
const unescaped = (text: string): string =>
  text.replaceAll("&quot;", '"').replaceAll("&amp;", "&").replaceAll("&lt;", "<").replaceAll("&gt;", ">");

/** How sacreBLEU and mteval tokenize texts. */
export const tokenizers: Record<string, (text: string) => string[]> = {
  none: whitespaceTokens,
  "13a": (text) =>
    whitespaceTokens(
      ` ${unescaped(text.trimEnd().replaceAll("<skipped>", "").replaceAll("-\n", "").replaceAll("\n", " "))} `
        .replaceAll(/([{-~[-` -&(-+:-@/])/g, " $1 ")
        .replaceAll(/([^0-9])([.,])/g, "$1 $2 ")
        .replaceAll(/([.,])([^0-9])/g, " $1 $2")
        .replaceAll(/([0-9])(-)/g, "$1 $2 "),
    ),
  intl: (text) =>
    whitespaceTokens(
      text
        .replaceAll(/(\P{N})(\p{P})/gu, "$1 $2 ")
        .replaceAll(/(\p{P})(\P{N})/gu, " $1 $2")
        .replaceAll(/(\p{S})/gu, " $1 "),
    ),
};
