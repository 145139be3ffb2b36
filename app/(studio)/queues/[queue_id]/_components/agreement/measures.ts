// Names and hints of the agreement measures, and which of them fits a label.
import { coefficientText, percentText } from "@/app/_ui/figure/numbers";
import type { AgreementMeasure, LabelMeasures } from "@/lib/contracts/annotation/reports";
import type { LabelType } from "@/lib/contracts/shapes";

interface Words {
  word: string;
  /** What it measures, in one line. */
  hint: string;
}

const words: Record<string, Words> = {
  percent_agreement: { word: "Percent agreement", hint: "Items on which all annotators gave the same value" },
  pairwise_agreement: { word: "Pairwise agreement", hint: "Pairs of values that are the same, pooled over all items" },
  cohens_kappa: { word: "Cohen's κ", hint: "Two annotators, beyond chance; the mean over pairs" },
  cohens_kappa_quadratic: { word: "Cohen's κ, quadratic", hint: "Two annotators; near misses count less" },
  fleiss_kappa: { word: "Fleiss' κ", hint: "Beyond chance; only items with the most common number of answers" },
  fleiss_kappa_generalized: {
    word: "Fleiss' κ, generalized",
    hint: "Beyond chance; items may have any number of answers",
  },
  gwet_ac1: { word: "Gwet's AC1", hint: "Beyond chance; stable if one value dominates" },
  gwet_ac2: { word: "Gwet's AC2", hint: "For stars; stable if one value dominates" },
  krippendorff_alpha_nominal: { word: "Krippendorff's α, nominal", hint: "Beyond chance; missing answers allowed" },
  krippendorff_alpha_ordinal: { word: "Krippendorff's α, ordinal", hint: "For stars; near misses count less" },
  krippendorff_alpha_interval: { word: "Krippendorff's α, interval", hint: "For numbers; by squared distance" },
  krippendorff_alpha_jaccard: { word: "Krippendorff's α, Jaccard", hint: "For multiple choice; by overlap" },
  krippendorff_alpha_masi: { word: "Krippendorff's α, MASI", hint: "For multiple choice; by overlap and containment" },
  krippendorff_alpha_unitizing: { word: "Krippendorff's α, unitizing", hint: "For spans; by where they begin and end" },
  span_f1_exact: { word: "Span F1, exact", hint: "Spans with the same ends and category; pooled over pairs" },
  span_f1_characters: { word: "Span F1, characters", hint: "Characters marked with the same category, over pairs" },
  icc_1_1: { word: "ICC(1,1)", hint: "One rater; each item has different raters" },
  icc_2_1: { word: "ICC(2,1)", hint: "One rater of a random group; absolute agreement" },
  icc_2_k: { word: "ICC(2,k)", hint: "Mean of a random group of raters; absolute agreement" },
  icc_3_1: { word: "ICC(3,1)", hint: "One rater of a fixed group; consistency" },
};

export const measureWord = (name: string): string => words[name]?.word ?? name;
export const measureHint = (name: string): string => words[name]?.hint ?? "";

const isPercentage = (name: string): boolean =>
  ["percent_agreement", "pairwise_agreement", "span_f1_exact", "span_f1_characters"].includes(name);
export const measureText = (name: string, value: number): string =>
  isPercentage(name) ? percentText(value) : coefficientText(value);

type Measured = Pick<LabelMeasures, "annotators" | "measures"> & { label_type: LabelType };

const usual: Record<LabelType, readonly string[]> = {
  categorical: ["krippendorff_alpha_masi", "fleiss_kappa", "krippendorff_alpha_nominal"],
  thumbs_up_down: ["fleiss_kappa", "krippendorff_alpha_nominal"],
  text_spans: ["krippendorff_alpha_unitizing", "span_f1_characters"],
  preference: ["fleiss_kappa", "krippendorff_alpha_nominal"],
  star: ["krippendorff_alpha_ordinal"],
  numeric: ["krippendorff_alpha_interval"],
  text: ["pairwise_agreement"],
};

/**
 * The measure that fits a label: Cohen's κ for two annotators and Fleiss' for more if all answered every item. α if
 * answers are missing or values have distances. A measure without a value only if none has one.
 */
export function fittingMeasure(label: Measured): AgreementMeasure | undefined {
  const named = (name: string) => label.measures.find((measure) => measure.name === name);
  const isPlain = named("krippendorff_alpha_nominal") !== undefined;
  const names =
    label.annotators === 2 && isPlain ? ["cohens_kappa", ...usual[label.label_type]] : usual[label.label_type];
  const found = names.flatMap((name) => named(name) ?? []);
  return (
    found.find((measure) => measure.value !== null && measure.left_out === 0) ??
    found.findLast((measure) => measure.value !== null) ??
    found[0] ??
    label.measures[0]
  );
}

/** The choice "best fit per label" among the measures. */
export const FITTING = "fitting";

/** The measures of all labels, in the order above. */
export function measureNames(labels: readonly Measured[]): string[] {
  const present = new Set(labels.flatMap((label) => label.measures.map((measure) => measure.name)));
  return Object.keys(words).filter((name) => present.has(name));
}
