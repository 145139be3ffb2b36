// Intervals of agreement measures, for items whose answers follow a known distribution.
import { type Answers, selectionText } from "@/lib/annotation/agreement/answers";
import { changesBetween, countersOf } from "@/lib/annotation/agreement/counters";
import { agreementFor } from "@/lib/annotation/agreement/for-label";
import type { AgreementLabel } from "@/lib/annotation/agreement/kept-counts";
import type { Tally } from "@/lib/annotation/agreement/tally";
import { applyChanges, emptyTally } from "@/lib/annotation/agreement/testing";
import type { Random } from "./random";
import { type Study, times } from "./study";

/** The possible answers to one item, with their probabilities. */
interface Outcome {
  readonly answers: Answers;
  readonly chance: number;
}

interface Population {
  readonly name: string;
  readonly label: AgreementLabel;
  readonly outcomes: (rate: number) => readonly Outcome[];
}

const RESAMPLES = 250;
const ANNOTATORS = ["ann", "bob", "cy"];
const labelOf = (type: AgreementLabel["type"], scale: readonly string[], multiChoice = false): AgreementLabel => ({
  type,
  multiChoice,
  scale,
});

/** Each annotator answers by a distribution that depends only on the item's true value. */
function independent(
  truths: readonly { chance: number; answer: ReadonlyMap<string, number> }[],
  annotators: readonly string[] = ANNOTATORS,
): Outcome[] {
  return truths.flatMap(({ chance, answer }) =>
    annotators.reduce<Outcome[]>(
      (all, annotator) =>
        all.flatMap((one) =>
          [...answer].map(([value, part]) => ({
            answers: new Map([...one.answers, [annotator, value]]),
            chance: one.chance * part,
          })),
        ),
      [{ answers: new Map(), chance }],
    ),
  );
}

/** One value is right. An annotator who errs picks each of the others equally often. */
const mostly = (values: readonly string[], right: string, chance: number): Map<string, number> =>
  new Map(values.map((value) => [value, value === right ? chance : (1 - chance) / (values.length - 1)]));

const SLIP = 0.15;
const OPTIONS = ["A", "B"].map((option) => selectionText([option]));
const byPrevalence = (rate: number) =>
  OPTIONS.map((option, index) => ({
    chance: index === 0 ? rate : 1 - rate,
    answer: mostly(OPTIONS, option, 1 - SLIP),
  }));

const alike = (values: readonly string[], chance: number) =>
  values.map((value) => ({ chance: 1 / values.length, answer: mostly(values, value, chance) }));

const STARS = ["1", "2", "3", "4", "5"];
const SELECTIONS = [["A"], ["A", "B"], ["B", "C"], ["A", "B", "C"]].map(selectionText);
/** With n values and this chance of being right, two annotators agree at this rate, or as rarely as possible. */
const rightFor = (rate: number, n: number): number => 1 / n + Math.sqrt(Math.max(0, (1 - 1 / n) * (rate - 1 / n)));

/** Marked texts of 40 characters, as the product compares them, with their chances. */
const spansOf = (...all: [chance: number, ...spans: [start: number, end: number][]][]): [string, number][] =>
  all.map(([chance, ...spans]) => [JSON.stringify([40, ...spans.map((span) => [...span, "A"])]), chance]);

