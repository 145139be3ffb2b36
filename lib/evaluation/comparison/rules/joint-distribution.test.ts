import { expect, test } from "vitest";
import { jointDistribution } from "./joint-distribution";

const group = (first: number, second: number, pairs = 1) => ({ first, second, pairs });

test("few values get a bin each, in order, and cells count rows", () => {
  expect(jointDistribution([group(1, 0, 3), group(0, 0, 2), group(0.5, 1)])).toEqual({
    bins: [0, 0.5, 1].map((value) => ({ from: value, to: value })),
    cells: [
      { first: 0, second: 0, rows: 2 },
      { first: 1, second: 2, rows: 1 },
      { first: 2, second: 0, rows: 3 },
    ],
  });
});

test("many values share ten bins from 0 to 1, and the last bin includes 1", () => {
  const { bins, cells } = jointDistribution(Array.from({ length: 21 }, (_, index) => group(index / 20, 1)));
  expect([bins.length, bins[0], bins[9]?.to]).toEqual([10, { from: 0, to: 0.1 }, 1]);
  expect(cells.map(({ first, second, rows }) => [first, second, rows])).toEqual(
    Array.from({ length: 10 }, (_, bin) => [bin, 9, bin === 9 ? 3 : 2]),
  );
});

test("values outside 0 to 1 get bins from least to greatest, and no values get none", () => {
  const { bins, cells } = jointDistribution(Array.from({ length: 12 }, (_, index) => group(index - 2, -2)));
  expect([bins[0]?.from, bins[9]?.to, cells.length]).toEqual([-2, 9, 10]);
  expect(jointDistribution([])).toEqual({ bins: [], cells: [] });
});
