// Measures for labels with a list of values: categorical, thumbs and stars.

import { fleissKappa } from "./coefficients/fleiss-kappa";
import { generalizedFleissKappa } from "./coefficients/generalized-fleiss-kappa";
import { gwetAc } from "./coefficients/gwet-ac";
import { krippendorffAlpha } from "./coefficients/krippendorff-alpha";
import { meanPairwiseKappa } from "./coefficients/mean-pairwise-kappa";
import { type Coincidences, coincidencesOf, coincidentCategories, readCoincidences } from "./coincidences";
import { pairTables } from "./contingency";
import { jaccard, type Metric, masi, nominal, ordinal, precomputed, quadratic } from "./distance";
import type { AgreementLabel, KeptCounts } from "./kept-counts";
import type { Measure } from "./measure";
import { commonSize, type PatternRow, type PatternTable, patternTable } from "./pattern-table";
import {
  type Draws,
  type MeasureName,
  type Measures,
  notApplicable,
  notRead,
  type Reading,
  readPoint,
  readRows,
} from "./reading";
import { pairTablesOfSheets, type SheetRow, sheetTable } from "./sheets";
import type { Counts } from "./tally";

export const categoryReadings = (label: AgreementLabel, kept: KeptCounts, draws: Draws): Reading[] => [
  ...patternReadings(label, kept, draws),
  ...kappaReadings(label, kept, draws),
];

/** Selections are not single options, so a multiple choice has no scale of categories. */
export const scaleOf = (label: AgreementLabel): readonly string[] => (label.multiChoice ? [] : label.scale);

/**
 * α sums over all pairs of categories. Above the first limit it is too slow to repeat a thousand times; above the
 * second, to compute at all.
 */
const intervalCategoryLimit = 300;
const alphaCategoryLimit = 2000;
const intervalRefusal = (categories: readonly string[]): string | undefined =>
  categories.length > intervalCategoryLimit
    ? `More than ${intervalCategoryLimit} different values, so no interval is drawn.`
    : undefined;
const alphaRefusal = `More than ${alphaCategoryLimit} different values: too many to compare each with each.`;

function alphasOf(label: AgreementLabel, categories: readonly string[]): Partial<Record<MeasureName, Metric>> {
  const stored = (metric: Metric) =>
    categories.length > intervalCategoryLimit ? metric : precomputed(metric, categories);
  if (label.multiChoice) return { krippendorff_alpha_jaccard: stored(jaccard), krippendorff_alpha_masi: stored(masi) };
  return label.type === "star" ? { krippendorff_alpha_ordinal: ordinal } : { krippendorff_alpha_nominal: nominal };
}

function patternReadings(label: AgreementLabel, kept: KeptCounts, draws: Draws): Reading[] {
  if (kept.pattern === null) return withoutPatterns(label, kept.coincidence);
  const table = patternTable(kept.pattern, scaleOf(label));
  const size = commonSize(table.rows);
  const of = (measure: (table: PatternTable) => Measure) => (rows: readonly PatternRow[]) =>
    measure({ ...table, rows });
  let last: { rows: readonly PatternRow[]; coincidences: Coincidences } | undefined;
  // All distances of one resample share its coincidences.
  const coincidences = (rows: readonly PatternRow[]) => {
    if (last?.rows !== rows) last = { rows, coincidences: coincidencesOf({ ...table, rows }) };
    return last.coincidences;
  };
  const measures: Measures<PatternRow> = {
    fleiss_kappa: of((resampled) => fleissKappa(resampled, size)),
    fleiss_kappa_generalized: of(generalizedFleissKappa),
  };
  const alphas = metricsOf(alphasOf(label, table.categories));
  const refused = table.categories.length > alphaCategoryLimit ? alphas : [];
  for (const [name, metric] of refused.length > 0 ? [] : alphas)
    measures[name] = (rows) => krippendorffAlpha(coincidences(rows), metric);
  if (label.type === "star") measures.gwet_ac2 = of((resampled) => gwetAc(resampled, quadratic));
  else if (!label.multiChoice) measures.gwet_ac1 = of(gwetAc);
  return [
    ...readRows(table.rows, measures, draws, intervalRefusal(table.categories)),
    ...refused.map(([name]) => notApplicable(name, alphaRefusal)),
    ...inapplicableTo(label),
  ];
}

/** α still follows from the coincidences, of which there are as many as pairs of categories. */
function withoutPatterns(label: AgreementLabel, counts: Counts | null): Reading[] {
  const categories = counts ? coincidentCategories(counts, scaleOf(label)) : [];
  const alphas = metricsOf(alphasOf(label, categories)).map(([name, metric]) => {
    if (counts === null) return notApplicable(name, notRead);
    if (categories.length > alphaCategoryLimit) return notApplicable(name, alphaRefusal);
    return readPoint(name, krippendorffAlpha(readCoincidences(counts, scaleOf(label)), metric), notRead);
  });
  const ac = label.type === "star" ? "gwet_ac2" : "gwet_ac1";
  const rest = label.multiChoice ? [] : [notApplicable(ac, notRead)];
  const kappas = (["fleiss_kappa", "fleiss_kappa_generalized"] as const).map((name) => notApplicable(name, notRead));
  return [...kappas, ...alphas, ...rest, ...inapplicableTo(label)];
}

const inapplicableTo = (label: AgreementLabel): Reading[] =>
  label.multiChoice
    ? [notApplicable("gwet_ac1", "Selections of several options have no fixed list of categories.")]
    : [];

function metricsOf(metrics: Partial<Record<MeasureName, Metric>>): [MeasureName, Metric][] {
  // Safe: the keys are MeasureNames, and none is stored as undefined (exactOptionalPropertyTypes).
  return Object.entries(metrics) as [MeasureName, Metric][];
}

/** From sheets if they can be read. Cells give the same κ, but cannot be resampled item by item. */
function kappaReadings(label: AgreementLabel, kept: KeptCounts, draws: Draws): Reading[] {
  const [name, metric]: [MeasureName, Metric] =
    label.type === "star" ? ["cohens_kappa_quadratic", quadratic] : ["cohens_kappa", nominal];
  if (kept.sheet === null) {
    if (kept.cell === null) return [notApplicable(name, notRead)];
    return [readPoint(name, meanPairwiseKappa(pairTables(kept.cell, scaleOf(label)), metric), notRead)];
  }
  const table = sheetTable(kept.sheet, scaleOf(label));
  const kappa = (rows: readonly SheetRow[]) => meanPairwiseKappa(pairTablesOfSheets({ ...table, rows }), metric);
  const measures: Measures<SheetRow> = { [name]: kappa };
  return readRows(table.rows, measures, draws, intervalRefusal(table.categories));
}
