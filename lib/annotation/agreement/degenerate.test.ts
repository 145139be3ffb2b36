import { describe, expect, it } from "vitest";
import type { Answers } from "./answers";
import { cohenKappa } from "./coefficients/cohen-kappa";
import { fleissKappa } from "./coefficients/fleiss-kappa";
import { generalizedFleissKappa } from "./coefficients/generalized-fleiss-kappa";
import { gwetAc } from "./coefficients/gwet-ac";
import { intervalAlpha } from "./coefficients/interval-alpha";
import { icc1, icc2, icc3 } from "./coefficients/intraclass-correlation";
import { krippendorffAlpha } from "./coefficients/krippendorff-alpha";
import { meanPairwiseKappa } from "./coefficients/mean-pairwise-kappa";
import { pairwiseAgreement, percentAgreement, percentOfPair } from "./coefficients/percent-agreement";
import { pooledKappa } from "./coefficients/pooled-kappa";
import { coincidencesOf } from "./coincidences";
import { type Contingency, pairTables } from "./contingency";
import type { Counter } from "./counters";
import { jaccard, type Metric, masi, nominal, ordinal, quadratic } from "./distance";
import { type Measure, nothingToCompare, noVariation } from "./measure";
import { fullestCrew, readMoments } from "./moments";
import { patternTable } from "./pattern-table";
import { tallyOf } from "./testing";

const counters: Counter[] = ["pattern", "cell", "moment"];
/** One string per item, one character per annotator, "." where there is no value. */
const items = (...rows: string[]): Answers[] =>
  rows.map((row) => new Map([...row].flatMap((value, i) => (value === "." ? [] : [[`r${i}`, value]]))));

function allMeasures(data: readonly Answers[], scale: readonly string[] = []): Record<string, Measure> {
  const kept = tallyOf(counters, data);
  const table = patternTable(kept.pattern, scale);
  const pairs = pairTables(kept.cell, scale);
  const pair: Contingency = pairs[0] ?? { categories: scale, cells: [] };
  const moments = readMoments(kept.moment);
  const crew = fullestCrew(moments);
  const alpha = (metric: Metric) => krippendorffAlpha(coincidencesOf(table), metric);
  return {
    percent: percentAgreement(table.rows),
    pairwise: pairwiseAgreement(table.rows),
    percentOfPair: percentOfPair(pair),
    cohen: cohenKappa(pair),
    quadratic: cohenKappa(pair, quadratic),
    mean: meanPairwiseKappa(pairs),
    pooled: pooledKappa(pairs),
    fleiss: fleissKappa(table),
    fleissGeneralized: generalizedFleissKappa(table),
    alphaNominal: alpha(nominal),
    alphaOrdinal: alpha(ordinal),
    alphaInterval: intervalAlpha(moments),
    ac1: gwetAc(table),
    ac2: gwetAc(table, quadratic),
    icc1: icc1(moments, crew.length),
    icc2: icc2(moments, crew),
    icc3: icc3(moments, crew, "average"),
  };
}

describe("nothing to compare", () => {
  it.each([
    ["no items", items()],
    ["items without values", items("..", "..")],
    ["one annotator", items("1", "2", "2")],
    ["annotators who share no item", items("1.", ".2", "1.")],
  ])("%s: every measure is null, with the reason", (_name, data) => {
    for (const [name, measure] of Object.entries(allMeasures(data, ["1", "2"])))
      expect([name, measure]).toEqual([
        name,
        { value: null, reason: nothingToCompare, items: 0, comparisons: 0, leftOut: 0 },
      ]);
  });
});

describe("identical values", () => {
  const alike = items("333", "333", "333", "333");

  it("agree fully in percent, but chance-corrected measures are 0/0", () => {
    const { percent, pairwise, percentOfPair: ofPair, ac1, ac2, ...chance } = allMeasures(alike, ["3"]);
    for (const measure of [percent, pairwise, ofPair]) expect(measure?.value).toBe(1);
    for (const [name, measure] of Object.entries(chance))
      expect([name, measure]).toMatchObject([name, { value: null, reason: noVariation }]);
    for (const measure of [ac1, ac2]) expect(measure).toMatchObject({ value: null, reason: /0\/0/ });
  });

  it("agree fully if the scale has more values", () => {
    const { ac1, ac2 } = allMeasures(alike, ["1", "2", "3"]);
    for (const measure of [ac1, ac2]) expect(measure?.value).toBe(1);
  });

  it("are detected despite rounding of decimals", () => {
    const data = Array.from({ length: 7 }, () => new Map([..."abc"].map((annotator) => [annotator, "0.1"])));
    const moments = readMoments(tallyOf(counters, data).moment);
    for (const measure of [intervalAlpha(moments), icc1(moments, 3), icc2(moments, ["a", "b", "c"])])
      expect(measure).toMatchObject({ value: null, reason: noVariation });
  });
});

