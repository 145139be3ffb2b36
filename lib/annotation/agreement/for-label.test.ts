import { describe, expect, it } from "vitest";
import { type Answers, selectionText } from "./answers";
import { pairAgreements } from "./coefficients/pair-agreement";
import { type Counter, countersOf } from "./counters";
import { agreementFor } from "./for-label";
import type { AgreementLabel } from "./kept-counts";
import { seededRandom } from "./random";
import { sumCounts } from "./tally";
import { tallyOf } from "./testing";

const stars: AgreementLabel = { type: "star", multiChoice: false, scale: ["1", "2", "3", "4", "5"] };
const thumbs: AgreementLabel = { type: "thumbs_up_down", multiChoice: false, scale: ["down", "up"] };
const choice: AgreementLabel = { type: "categorical", multiChoice: false, scale: ["A", "B", "C"] };
const choices: AgreementLabel = { type: "categorical", multiChoice: true, scale: ["A", "B", "C"] };
const number: AgreementLabel = { type: "numeric", multiChoice: false, scale: [] };
const text: AgreementLabel = { type: "text", multiChoice: false, scale: [] };

/** Three annotators who mostly see the same truth. */
function annotated(values: readonly string[], seed: string, count = 100): Answers[] {
  const random = seededRandom(seed);
  const any = () => values[Math.floor(random() * values.length)] ?? "";
  return Array.from({ length: count }, () => {
    const truth = any();
    return new Map(["ann", "bob", "cy"].map((annotator) => [annotator, random() < 0.7 ? truth : any()]));
  });
}

const valuesOf = (label: AgreementLabel): string[] => {
  if (label.multiChoice) return [["A"], ["B", "A"], ["C", "B"]].map(selectionText);
  return label.type === "numeric" ? ["0.5", "2", "7", "9.25"] : label.type === "text" ? ["x", "y"] : [...label.scale];
};

const expected: [AgreementLabel, string[], string[]][] = [
  [text, ["percent_agreement", "pairwise_agreement"], []],
  [
    number,
    [
      "percent_agreement",
      "pairwise_agreement",
      "krippendorff_alpha_interval",
      "icc_1_1",
      "icc_2_1",
      "icc_2_k",
      "icc_3_1",
    ],
    ["fleiss_kappa"],
  ],
  [
    choice,
    [
      "percent_agreement",
      "pairwise_agreement",
      "fleiss_kappa",
      "fleiss_kappa_generalized",
      "krippendorff_alpha_nominal",
      "gwet_ac1",
      "cohens_kappa",
    ],
    [],
  ],
  [
    thumbs,
    [
      "percent_agreement",
      "pairwise_agreement",
      "fleiss_kappa",
      "fleiss_kappa_generalized",
      "krippendorff_alpha_nominal",
      "gwet_ac1",
      "cohens_kappa",
    ],
    [],
  ],
  [
    choices,
    [
      "percent_agreement",
      "pairwise_agreement",
      "fleiss_kappa",
      "fleiss_kappa_generalized",
      "krippendorff_alpha_jaccard",
      "krippendorff_alpha_masi",
      "cohens_kappa",
    ],
    ["gwet_ac1"],
  ],
  [
    stars,
    [
      "percent_agreement",
      "pairwise_agreement",
      "fleiss_kappa",
      "fleiss_kappa_generalized",
      "krippendorff_alpha_ordinal",
      "gwet_ac2",
      "cohens_kappa_quadratic",
    ],
    [],
  ],
];

