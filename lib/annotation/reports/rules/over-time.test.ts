import { expect, test } from "vitest";
import { byDay, byTens, type SharedItem } from "./over-time";

const items = (count: number, others: (index: number) => string[] = () => ["A"]): SharedItem[] =>
  Array.from({ length: count }, (_, index) => ({
    at: new Date(Date.UTC(2026, 0, 1, 20) + index * 3_600_000),
    own: index % 2 ? "A" : "B",
    others: others(index),
  }));

const sizes: [count: number, sizes: number[]][] = [
  [0, []],
  [1, [1]],
  [10, [10]],
  [25, [10, 10, 5]],
  [300, Array.from({ length: 30 }, () => 10)],
  [301, [...Array.from({ length: 15 }, () => 20), 1]],
  [3000, Array.from({ length: 30 }, () => 100)],
];
test.each(sizes)("%s items form groups of a multiple of ten, at most 30 groups", (count, expected) => {
  expect(byTens(items(count)).map((point) => point.items)).toEqual(expected);
});

test("a point is the share of equal answers by others, with Wilson's interval", () => {
  const [point] = byTens(items(10));
  expect(point).toMatchObject({ items: 10, comparisons: 10, agreement: 0.5, date: null, interval_reason: null });
  expect(point?.interval?.low).toBeCloseTo(0.2366, 4);
  expect(point?.interval?.high).toBeCloseTo(0.7634, 4);
});

test("several answers to one item do not narrow the interval, and few items have none", () => {
  const [few] = byTens(items(4, () => ["A", "A"]));
  expect(few).toMatchObject({ items: 4, comparisons: 8, agreement: 0.5, interval: null });
  expect(few?.interval_reason).toContain("needs 10 items");
  const [point] = byTens(items(10, () => ["A", "A"]));
  const [single] = byTens(items(10));
  const width = (bounds: { low: number; high: number } | null | undefined) => (bounds ? bounds.high - bounds.low : 0);
  expect(width(point?.interval)).toBeGreaterThanOrEqual(width(single?.interval) - 1e-9);
});

test("days follow the time zone", () => {
  expect(byDay(items(8), "UTC").map(({ date, items: count }) => [date, count])).toEqual([
    ["2026-01-01", 4],
    ["2026-01-02", 4],
  ]);
  expect(byDay(items(8), "America/New_York").map(({ date, items: count }) => [date, count])).toEqual([
    ["2026-01-01", 8],
  ]);
});
