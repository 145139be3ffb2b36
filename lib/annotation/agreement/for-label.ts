// Which measures fit which type of label, computed from the stored counters.

import { categoryReadings } from "./category-readings";
import { pairwiseAgreement, percentAgreement } from "./coefficients/percent-agreement";
import { pooledKappa } from "./coefficients/pooled-kappa";
import { pairTables } from "./contingency";
import type { AgreementLabel, KeptCounts } from "./kept-counts";
import { emptySample, type Measure, undefinedMeasure } from "./measure";
import { numericReadings } from "./numeric-readings";
import { comparable, type PatternRow, patternTable } from "./pattern-table";
import { type Draws, notRead, type Reading, readRows } from "./reading";
import { pairTablesOfSheets, sheetTable } from "./sheets";
import { spanReadings } from "./spans/span-readings";

export interface LabelAgreement {
  /** Items with two or more values. */
  readonly items: number;
  /** Annotators who share an item with another annotator. */
  readonly annotators: number;
  /** Pairs of values on the same item. */
  readonly comparisons: number;
  /** Items whose values are not all equal. */
  readonly disagreements: number;
  readonly pooledKappa: Measure;
  readonly readings: readonly Reading[];
}

/** The measures that fit the label's type. The same counts and seed give bit-identical results. */
export function agreementFor(label: AgreementLabel, kept: KeptCounts, seed: string, resamples = 1000): LabelAgreement {
  const draws = { seed, resamples };
  const shapes = patternTable(kept.shape).rows;
  const unequal = shapes.filter((row) => row.counts.length > 1);
  return {
    ...comparable(shapes),
    annotators: new Set(pairTables(kept.pair).flatMap(({ annotators }) => annotators)).size,
    disagreements: comparable(unequal).items,
    pooledKappa: pooled(label, kept),
    readings: [...percentReadings(shapes, draws), ...chanceCorrected(label, kept, draws)],
  };
}

const percentReadings = (shapes: readonly PatternRow[], draws: Draws): Reading[] =>
  readRows(shapes, { percent_agreement: percentAgreement, pairwise_agreement: pairwiseAgreement }, draws);

function chanceCorrected(label: AgreementLabel, kept: KeptCounts, draws: Draws): Reading[] {
  if (label.type === "text") return [];
  if (label.type === "text_spans") return spanReadings(label, kept, draws);
  if (label.type === "numeric") return numericReadings(kept, draws);
  return categoryReadings(label, kept, draws);
}

function pooled(label: AgreementLabel, kept: KeptCounts): Measure {
  if (label.type === "text") return undefinedMeasure(emptySample, "Texts are compared for equality only.");
  if (label.type === "text_spans") return undefinedMeasure(emptySample, "Spans are not categories of the whole item.");
  if (kept.cell?.size) return pooledKappa(pairTables(kept.cell));
  return kept.sheet === null
    ? undefinedMeasure(emptySample, notRead)
    : pooledKappa(pairTablesOfSheets(sheetTable(kept.sheet)));
}