describe("samples", () => {
  it("Fleiss' kappa uses items with the most common number of values, and reports what it left out", () => {
    const table = patternTable(tallyOf(counters, items("112", "222", "11.", "12.", "1..", "211")).pattern);
    const note = "Of items with 3 values alone, the commonest number; 2 with another number left out.";
    expect(fleissKappa(table)).toMatchObject({ items: 3, comparisons: 9, leftOut: 2, note });
    expect(fleissKappa(table)).toEqual({ ...fleissKappa(table, 3) });
    expect(fleissKappa(table, 2)).toMatchObject({ items: 2, comparisons: 2, leftOut: 3 });
  });

  it("the generalized kappa counts all items, those with one value only for chance, and pairwise agreement reports pooling", () => {
    const table = patternTable(tallyOf(counters, items("112", "222", "11.", "12.", "1..", "211")).pattern);
    const measure = generalizedFleissKappa(table);
    expect(measure).toMatchObject({ items: 5, comparisons: 11, leftOut: 0 });
    // Agreeing pairs: 1/3, 1, 1, 0, 1/3 of five; shares of "1": 2/3, 0, 1, 1/2, 1, 2/3 of six.
    const [agreed, ones] = [8 / 15, 23 / 36];
    const chance = ones ** 2 + (1 - ones) ** 2;
    expect(measure.value).toBeCloseTo((agreed - chance) / (1 - chance), 12);
    expect(pairwiseAgreement(table.rows).note).toMatch(/pooled/);
    const even = patternTable(tallyOf(counters, items("112", "222", "121")).pattern);
    expect([fleissKappa(even).note, pairwiseAgreement(even.rows).note]).toEqual([undefined, undefined]);
    expect(generalizedFleissKappa(even).value).toBeCloseTo(fleissKappa(even).value ?? Number.NaN, 12);
  });

  it("intraclass correlations use the group of annotators with the most pairs, regardless of others", () => {
    const moments = readMoments(tallyOf(counters, items("12.", "23.", "341", ".44", "5..")).moment);
    expect(fullestCrew(moments)).toEqual(["r0", "r1"]);
    expect(icc2(moments, ["r0", "r1"])).toMatchObject({ items: 3, comparisons: 3, leftOut: 1 });
    expect(icc2(moments, ["r0", "r1"]).value).toBeCloseTo(2 / 3, 12);
    expect(icc3(moments, ["r0", "r1"]).value).toBeCloseTo(1, 12);
  });

  it("a pair whose kappa is 0/0 is left out of the mean, and counted", () => {
    const kept = tallyOf(counters, items("11.", "22.", ".33", ".33", ".33"));
    expect(meanPairwiseKappa(pairTables(kept.cell))).toEqual({ value: 1, items: 2, comparisons: 2, leftOut: 3 });
  });
});

describe("Gwet's AC with missing values", () => {
  // Gwet (2014), four raters, twelve units; AC1 0.77544 is published there, AC2 was checked with an independent implementation.
  const data = items("11.1", "2232", "3333", "3333", "2222", "1234", "4444", "1121", "2222", ".555", "..11", ".3..");
  const table = patternTable(tallyOf(counters, data).pattern, ["1", "2", "3", "4", "5"]);
  it.each([
    ["identity", nominal, 0.775444],
    ["quadratic", quadratic, 0.914001],
  ])("%s weights", (_name, metric, value) => {
    expect(gwetAc(table, metric).value).toBeCloseTo(value, 5);
  });
});

describe("distances between selections", () => {
  const categories = ['["a"]', '["a","b"]', '["b"]', '["b","c"]', "[]"];
  it.each([
    ["equal", 0, 0, 0, 0],
    ["contained", 0, 1, 1 / 2, 1 - 1 / 3],
    ["overlapping", 1, 3, 2 / 3, 1 - 1 / 9],
    ["disjoint", 0, 2, 1, 1],
    ["nothing and something", 4, 0, 1, 1],
    ["nothing twice", 4, 4, 0, 0],
  ])("%s", (_name, a, b, ofJaccard, ofMasi) => {
    expect(jaccard(categories, [])(a, b)).toBeCloseTo(ofJaccard, 12);
    expect(masi(categories, [])(b, a)).toBeCloseTo(ofMasi, 12);
  });
});