const populations: readonly Population[] = [
  {
    name: "two options of three annotators, by how common the first is",
    label: labelOf("categorical", OPTIONS),
    outcomes: (rate) => independent(byPrevalence(rate)),
  },
  {
    name: "two options of two or three annotators, by how common the first is",
    label: labelOf("categorical", OPTIONS),
    outcomes: (rate) => [
      ...independent(byPrevalence(rate)).map((one) => ({ ...one, chance: one.chance * 0.7 })),
      ...independent(byPrevalence(rate), ANNOTATORS.slice(0, 2)).map((one) => ({ ...one, chance: one.chance * 0.3 })),
    ],
  },
  {
    name: "two options of two annotators, by κ",
    label: labelOf("categorical", OPTIONS),
    outcomes: (rate) =>
      OPTIONS.flatMap((first) =>
        OPTIONS.map((second) => ({
          answers: new Map([["ann", first] as const, ["bob", second] as const]),
          chance: (first === second ? 1 + rate : 1 - rate) / 4,
        })),
      ),
  },
  {
    name: "five stars of three annotators, by how often two agree",
    label: labelOf("star", STARS),
    outcomes: (rate) => independent(alike(STARS, rightFor(rate, STARS.length))),
  },
  {
    name: "selections of three annotators, by how often two agree",
    label: labelOf("categorical", ["A", "B", "C"], true),
    outcomes: (rate) => independent(alike(SELECTIONS, rightFor(rate, SELECTIONS.length))),
  },
  {
    name: "spans of two annotators, by how often they mark the right one",
    label: labelOf("text_spans", ["A"]),
    outcomes: (rate) =>
      independent(
        [
          { chance: 0.6, answer: new Map(spansOf([rate, [10, 20]], [(1 - rate) / 2, [8, 20]], [(1 - rate) / 2])) },
          { chance: 0.4, answer: new Map(spansOf([(1 + rate) / 2], [(1 - rate) / 2, [30, 35]])) },
        ],
        ANNOTATORS.slice(0, 2),
      ),
  },
  {
    name: "numbers of three annotators, by how much of the spread is the items'",
    label: labelOf("numeric", []),
    outcomes: (rate) =>
      independent(
        [-2, -1, 0, 1, 2].map((level) => ({
          chance: 1 / 5,
          answer: new Map(
            [-1, 0, 1].map((error) => [
              String((level * Math.sqrt(rate)) / Math.SQRT2 + error * Math.sqrt((1 - rate) * 1.5)),
              1 / 3,
            ]),
          ),
        })),
      ),
  },
];

/** The counts of each outcome, in the product's form. */
const tallied = (label: AgreementLabel, items: readonly { answers: Answers; count: number }[]): Tally =>
  applyChanges(
    emptyTally,
    items.flatMap(({ answers, count }) =>
      count === 0
        ? []
        : changesBetween(countersOf[label.type], new Map(), answers).map((change) => ({
            ...change,
            by: change.by * count,
          })),
    ),
  );

const MANY = 1e9;

/** The measures for so many items that chance plays no part. */
function truthsOf({ label, outcomes }: Population, rate: number): Record<string, number> {
  const items = outcomes(rate).map(({ answers, chance }) => ({ answers, count: MANY * chance }));
  const { readings } = agreementFor(label, tallied(label, items), "", 0);
  return Object.fromEntries(
    readings.flatMap(({ name, measure }) => (measure.value === null ? [] : [[name, measure.value] as const])),
  );
}

function sampled(outcomes: readonly Outcome[], random: Random, rows: number) {
  const items = outcomes.map(({ answers }) => ({ answers, count: 0 }));
  for (const at of times(rows, random)) {
    let [index, left] = [0, at];
    for (; index < outcomes.length - 1; index++) {
      left -= outcomes[index]?.chance ?? 0;
      if (left < 0) break;
    }
    const item = items[index];
    if (item) item.count++;
  }
  return items;
}

export const agreementStudies: readonly Study[] = populations.map((population) => ({
  name: `agreement: ${population.name}`,
  resamples: true,
  truths: (rate) => truthsOf(population, rate),
  draw(random, rows, rate) {
    const tally = tallied(population.label, sampled(population.outcomes(rate), random, rows));
    const { readings } = agreementFor(population.label, tally, String(random()), RESAMPLES);
    return Object.fromEntries(
      readings.map(({ name, interval }) => [
        name,
        interval.low === null ? null : { low: interval.low, high: interval.high },
      ]),
    );
  },
}));
