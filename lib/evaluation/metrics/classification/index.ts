// Metrics that compare labels with labels.

import { always, equalOrNot } from "../empty";
import { type MetricInput, numberOf } from "../metric-input";
import { halved, type LabelPairs, label, labelPairs } from "../pairs";
import { computed } from "../template";
import { emptyScore, figure, fMeasure } from "../tokens";
import { Unscored } from "../unscored";
import { publishedIn } from "../vector";
import { balancedAccuracy, countsOf, equal, LABELS, logLoss, matthews, PAIRS, pairOf, share } from "./confusion";

const base = {
  keys: ["output", "expected"],
  output: "score",
  tags: ["classification"],
  empty: always(null, "list"),
} as const;
const SKLEARN = "scikit-learn's documentation of the metric, example";

const positive = { positive_label: { type: "string", required: true } } as const;
const positiveOf = (input: MetricInput) => label(input.param<string>("positive_label") ?? "");

const three = pairOf([0, 2, 1, 0, 0, 1], [0, 1, 2, 0, 1, 2]);

function precision(pairs: LabelPairs, positiveLabel: string) {
  const { hits, predicted } = countsOf(pairs, positiveLabel);
  const score = share(hits, predicted, `Nothing in output is ${positiveLabel}, so its precision is 0/0.`);
  return { score, reason: `${hits} of ${predicted} labelled ${positiveLabel} are right.` };
}

function fBeta(pairs: LabelPairs, positiveLabel: string, beta: number) {
  const { hits, predicted, actual } = countsOf(pairs, positiveLabel);
  if (predicted + actual === 0) throw new Unscored(`Neither side has the label ${positiveLabel}.`);
  const score = hits === 0 ? 0 : fMeasure(hits / predicted, hits / actual, beta);
  return { score, reason: `${hits} right, ${predicted} in output, ${actual} in expected; β = ${beta}.` };
}

