import { expect, test } from "vitest";
import { type GivenPreference, preferenceFigures } from "./preference-figures";

const draws = { seed: "seed", resamples: 200 };
const preferenceOf = (item: number, change: Partial<GivenPreference> = {}): GivenPreference => ({
  itemId: `item ${item}`,
  first: "gpt",
  second: "claude",
  outcome: "first",
  shown: "first",
  answers: 1,
  ...change,
});
const many = (count: number, of: (item: number) => GivenPreference) =>
  Array.from({ length: count }, (_, item) => of(item));

test("two outputs get shares with ties as half wins, a sample size and a position effect", () => {
  const figures = preferenceFigures(
    [
      ...many(60, (item) => preferenceOf(item)),
      ...many(20, (item) => preferenceOf(100 + item, { outcome: "second", shown: "second" })),
      ...many(12, (item) => preferenceOf(200 + item, { outcome: "tie", shown: null })),
      ...many(8, (item) => preferenceOf(300 + item, { outcome: "both_bad", shown: null })),
    ],
    draws,
  );
  expect(figures).toMatchObject({ items: 100, answers: 100, ties: 12, bothBad: 8 });
  const [best, other] = figures.contestants;
  expect(best).toMatchObject({ name: "gpt", wins: 60, losses: 20, ties: 20 });
  expect(other).toMatchObject({ name: "claude", wins: 20, losses: 60, ties: 20 });
  expect(best?.reading.measure).toMatchObject({ value: expect.closeTo(0.7, 6), items: 100, comparisons: 100 });
  expect(best?.reading.interval.low).toBeLessThan(0.7);
  expect(best?.reading.interval.low).toBeGreaterThan(0.6);
  expect(best?.reading.interval.high).toBeGreaterThan(0.7);
  expect((best?.strength ?? 0) + (other?.strength ?? 0)).toBeCloseTo(0, 8);
  expect(figures.position).toMatchObject({ answers: 80, mean: 0.75 });
  expect(figures.position.interval?.low).toBeGreaterThan(0.5);
});

test("few items give a win rate without an interval, and a constant winner gets neither", () => {
  const few = preferenceFigures([preferenceOf(1), preferenceOf(2, { outcome: "second" })], draws);
  expect(few.contestants[0]?.reading).toMatchObject({
    measure: { value: 0.5 },
    interval: { low: null, reason: expect.stringContaining("60") },
  });
  const always = preferenceFigures(many(80, preferenceOf), draws);
  expect(always.contestants.map(({ strength, reading }) => [strength, reading.measure.value])).toEqual([
    [null, null],
    [null, null],
  ]);
  expect(always.contestants[0]?.reading.measure).toMatchObject({ reason: expect.stringContaining("always preferred") });
});

test("models are joined over all items and positions, and a model against itself counts nothing", () => {
  const figures = preferenceFigures(
    [
      preferenceOf(1, { first: "a", second: "b", answers: 2 }),
      preferenceOf(2, { first: "b", second: "c", outcome: "second" }),
      preferenceOf(3, { first: "c", second: "a" }),
      preferenceOf(4, { first: "a", second: "c" }),
      preferenceOf(5, { first: "b", second: "a" }),
      preferenceOf(6, { first: "b", second: "c" }),
      preferenceOf(7, { first: "a", second: "a" }),
    ],
    draws,
  );
  const facts = figures.contestants.map(({ name, wins, losses }) => [name, wins, losses]);
  expect(facts.sort()).toEqual([
    ["a", 3, 2],
    ["b", 2, 3],
    ["c", 2, 2],
  ]);
  const rates = figures.contestants.map(({ reading }) => reading.measure.value ?? 0);
  expect(rates.reduce((sum, rate) => sum + rate, 0)).toBeCloseTo(1.5, 8);
});

test("without answers there are no figures", () => {
  expect(preferenceFigures([], draws)).toMatchObject({
    items: 0,
    contestants: [],
    position: { answers: 0, mean: null },
  });
});
