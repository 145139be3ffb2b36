// Measures for labels with numbers: from moments, whose count does not grow with the items.

import { intervalAlpha } from "./coefficients/interval-alpha";
import { icc1, icc2, icc3 } from "./coefficients/intraclass-correlation";
import type { KeptCounts } from "./kept-counts";
import { fullestCrew, type Moments, momentsOfSheets, readMoments } from "./moments";
import { commonSize } from "./pattern-table";
import { type Draws, entriesOf, type Measures, notApplicable, notRead, type Reading, readRows } from "./reading";
import { type SheetRow, sheetTable } from "./sheets";

/** Values come from the moments. Intervals come from sheets, while these are few enough to read. */
export function numericReadings(kept: KeptCounts, draws: Draws): Reading[] {
  const all = readMoments(kept.moment ?? new Map());
  const crew = fullestCrew(all);
  const size = commonSize(all.map((moments) => ({ items: moments.items, size: moments.crew.length, counts: [] })));
  const measures: Measures<Moments> = {
    krippendorff_alpha_interval: intervalAlpha,
    icc_1_1: (moments) => icc1(moments, size),
    icc_2_1: (moments) => icc2(moments, crew),
    icc_2_k: (moments) => icc2(moments, crew, "average"),
    icc_3_1: (moments) => icc3(moments, crew),
  };
  return [...withIntervals(measures, all, kept, draws), notCategories];
}

const notCategories = notApplicable(
  "fleiss_kappa",
  "Numbers are not categories: see Krippendorff's alpha with the interval metric.",
);

function withIntervals(
  measures: Measures<Moments>,
  all: readonly Moments[],
  kept: KeptCounts,
  draws: Draws,
): Reading[] {
  if (kept.sheet === null) return readRows(all, measures, draws, notRead);
  const table = sheetTable(kept.sheet);
  const momentsOf = momentsOfSheets(table);
  let last: { rows: readonly SheetRow[]; moments: Moments[] } | undefined;
  const onSheets: Measures<SheetRow> = {};
  for (const [name, measure] of entriesOf(measures))
    onSheets[name] = (rows) => {
      // All measures of one resample share its moments.
      if (last?.rows !== rows) last = { rows, moments: momentsOf(rows) };
      return measure(last.moments);
    };
  return readRows(table.rows, onSheets, draws);
}