export const classification = [
  computed({
    ...base,
    name: "accuracy",
    differs:
      "Unlike in scikit-learn labels are compared without case and the blanks around them, lists of different lengths score 0, and two empty lists score 1; scikit-learn refuses both.",
    empty: equalOrNot("list"),
    description: "The share of labels that are the same on both sides.",
    notes: [LABELS, "Lists of different lengths score 0, and the reason says so."],
    source: "Share of equal pairs",
    vectors: publishedIn(SKLEARN, 0.0005, [
      ["[0,2,1,3] against [0,1,2,3]", 0.5, () => equal(pairOf([0, 2, 1, 3], [0, 1, 2, 3])) / 4],
    ]),
    score(input) {
      const [output, expected] = [input.texts("output").map(label), input.texts("expected").map(label)];
      const empty = emptyScore(output, expected);
      if (empty) return empty;
      if (output.length !== expected.length)
        return { score: 0, reason: `output has ${output.length} labels and expected has ${expected.length}.` };
      const hits = equal({ output, expected });
      return { score: hits / output.length, reason: `${hits} of ${output.length} labels are equal.` };
    },
  }),
  computed({
    ...base,
    name: "balanced_accuracy",
    differs: "Unlike in scikit-learn labels are compared without case and the blanks around them.",
    description: "The share of right labels within each expected label, averaged over the labels.",
    notes: [LABELS, PAIRS, "Not corrected for chance."],
    source: "Brodersen et al. (2010), “The balanced accuracy and its posterior distribution”",
    vectors: publishedIn(SKLEARN, 0.0005, [
      ["six binary labels", 0.625, () => balancedAccuracy(pairOf([0, 1, 0, 0, 0, 1], [0, 1, 0, 0, 1, 0]))],
    ]),
    score(input) {
      const pairs = labelPairs(input);
      return {
        score: balancedAccuracy(pairs),
        reason: `Mean recall of ${new Set(pairs.expected).size} labels over ${pairs.output.length} pairs.`,
      };
    },
  }),
  computed({
    ...base,
    name: "precision_score",
    differs:
      "Unlike in scikit-learn labels are compared without case and the blanks around them, and 0/0 has no score (scikit-learn: 0).",
    description: "The share of items labelled positive that are positive.",
    params: positive,
    notes: [LABELS, PAIRS],
    source: "van Rijsbergen (1979), “Information Retrieval”",
    vectors: publishedIn(SKLEARN, 0.01, [["label 0 of three", 0.66, () => precision(three, "0").score]]),
    score: (input) => precision(labelPairs(input), positiveOf(input)),
  }),
  computed({
    ...base,
    name: "f_beta_score",
    differs:
      "Unlike in scikit-learn labels are compared without case and the blanks around them, and 0/0 has no score (scikit-learn: 0).",
    description: "Precision and recall of one label in one number; β above 1 weighs recall more.",
    params: { ...positive, beta: { type: "number", default: 1, minimum: 0.001, maximum: 1000 } },
    notes: [LABELS, PAIRS],
    source: "van Rijsbergen (1979), “Information Retrieval”",
    vectors: publishedIn(SKLEARN, 0.01, [["label 0 of three, β = 0.5", 0.71, () => fBeta(three, "0", 0.5).score]]),
    score: (input) => fBeta(labelPairs(input), positiveOf(input), input.param<number>("beta") ?? 1),
  }),
  computed({
    ...base,
    name: "matthews_correlation",
    differs:
      "Unlike in scikit-learn r is given as (r + 1)/2, a side with a single label has no score (scikit-learn: 0), and labels are compared without case and the blanks around them.",
    description: "Matthews' correlation of two labellings, for two labels or more.",
    notes: [
      LABELS,
      PAIRS,
      "The coefficient r of −1 to 1 is given as (r + 1)/2: 0.5 is chance. A side with only one label is not scored.",
    ],
    source: "Matthews (1975); Gorodkin (2004) for more than two labels",
    vectors: publishedIn(SKLEARN, 0.005, [
      ["four labels", -0.33, () => matthews(pairOf([1, -1, 1, 1], [1, 1, 1, -1]))],
    ]),
    score(input) {
      const value = matthews(labelPairs(input));
      return { score: halved(value), reason: `Matthews' correlation is ${figure(value)}.` };
    },
  }),
  computed({
    ...base,
    name: "log_loss",
    differs:
      "Unlike scikit-learn's log_loss, where 0 is best, it is 1/(1 + loss); a row of probabilities is divided by its sum, and labels are in the order of their letters.",
    description: "How much probability was given to the right labels, as 1/(1 + mean log loss).",
    notes: [
      "output: probabilities of the label 1, or a row with one for each label in the labels' alphabetical order. expected: the labels.",
      "The labels are those that occur in expected. A row with another number of probabilities leaves the list without a score.",
      "Natural logarithm; probabilities are kept from 0 and 1 by 2⁻⁵². 1 is best; a coin's loss of ln 2 scores 0.59.",
      PAIRS,
    ],
    source: "Good (1952), “Rational Decisions”",
    vectors: publishedIn(SKLEARN, 0.000005, [
      [
        "spam and ham",
        0.21616,
        () =>
          logLoss(
            [
              [0.1, 0.9],
              [0.9, 0.1],
              [0.8, 0.2],
              [0.35, 0.65],
            ],
            ["spam", "ham", "ham", "spam"],
          ),
      ],
    ]),
    score(input) {
      const labels = input.texts("expected").map(label);
      const rows = input
        .list("output")
        .map((row, index) =>
          Array.isArray(row)
            ? row.map((p) => numberOf(p, `A probability of row ${index + 1}`))
            : numberOf(row, `Member ${index + 1} of output`),
        );
      if (rows.length !== labels.length || rows.length === 0)
        throw new Unscored(`output has ${rows.length} rows and expected has ${labels.length} labels.`);
      const loss = logLoss(rows, labels);
      return { score: 1 / (1 + loss), reason: `Mean log loss ${figure(loss)} over ${labels.length} rows.` };
    },
  }),
];