describe.each(expected)("agreementFor $type, multiple choice $multiChoice", (label, measured, refused) => {
  const data = annotated(valuesOf(label), "data");
  const tally = tallyOf(countersOf[label.type], data);
  const agreement = agreementFor(label, tally, "queue/label", 200);

  it("gives each fitting measure inside its interval, and a reason for each of the others", () => {
    const named = (known: boolean) =>
      agreement.readings.filter(({ measure }) => (measure.value !== null) === known).map(({ name }) => name);
    expect(named(true)).toEqual(measured);
    expect(named(false)).toEqual(refused);
    for (const { measure, interval } of agreement.readings) {
      if (measure.value === null) expect(interval).toMatchObject({ low: null, reason: measure.reason });
      else {
        expect(interval.low).toBeLessThan(measure.value);
        expect(interval.high).toBeGreaterThan(measure.value);
        expect(measure).toMatchObject({ comparisons: 300, leftOut: 0 });
      }
    }
    expect(agreement).toMatchObject({ items: 100, annotators: 3, comparisons: 300 });
    expect(agreement.disagreements).toBe(data.filter((answers) => new Set(answers.values()).size > 1).length);
  });

  it("is bit-identical for any order of items and answers", () => {
    const shuffled = [...data].reverse().map((answers) => new Map([...answers].reverse()));
    expect(agreementFor(label, tallyOf(countersOf[label.type], shuffled), "queue/label", 200)).toEqual(agreement);
  });

  it("does not depend on the annotators' names", () => {
    const names = new Map([
      ["ann", "zoe"],
      ["bob", "amy"],
      ["cy", "max"],
    ]);
    const renamed = data.map(
      (answers) => new Map([...answers].map(([name, value]) => [names.get(name) ?? name, value])),
    );
    const other = agreementFor(label, tallyOf(countersOf[label.type], renamed), "queue/label", 20);
    for (const [index, { measure }] of agreement.readings.entries())
      expect(other.readings[index]?.measure.value ?? 9).toBeCloseTo(measure.value ?? 9, 10);
  });

  it("gives reasons for everything if there are no answers", () => {
    const empty = agreementFor(label, tallyOf(countersOf[label.type], []), "seed", 10);
    expect(empty).toMatchObject({ items: 0, annotators: 0, comparisons: 0, disagreements: 0 });
    for (const { measure, interval } of [...empty.readings, { measure: empty.pooledKappa, interval: { low: null } }])
      expect([measure, interval]).toMatchObject([{ value: null, reason: expect.any(String) }, { low: null }]);
  });
});

describe("intervals that would be misleading", () => {
  const answered = (pairs: readonly [string, string][]) =>
    pairs.map(
      ([ann, bob]): Answers =>
        new Map([
          ["ann", ann],
          ["bob", bob],
        ]),
    );
  const readingsOf = (label: AgreementLabel, data: readonly Answers[]) =>
    agreementFor(label, tallyOf(countersOf[label.type], data), "seed", 200).readings;

  it.each([
    [1, []],
    [4, []],
    [59, []],
    [60, ["percent_agreement", "pairwise_agreement", "fleiss_kappa", "fleiss_kappa_generalized"]],
    [99, ["percent_agreement", "pairwise_agreement", "fleiss_kappa", "fleiss_kappa_generalized"]],
  ])("for %d items are drawn only for %j", (count, drawn) => {
    const some: [string, string][] = [
      ["4", "3"],
      ["1", "2"],
      ["5", "5"],
      ["2", "4"],
    ];
    const all = Array.from({ length: 25 }, () => some).flat();
    const few = readingsOf(stars, answered(all.slice(0, count)));
    expect(few.filter(({ interval }) => interval.low !== null).map(({ name }) => name)).toEqual(drawn);
    if (count > 1) expect(few.at(-1)?.interval).toMatchObject({ reason: expect.stringContaining("Too few") });
    for (const { interval } of readingsOf(stars, answered(all))) expect(interval.low).not.toBeNull();
  });

  it("are not drawn if all items agree, because they would have no width", () => {
    const [percent] = readingsOf(thumbs, answered(Array.from({ length: 60 }, () => ["up", "up"])));
    expect(percent).toMatchObject({
      measure: { value: 1 },
      interval: { low: null, reason: expect.stringContaining("no width") },
    });
  });
});

