import { describe, expect, it } from "vitest";
import { type Answers, selectionText } from "./answers";
import { cohenKappa } from "./coefficients/cohen-kappa";
import { fleissKappa } from "./coefficients/fleiss-kappa";
import { generalizedFleissKappa } from "./coefficients/generalized-fleiss-kappa";
import { gwetAc } from "./coefficients/gwet-ac";
import { intervalAlpha } from "./coefficients/interval-alpha";
import { icc1, icc2, icc3 } from "./coefficients/intraclass-correlation";
import { krippendorffAlpha } from "./coefficients/krippendorff-alpha";
import { pairwiseAgreement, percentAgreement } from "./coefficients/percent-agreement";
import { coincidencesOf, readCoincidences } from "./coincidences";
import { type PairTable, pairTables } from "./contingency";
import type { Counter } from "./counters";
import { jaccard, type Metric, masi, nominal, ordinal, quadratic } from "./distance";
import type { Measure } from "./measure";
import { momentsOfSheets, readMoments } from "./moments";
import { patternTable } from "./pattern-table";
import published from "./published.json";
import { pairTablesOfSheets, sheetTable } from "./sheets";
import { tallyOf } from "./testing";

type Data = (typeof published)[number]["data"];

/** Published data as items, with the scale that the publication names by its columns. */
function itemsOf(data: Data): { items: Answers[]; scale: string[] } {
  const answers = (values: readonly (string | number | null)[]): Answers =>
    new Map(values.flatMap((value, rater) => (value === null ? [] : [[`r${rater}`, String(value)]])));
  if (data.table)
    return {
      items: data.table.flatMap((row, i) => row.flatMap((n, j) => Array.from({ length: n }, () => answers([i, j])))),
      scale: data.table.map((_, index) => String(index)),
    };
  if (data.counts)
    return {
      items: data.counts.map((row) => answers(row.flatMap((n, j) => Array.from({ length: n }, () => j)))),
      scale: (data.counts[0] ?? []).map((_, index) => String(index)),
    };
  if (data.items_by_raters) return { items: data.items_by_raters.map(answers), scale: [] };
  if (data.units) return { items: data.units.map((unit) => answers(unit.map(selectionText))), scale: [] };
  const raters = Object.values(data.raters ?? {}) as (string | number | null)[][];
  return {
    items: (raters[0] ?? []).map((_, item) => answers(raters.map((values) => values[item] ?? null))),
    scale: [],
  };
}

const everything: Counter[] = ["shape", "pair", "pattern", "coincidence", "cell", "sheet", "moment"];

function measuresOf(data: Data): Record<string, () => Measure[]> {
  const { items, scale } = itemsOf(data);
  const kept = tallyOf(everything, items);
  const table = patternTable(kept.pattern, scale);
  const sheets = sheetTable(kept.sheet, scale);
  const shapes = patternTable(kept.shape).rows;
  const pairs = pairTables(kept.cell, scale);
  const ofPair = (a: string, b: string, measure: (table: PairTable) => Measure) => () =>
    [...pairs, ...pairTablesOfSheets(sheets)]
      .filter(({ annotators }) => annotators[0] === a && annotators[1] === b)
      .map(measure);
  const alpha = (metric: Metric) => () => [
    krippendorffAlpha(coincidencesOf(table), metric),
    krippendorffAlpha(readCoincidences(kept.coincidence, scale), metric),
  ];
  const moments = () => [readMoments(kept.moment), momentsOfSheets(sheets)(sheets.rows)];
  const crew = sheets.annotators;
  return {
    percent: () => [percentAgreement(shapes), percentAgreement(table.rows)],
    p_bar: () => [pairwiseAgreement(shapes), pairwiseAgreement(table.rows)],
    cohen: ofPair("r0", "r1", (pair) => cohenKappa(pair)),
    quadratic: ofPair("r0", "r1", (pair) => cohenKappa(pair, quadratic)),
    cohen_12: ofPair("r0", "r1", (pair) => cohenKappa(pair)),
    quadratic_12: ofPair("r0", "r1", (pair) => cohenKappa(pair, quadratic)),
    cohen_23: ofPair("r1", "r2", (pair) => cohenKappa(pair)),
    ac1: () => [gwetAc(table)],
    fleiss: () => [fleissKappa(table)],
    fleiss_generalized: () => [generalizedFleissKappa(table)],
    alpha_nominal: alpha(nominal),
    alpha_ordinal: alpha(ordinal),
    alpha_interval: () => moments().map(intervalAlpha),
    alpha_jaccard: alpha(jaccard),
    alpha_masi_2_3: alpha(masi),
    alpha_set_equality: alpha(nominal),
    icc1_1: () => moments().map((all) => icc1(all, crew.length)),
    icc2_1: () => moments().map((all) => icc2(all, crew)),
    icc3_1: () => moments().map((all) => icc3(all, crew)),
    icc1_k: () => moments().map((all) => icc1(all, crew.length, "average")),
    icc2_k: () => moments().map((all) => icc2(all, crew, "average")),
    icc3_k: () => moments().map((all) => icc3(all, crew, "average")),
  };
}

for (const { name, source, data, expected, tolerance } of published)
  describe(`${name}: ${source}`, () => {
    const measures = measuresOf(data);
    for (const [measure, number] of Object.entries(expected)) {
      if (measure === "p_e") continue;
      it(`${measure} = ${number}`, () => {
        const results = measures[measure]?.() ?? [];
        expect(results.length).toBeGreaterThan(0);
        for (const [index, { value }] of results.entries()) {
          const expected = Array.isArray(number) ? number[index] : number;
          expect(Math.abs((value ?? Number.NaN) - (expected ?? Number.NaN))).toBeLessThanOrEqual(tolerance);
        }
      });
    }
    if ("p_e" in expected)
      it(`chance agreement behind Fleiss' kappa = ${expected.p_e}`, () => {
        const [observed, kappa] = [measures.p_bar?.()[0]?.value, measures.fleiss?.()[0]?.value];
        const chance = ((observed ?? Number.NaN) - (kappa ?? Number.NaN)) / (1 - (kappa ?? Number.NaN));
        expect(Math.abs(chance - (expected.p_e ?? Number.NaN))).toBeLessThanOrEqual(tolerance);
      });
  });
