// From the answers of a queue to the most likely answer of each item.

import {
  accuracyOf,
  type ConsensusModel,
  fitDawidSkene,
  posteriorOf,
  uncertainty,
} from "@/lib/annotation/agreement/dawid-skene";
import { orderedCategories } from "@/lib/annotation/agreement/pattern-table";
import { wilson } from "@/lib/estimate";

/** An item with its answers: annotator → canonical text. */
export interface AnsweredItem {
  itemId: string;
  answers: ReadonlyMap<string, string>;
}

export interface Consensus {
  values: string[];
  annotators: string[];
  model: ConsensusModel;
  /** How many answers each annotator gave, in their order. */
  answerCounts: number[];
  /** All items, with or without answers. */
  items: { itemId: string; answers: number; posterior: readonly number[]; uncertainty: number; disagreement: number }[];
}

const MOST_VALUES = 50;
const MOST_ANNOTATORS = 500;
/** The weight of the prior, in answers: it keeps few answers from being fully believed or fully dismissed. */
const PSEUDO_ANSWERS = 1;

/** The model of the items, or the reason why there is none. */
export function consensusOf(items: readonly AnsweredItem[], scale: readonly string[]): Consensus | { reason: string } {
  const answered = items.filter(({ answers }) => answers.size > 0);
  const values = orderedCategories(
    answered.flatMap(({ answers }) => [...answers.values()]),
    scale,
  );
  const annotators = [...new Set(answered.flatMap(({ answers }) => [...answers.keys()]))].toSorted();
  if (answered.length === 0) return { reason: "No annotator has answered yet." };
  if (!answered.some(({ answers }) => answers.size > 1))
    return { reason: "No item has two answers, so the accuracy of each annotator cannot be estimated." };
  if (values.length < 2) return { reason: "All answers have the same value." };
  if (values.length > MOST_VALUES) return { reason: `There are more than ${MOST_VALUES} different values.` };
  if (annotators.length > MOST_ANNOTATORS) return { reason: `There are more than ${MOST_ANNOTATORS} annotators.` };
  const coded = (answers: ReadonlyMap<string, string>) =>
    [...answers].map(([annotator, value]) => [annotators.indexOf(annotator), values.indexOf(value)] as const);
  const model = fitDawidSkene(
    answered.map(({ answers }) => ({ items: 1, answers: coded(answers) })),
    { annotators: annotators.length, categories: values.length },
    { pseudoAnswers: PSEUDO_ANSWERS },
  );
  const posteriorFor = posteriorOf(model);
  return {
    values,
    annotators,
    model,
    answerCounts: annotators.map((annotator) => answered.filter(({ answers }) => answers.has(annotator)).length),
    items: items.map(({ itemId, answers }) => {
      const { posterior } = posteriorFor(coded(answers));
      return {
        itemId,
        answers: answers.size,
        posterior,
        uncertainty: uncertainty(posterior),
        disagreement: disagreementOf(answers),
      };
    }),
  };
}

/** The share of an item's answers that differ from the most frequent one. */
function disagreementOf(answers: ReadonlyMap<string, string>): number {
  if (answers.size === 0) return 0;
  const counts = new Map<string, number>();
  for (const value of answers.values()) counts.set(value, (counts.get(value) ?? 0) + 1);
  return 1 - Math.max(...counts.values()) / answers.size;
}

/**
 * How common each value is, and how many items the uncertain posteriors are worth. The observed information on a share
 * p is Σ(t − p)²/(p(1 − p)) for posteriors t, which is complete if all items are certain. Louis (1982), "Finding the
 * observed information matrix when using the EM algorithm", Journal of the Royal Statistical Society B 44. We give no
 * 95 % interval: it would ignore that annotators' error rates are estimates too, and would cover a rare value's true
 * share only half of the time.
 */
export function sharesOf({ values, items, model }: Consensus): {
  value: string;
  share: number;
  width: number;
  effectiveItems: number;
}[] {
  const answered = items.filter(({ answers }) => answers > 0);
  return values.map((value, index) => {
    const share = model.prevalence[index] ?? 0;
    const squares = answered.reduce((sum, { posterior }) => sum + ((posterior[index] ?? 0) - share) ** 2, 0);
    const effectiveItems = Math.min(answered.length, Math.max(1, squares / (share * (1 - share) || 1)));
    const { low, high } = wilson(share, effectiveItems);
    return { value, share, width: high - low, effectiveItems };
  });
}

/**
 * Whether more annotation would add little: judged by the uncertainty of the shares, as if annotators' error rates were
 * known.
 */
export function stopRule(shares: readonly { width: number }[], items: number, targetWidth: number) {
  const width = Math.max(...shares.map((share) => share.width));
  const needed = Math.ceil(items * (width / targetWidth) ** 2);
  return { target_width: targetWidth, width, is_enough: width <= targetWidth, needed_items: Math.max(items, needed) };
}

export const annotatorsOf = ({ annotators, model, answerCounts }: Consensus) =>
  annotators.map((annotator, index) => ({
    annotator,
    answers: answerCounts[index] ?? 0,
    accuracy: accuracyOf(model, index),
    confusion: (model.confusions[index] ?? []).map((row) => [...row]),
  }));