describe("counters too large to read", () => {
  const without = (label: AgreementLabel, ...missing: Counter[]) => {
    const tally = tallyOf(countersOf[label.type], annotated(valuesOf(label), "data"));
    const kept = { ...tally, ...Object.fromEntries(missing.map((counter) => [counter, null])) };
    const values = (from: typeof tally) =>
      new Map(
        agreementFor(label, from, "s", 20).readings.map(({ name, measure, interval }) => [name, { measure, interval }]),
      );
    return { full: values(tally), reduced: values(kept as typeof tally) };
  };

  it.each([
    [choice, "pattern", "krippendorff_alpha_nominal"],
    [stars, "pattern", "krippendorff_alpha_ordinal"],
    [choices, "pattern", "krippendorff_alpha_masi"],
    [choice, "sheet", "cohens_kappa"],
    [stars, "sheet", "cohens_kappa_quadratic"],
    [number, "sheet", "krippendorff_alpha_interval"],
    [number, "sheet", "icc_2_1"],
  ] as const)("%o without %s: %s has a value, without an interval", (label, missing, name) => {
    const { full, reduced } = without(label, missing);
    expect(reduced.get(name)?.measure.value).toBeCloseTo(full.get(name)?.measure.value ?? 9, 12);
    expect(full.get(name)?.interval.low).not.toBeNull();
    expect(reduced.get(name)?.interval).toMatchObject({ low: null, reason: expect.stringContaining("than are read") });
  });

  it.each([
    [350, "reason", null],
    [2100, "reason", "reason"],
  ])("%d different selections are too many", (count, interval, value) => {
    const data = Array.from({ length: count }, (_, item) => {
      const chosen = selectionText([`o${item}`, "all"]);
      return new Map([
        ["ann", chosen],
        ["bob", item % 2 ? chosen : '["all"]'],
      ]);
    });
    const { readings } = agreementFor(choices, tallyOf(countersOf.categorical, data), "s", 10);
    const alpha = readings.find(({ name }) => name === "krippendorff_alpha_jaccard");
    expect(alpha?.interval).toHaveProperty(interval, expect.stringContaining("More than"));
    if (value) expect(alpha?.measure).toHaveProperty(value, expect.stringContaining("each with each"));
    else expect(alpha?.measure.value).toBeGreaterThan(0);
  });

  it("a measure that no other counter can give is null with a reason", () => {
    const { reduced } = without(choice, "pattern", "coincidence", "sheet", "cell");
    for (const name of [
      "fleiss_kappa",
      "fleiss_kappa_generalized",
      "krippendorff_alpha_nominal",
      "gwet_ac1",
      "cohens_kappa",
    ] as const)
      expect(reduced.get(name)?.measure).toMatchObject({
        value: null,
        reason: expect.stringContaining("than are read"),
      });
    expect(reduced.get("percent_agreement")?.measure.value).toBeGreaterThan(0);
  });
});

describe("pairs of annotators", () => {
  const pair = (a: string, b: string): Answers =>
    new Map([
      ["zoe", b],
      ["amy", a],
    ]);
  const three = [pair("up", "up"), pair("down", "down"), pair("up", "down")];

  it("pooled kappa of (P,P), (N,N), (P,N) is 0.4", () => {
    expect(agreementFor(thumbs, tallyOf(countersOf.star, three), "s", 10).pooledKappa.value).toBeCloseTo(0.4, 12);
  });

  it("are added up over labels, with annotators sorted by id", () => {
    const ofText = tallyOf(countersOf.text, [pair("same", "same"), pair("one", "other")]);
    const ofThumbs = tallyOf(countersOf.thumbs_up_down, three);
    expect(pairAgreements(sumCounts([ofText.pair, ofThumbs.pair]))).toEqual([
      { annotators: ["amy", "zoe"], agreement: { value: 0.6, items: 5, comparisons: 5, leftOut: 0 } },
    ]);
  });
});
